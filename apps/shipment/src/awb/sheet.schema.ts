import { Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Text, textRule, Url } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { SHEET_LAYOUTS } from '../label/sheet-part.ts';
import type { SheetLayout } from '../label/sheet-part.ts';
import { LIMITS } from '../limits.ts';

const EXAMPLE =
  'https://api.qafila.example/awb/5f1d7a3b9c2e4680/lbs_019ab3c4d5e6f708192a3b4c5d6/' +
  `labels-${'0'.repeat(64)}.pdf?package=0&expires=1795426200&signature=LEc6`;

/** Why a shipment's label is not in the file. */
export const SHEET_ERRORS = [
  'SHIPMENT_NOT_FOUND',
  'AWB_NOT_READY',
  'AWB_BOOKING_FAILED',
  'AWB_CANCELLED',
  'LABEL_UNREADABLE',
  'FILE_FULL',
] as const;

/** Body of a file of labels. */
export class LabelSheetBody {
  @List(textRule({ charactersMax: 64 }), {
    description: 'The shipments, in the order of the pages.',
    example: ['shp_01KAB3X4Y5Z6', 'shp_01KAB3X4Y5Z7'],
    itemsMin: 1,
    itemsMax: LIMITS.sheetShipmentsMax,
    unique: true,
  })
  shipmentIds!: string[];

  @Choice(SHEET_LAYOUTS, {
    description:
      '`4x6`, the default: a label on each page, for label printers; a label that the courier made keeps its size. ' +
      '`a4`: four labels on each page, for office printers.',
    example: 'a4',
    optional: true,
  })
  layout?: SheetLayout;
}

/** A shipment whose label is not in the file. */
export class LabelSheetError {
  @Whole({ description: 'Its place in `shipmentIds`, from 0.', example: 1, min: 0, max: LIMITS.sheetShipmentsMax - 1 })
  index!: number;

  @Text({ description: 'The shipment, as it was sent.', example: 'shp_01KAB3X4Y5Z7' })
  shipmentId!: string;

  @Choice(SHEET_ERRORS, {
    description:
      '`LABEL_UNREADABLE`: the label that the courier made cannot be merged, print it alone. `FILE_FULL`: the file ' +
      'has its most pages or bytes, send this shipment and those behind it again. The others are those of the AWB ' +
      'operation.',
    example: 'AWB_NOT_READY',
  })
  code!: string;

  @Text({ description: 'The reason.', example: 'The courier has not booked this shipment yet: it is PENDING.' })
  message!: string;
}

/** The file of labels. */
export class LabelSheetAnswer {
  @Url({
    description:
      'The labels as one PDF. Every holder of the address can open it until `expiresAt`, without a token. Null: no ' +
      'shipment has a label.',
    example: EXAMPLE,
    nullable: true,
  })
  labelsUrl!: string | null;

  @Moment({ description: 'When the address expires: 24 hours from now.', example: '2026-11-23T09:30:00.000Z' })
  expiresAt!: string;

  @Whole({ description: 'How many shipments are in the file.', example: 1, min: 0, max: LIMITS.sheetShipmentsMax })
  shipments!: number;

  @Whole({ description: 'How many labels these have.', example: 1, min: 0, max: LIMITS.sheetPagesMax })
  labels!: number;

  @List(nestedRule(() => LabelSheetError), {
    description: 'The shipments that are not in the file, in the order of `shipmentIds`.',
    itemsMax: LIMITS.sheetShipmentsMax,
  })
  errors!: LabelSheetError[];
}
