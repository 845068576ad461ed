import type { JsonValue } from '@qafila/json/json-value';
import { findLossyNumber } from '@qafila/json/lossy-number';
import { stringifyExact } from '@qafila/json/write-json';
import { currencyExponent } from '@qafila/money/minor-units';
import type { Rule } from '@qafila/schema/field';
import { Judged, List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { LIMITS } from '../limits.ts';
import { ShipmentCustoms } from './customs.schema.ts';
import { Line, OneOf } from './line-fields.ts';
import { MinorUnits } from './number-fields.ts';
import { ShipmentPackage } from './package.schema.ts';
import { ShipmentReceiver, ShipmentSender } from './party.schema.ts';
import { ShipmentPricing } from './pricing.schema.ts';

/** Any JSON, with the numbers as they were written. */
const metadataRule: Rule<JsonValue> = {
  expects: `any JSON of at most ${LIMITS.metadataBytesMax} bytes`,
  schema: {},
  read(value, at) {
    const metadata = value as JsonValue;
    const lossy = findLossyNumber(metadata, at.path);
    if (lossy !== undefined)
      return at.violations.add(lossy, `${lossy} is a number that cannot be stored exactly. Send it as a text.`);
    return Buffer.byteLength(stringifyExact(metadata)) <= LIMITS.metadataBytesMax
      ? metadata
      : at.fail(`must have at most ${LIMITS.metadataBytesMax} bytes`);
  },
};

/** A choice that is compared with the countries later: any other word is the code's violation. */
export function shipmentTypeRule(choices: readonly string[], expects: string): Rule<string> {
  return {
    expects,
    schema: { type: 'string', enum: [...choices] },
    read: (value, at) => (choices.includes(value as string) ? (value as string) : at.fail(`must be ${expects}`)),
  };
}

/**
 * The body of §4.3 and §4.4. `currency` and `paymentMode` stand before the fields that depend on them. Amounts are
 * minor units once they are read.
 */
export abstract class ShipmentBody {
  @Line({
    description:
      'Your reference, unique in the company: a second shipment with it is refused with 409 `REFERENCE_DUPLICATE`.',
    example: 'order-1001',
  })
  referenceNumber!: string;

  @Line({
    description: 'A courier of `GET /oe/aggtr/api/v1/shipments/couriers`. Left out: the first of them.',
    example: 'sandbox-express',
    code: 'COURIER_UNKNOWN',
    optional: true,
  })
  courierId?: string;

  @Line({ description: "The courier's service.", example: 'NEXT_DAY', charactersMax: 50, optional: true })
  serviceCode?: string;

  @OneOf(['PREPAID', 'COD'], {
    description: '`COD`: the driver collects `codAmount` in cash. Default `PREPAID`.',
    example: 'COD',
    optional: true,
  })
  paymentMode?: 'PREPAID' | 'COD';

  @Line({
    description: 'The currency of all amounts: ISO 4217, three capitals.',
    example: 'SAR',
    schema: { pattern: '^[A-Z]{3}$' },
    judge: (code, at) =>
      currencyExponent(code) === undefined ? at.fail('must be an ISO 4217 code such as SAR') : code,
  })
  currency!: string;

  @MinorUnits({
    description:
      'What the driver collects, in major units: more than 0 and at most `pricing.totalAmount`. Required with COD, ' +
      'and not allowed without it.',
    example: '126.50',
    optional: true,
  })
  codAmount?: bigint;

  @Nested(() => ShipmentReceiver, { description: 'The receiver.' })
  shipToInfo!: ShipmentReceiver;

  @Nested(() => ShipmentSender, { description: 'The sender, usually your warehouse.' })
  shipFromInfo!: ShipmentSender;

  @List(nestedRule(() => ShipmentPackage), {
    description: `The packages, 1 to ${LIMITS.packagesMax}. Each has its own label.`,
    code: 'PACKAGE_LIMIT',
    itemsMin: 1,
    itemsMax: LIMITS.packagesMax,
  })
  packagesInfo!: ShipmentPackage[];

  @Nested(() => ShipmentPricing, {
    description: 'What the order costs. Required with COD and across a border. The sums must be exact.',
    optional: true,
    nullable: 'absent',
  })
  pricing?: ShipmentPricing;

  @OneOf(['DAP', 'DDP'], {
    description: 'Who pays the duties: the receiver (`DAP`) or you (`DDP`). Required across a border.',
    example: 'DAP',
    code: 'CUSTOMS_REQUIRED',
    optional: true,
  })
  incoterm?: 'DAP' | 'DDP';

  @Nested(() => ShipmentCustoms, {
    description: 'The declaration for customs. Required across a border.',
    optional: true,
    nullable: 'absent',
  })
  customs?: ShipmentCustoms;

  @MinorUnits({ description: 'The insured amount, in major units.', example: '90.00', optional: true })
  insuranceAmount?: bigint;

  @Line({
    description: `What the driver should know, at most ${LIMITS.longTextCharactersMax} characters.`,
    example: 'الاتصال قبل التسليم',
    charactersMax: LIMITS.longTextCharactersMax,
    optional: true,
  })
  instructions?: string;

  @Judged(metadataRule, {
    description: `Any JSON of yours, at most ${LIMITS.metadataBytesMax} bytes. It is answered as it was sent.`,
    example: { channel: 'app' },
    optional: true,
    nullable: 'absent',
  })
  metadata?: JsonValue;
}

/** Body of create. */
export class CreateShipmentBody extends ShipmentBody {
  @Judged(
    shipmentTypeRule(
      ['DOMESTIC', 'INTERNATIONAL'],
      'DOMESTIC or INTERNATIONAL; for a RETURN use /shipments/{shipment_id}/return of the delivered shipment',
    ),
    {
      description: 'As the countries of the two parties say. Left out: it follows from them.',
      example: 'DOMESTIC',
      code: 'SHIPMENT_TYPE_MISMATCH',
      optional: true,
      nullable: 'absent',
    },
  )
  shipmentType?: 'DOMESTIC' | 'INTERNATIONAL';
}

/** Body of a return: the receiver is the warehouse, the sender is the customer. */
export class CreateReturnBody extends ShipmentBody {
  @Judged(shipmentTypeRule(['RETURN'], 'RETURN for a return'), {
    description: 'Always `RETURN`.',
    example: 'RETURN',
    code: 'SHIPMENT_TYPE_MISMATCH',
  })
  shipmentType!: 'RETURN';

  @OneOf(['PREPAID', 'COD'], {
    description: 'Nothing is collected for a return, so only `PREPAID`, the default, is possible.',
    example: 'PREPAID',
    optional: true,
  })
  declare paymentMode?: 'PREPAID' | 'COD';

  @MinorUnits({ description: 'Nothing is collected for a return: 0, or left out.', example: 0, optional: true })
  declare codAmount?: bigint;
}
