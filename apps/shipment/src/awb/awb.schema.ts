import { Whole } from '@qafila/schema/number-fields';
import { List, Nested } from '@qafila/schema/object-fields';
import { Text, Url, urlRule } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';

const address = (file: string): string =>
  `https://api.qafila.example/awb/5f1d7a3b9c2e4680/shp_01KAB3X4Y5Z6/${'0'.repeat(64)}.${file}`;
const signed = (file: string, number = 0): string =>
  `${address(file)}?package=${number}&expires=1795426200&signature=LEc6`;

/** The addresses of the label's files. */
export class AwbFormats {
  @Url({ description: 'PDF with one page for each package.', example: signed('pdf') })
  pdf!: string;

  @Url({ description: 'ZPL for label printers, all packages.', example: signed('zpl') })
  zpl!: string;

  @List(urlRule(), {
    description: 'PNG, one file for each package.',
    example: [signed('png', 1)],
    itemsMax: LIMITS.packagesMax,
  })
  png!: string[];
}

/** The answer of the label operation. */
export class AwbAnswer {
  @Url({
    description: 'The label as PDF. Every holder of the address can open it until `expiresAt`, without a token.',
    example: signed('pdf'),
  })
  awbUrl!: string;

  @Text({ description: "The courier's waybill number.", example: 'SBX0000012345' })
  awb!: string;

  @Whole({ description: 'How many packages the shipment has.', example: 1, min: 1, max: LIMITS.packagesMax })
  packages!: number;

  @Moment({ description: 'When the addresses expire: 24 hours from now.', example: '2026-11-23T09:30:00.000Z' })
  expiresAt!: string;

  @Nested(() => AwbFormats, { description: 'The same label in other formats.' })
  formats!: AwbFormats;
}

/** The query of a label's address. Its signature covers it, so a wrong value is a 403. */
export class AwbFileQuery {
  @Whole({
    description: 'The package of a PNG, counted from 1; 0 for files with all packages.',
    example: 0,
    min: 0,
    max: LIMITS.packagesMax,
  })
  package!: number;

  @Whole({
    description: 'When the address expires, in seconds since 1970.',
    example: 1_795_426_200,
    min: 0,
    max: 999_999_999_999,
  })
  expires!: number;

  @Text({ description: 'What makes the address valid.', example: 'LEc6' })
  signature!: string;
}
