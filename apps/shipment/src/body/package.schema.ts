import { List, nestedRule } from '@qafila/schema/object-fields';
import type { Place } from '@qafila/schema/violations';
import { LIMITS } from '../limits.ts';
import { halfUpLine } from './document-money.ts';
import { LatinLine } from './latin.schema.ts';
import { Line } from './line-fields.ts';
import { Count, MinorUnits, Scaled } from './number-fields.ts';
import { Country } from './party-fields.ts';
import { shownAmount } from './shown-amount.ts';

const SIDE = { decimals: 1, max: 10_000n, optional: true } as const;
const WEIGHT = { decimals: 3, max: LIMITS.weightKgMax } as const;

/** Goods of one kind in a package. Amounts are of this line, in minor units once they are read. */
export class ShipmentItem {
  @Line({
    description: 'Your article number. It identifies the item in a return; without it the name does.',
    example: 'SHIRT-M',
    optional: true,
  })
  sku?: string;

  @Line({ description: 'What it is.', example: 'قميص قطني' })
  name!: string;

  @LatinLine({
    description:
      'What it is, in Latin letters, for customs abroad. Across a border a `name` in another script draws a warning ' +
      'without it.',
    example: 'Cotton shirt',
    optional: true,
  })
  customsDescription?: string;

  @Count({
    description: `How many pieces, 1 to ${LIMITS.quantityMax}.`,
    example: 2,
    min: 1,
    max: LIMITS.quantityMax,
  })
  quantity!: number;

  @MinorUnits({ description: 'The price of one piece before discount and tax, in major units.', example: '50.00' })
  unitPrice!: bigint;

  @MinorUnits({ description: 'What is taken off this line, in major units.', example: '10.00', optional: true })
  discountAmount?: bigint;

  /** A percentage with four decimals counts millionths. */
  @Scaled({
    description: 'The rate of the tax in percent, with at most 4 decimals.',
    example: 15,
    decimals: 4,
    max: 100n,
    optional: true,
  })
  taxRate?: bigint;

  @MinorUnits({
    description: 'The tax of this line after its discount, in major units. With `taxRate` it must follow from it.',
    example: '13.50',
    optional: true,
  })
  taxAmount?: bigint;

  @Line({
    description: 'The customs tariff code: 6 to 12 digits. Across a border it is required, to a Gulf state with 12.',
    example: '610910000000',
    code: 'HS_CODE_INVALID',
    foldsDigits: true,
    pattern: { is: /^\d{6,12}$/, expects: 'a tariff code of 6 to 12 digits' },
    optional: true,
  })
  hsCode?: string;

  @Country({ description: 'Where it was made: ISO 3166. Required across a border.', optional: true })
  originCountry?: string;

  @Scaled({
    description: 'The weight of one piece in kg, with at most 3 decimals.',
    example: '0.25',
    ...WEIGHT,
    optional: true,
  })
  unitWeight?: bigint;

  static judge({ quantity, unitPrice, discountAmount = 0n, taxRate, taxAmount }: ShipmentItem, at: Place): void {
    if (quantity === undefined || unitPrice === undefined) return;
    const gross = BigInt(quantity) * unitPrice;
    if (discountAmount > gross)
      at.below('discountAmount').fail('must not be more than quantity × unitPrice', 'PRICING_MISMATCH');
    if (taxAmount === undefined || taxRate === undefined) return;
    const tax = halfUpLine(gross - discountAmount, taxRate);
    if (taxAmount === tax) return;
    const shown = (amount: bigint): string => shownAmount(amount, at.root['currency'] as string);
    at.below('taxAmount').fail(
      `is ${shown(taxAmount)}, but ${shown(tax)} follow from quantity, unitPrice, discountAmount and taxRate`,
      'PRICING_MISMATCH',
    );
  }
}

/** One parcel with its own label. */
export class ShipmentPackage {
  @Line({
    description: 'Your reference of this package. A return that names it takes its pieces from this package.',
    example: 'box-1',
    optional: true,
  })
  packageReference?: string;

  @Scaled({ description: 'The weight in kg, more than 0, with at most 3 decimals.', example: 1.25, ...WEIGHT })
  weight!: bigint;

  @Scaled({ description: 'The length in cm, with at most 1 decimal. With `width` and `height`.', example: 30, ...SIDE })
  length?: bigint;

  @Scaled({ description: 'The width in cm, with at most 1 decimal.', example: 20, ...SIDE })
  width?: bigint;

  @Scaled({ description: 'The height in cm, with at most 1 decimal.', example: 10, ...SIDE })
  height?: bigint;

  @Line({ description: 'What is in the package, for the label.', example: 'قمصان قطنية' })
  description!: string;

  @MinorUnits({
    description: 'The value for customs, in major units. Required across a border.',
    example: '90.00',
    optional: true,
  })
  declaredValue?: bigint;

  @List(nestedRule(() => ShipmentItem), {
    description: 'The goods in the package. Customs need them across a border, and a return names them.',
    itemsMax: LIMITS.itemsPerPackageMax,
    optional: true,
    nullable: 'absent',
  })
  items?: ShipmentItem[];

  static judge({ weight, length, width, height }: ShipmentPackage, at: Place): void {
    if (weight === 0n) at.below('weight').fail('must be more than 0 kg');
    for (const [name, side] of Object.entries({ length, width, height }))
      if (side === 0n) at.below(name).fail('must be more than 0 cm');
    const given = [length, width, height].filter((side) => side !== undefined).length;
    const areReadable = (): boolean => ['length', 'width', 'height'].every((side) => !at.below(side).hasFailed);
    if (given % 3 !== 0 && areReadable())
      at.below('length').fail('goes together with width and height: give all three or none');
  }
}
