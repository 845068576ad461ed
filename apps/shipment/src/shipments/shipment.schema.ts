import type { Rule } from '@qafila/schema/field';
import { Currency, MajorAmount, Whole } from '@qafila/schema/number-fields';
import { Judged, List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, choiceRule, Flag, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { WARNING_CODES } from '../body/warnings.ts';
import type { Warning } from '../body/warnings.ts';
import { CANCEL_REASONS } from '../couriers/daily-work.ts';
import type { CancelReason } from '../couriers/daily-work.ts';
import { DOCUMENT_KINDS } from '../documents/document-kinds.ts';
import { ACCOUNTS, LIMITS } from '../limits.ts';
import { CourierChoiceAnswer } from '../selection/choice.schema.ts';
import { STATUSES } from '../state/status.ts';
import type { Status } from '../state/status.ts';
import { ShipmentDocument } from './document.schema.ts';
import { ProofOfDelivery } from './proof-of-delivery.schema.ts';
import { ALARMS } from './shipment.entity.ts';
import type { AlarmName } from './shipment.entity.ts';

const ID = { example: 'shp_01KAB3X4Y5Z6' };
const REFERENCE = { example: 'order-1001', charactersMax: LIMITS.textCharactersMax };

/** Query of list. */
export class ListShipmentsQuery extends ListQuery {
  @Choice(STATUSES, { description: 'Only shipments in this state.', example: 'IN_TRANSIT', optional: true })
  status?: Status;

  @Text({ ...REFERENCE, description: 'Only the shipment with this reference of yours.', optional: true })
  referenceNumber?: string;

  @Text({ ...ID, description: 'Only returns of this shipment.', optional: true })
  originalShipmentId?: string;

  @Text({ description: 'Only the shipment with this waybill.', example: 'SBX0000012345', optional: true })
  awb?: string;

  @Text({ description: 'Only shipments of this courier.', example: 'sandbox-express', optional: true })
  courierId?: string;

  @Text({
    description: "Only shipments with this phone number of the customer: E.164. Of a return, the sender's.",
    example: '966501234567',
    charactersMax: 20,
    optional: true,
  })
  phone?: string;

  @Moment({ description: 'Only shipments that were created then or later.', optional: true })
  from?: string;

  @Moment({
    description: 'Only shipments that were created before.',
    example: '2026-11-23T09:30:00.000Z',
    optional: true,
  })
  to?: string;

  @Flag({
    description: '`true`: only shipments with an alarm, which a person must check. Default `false`.',
    example: false,
    optional: true,
  })
  alarms?: boolean;
}

/** What is known of one package of several. */
export class PackageStatus {
  @Whole({ description: 'The package, counted from 1.', example: 1, min: 1, max: LIMITS.packagesMax })
  packageNumber!: number;

  @Choice(STATUSES, { description: 'The state of the package.', example: 'DELIVERED' })
  packageStatus!: Status;
}

const anyJson: Rule = { expects: 'any JSON', schema: {}, read: (value) => value };

/** A shipment on the wire: §4.6's shipmentStatus, and additive fields. */
export class ShipmentAnswer {
  @Text({ ...ID, description: 'The id of the shipment.' })
  shipmentId!: string;

  @Choice(STATUSES, { description: 'The state of the shipment.', example: 'IN_TRANSIT' })
  shipmentStatus!: Status;

  @Text({ ...REFERENCE, description: 'Your reference.' })
  referenceNumber!: string;

  @Choice(['DOMESTIC', 'INTERNATIONAL', 'RETURN'], { description: 'What kind of shipment it is.', example: 'DOMESTIC' })
  shipmentType!: 'DOMESTIC' | 'INTERNATIONAL' | 'RETURN';

  @List(nestedRule(() => PackageStatus), {
    description:
      'The state of each package, once the courier reports packages one by one; null while all are in the state of ' +
      'the shipment. The shipment ends when all its packages have ended, and is delivered if one of them is.',
    example: null,
    itemsMax: LIMITS.packagesMax,
    nullable: true,
  })
  packages!: PackageStatus[] | null;

  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Text({
    description: "The courier's waybill number; null until the courier has booked the shipment.",
    example: 'SBX0000012345',
    nullable: true,
  })
  awb!: string | null;

  @Text({ description: 'Of a return: the shipment that comes back. Null otherwise.', example: null, nullable: true })
  originalShipmentId!: string | null;

  @Flag({ description: 'Whether you asked to cancel it and the courier has not agreed yet.', example: false })
  cancelRequested!: boolean;

  @Currency({ description: 'The currency of its amounts.' })
  currency!: string;

  @MajorAmount({ description: 'What the driver collects, in major units; 0 without COD.', example: 126.5 })
  codAmount!: number;

  @MajorAmount({
    description: 'What the driver has collected, in major units; null until the courier reports it.',
    example: null,
    nullable: true,
  })
  codCollected!: number | null;

  @List(choiceRule(ALARMS), {
    description:
      'What a person must check: `SCAN_AFTER_CANCEL` (a scan of a cancelled shipment), `SCAN_WITHOUT_WAY` (a scan ' +
      'that does not follow from the state before), `SCAN_AFTER_END` (goods move after their end), ' +
      '`SCANS_CONTRADICT` (two ends of the same goods), `UNKNOWN_PACKAGE`, `PACKAGES_DIFFER` (the packages ended ' +
      'differently), `SCAN_TIME_UNLIKELY`, `COD_DIFFERS` (other cash than `codAmount`), ' +
      '`RECEIVER_PROBLEM` (a report on the tracking page), `NO_SCAN` (none for some days, see `watch/rules`), ' +
      '`CANCEL_CONFIRMED_AFTER_PICKUP`, `SECOND_WAYBILL`, `BOOKED_AFTER_END`, `INSTRUCTION_TO_DO` (an ' +
      'instruction that a person gives the courier), `SCAN_UNREADABLE` (a scan whose code or time is not known) and ' +
      '`COURIER_SILENT` (no answer for about 10 minutes). ' +
      '`clear-alarms` removes them.',
    example: [],
    itemsMax: ALARMS.length,
  })
  alarms!: AlarmName[];

  @Judged(anyJson, {
    description: 'Your `metadata` as it was sent; `{}` when there is none.',
    example: { channel: 'app' },
  })
  metadata!: unknown;

  @Moment({ description: 'When it was created.' })
  createdAt!: string;

  @Moment({ description: 'When its state last changed.', example: '2026-11-22T11:05:00.000Z' })
  updatedAt!: string;
}

/** A shipment with all that was sent. */
export class ShipmentDetailAnswer extends ShipmentAnswer {
  @Nested(() => CourierChoiceAnswer, {
    description:
      'Why the shipment has its courier, by the rules of the company; null where the body named the courier, or ' +
      'there are no rules.',
    nullable: true,
  })
  courierChoice!: CourierChoiceAnswer | null;

  @Nested(() => ProofOfDelivery, {
    description: 'What the scan of the delivery says; null until then. `…/proof` has the files of the courier.',
    nullable: true,
  })
  proofOfDelivery!: ProofOfDelivery | null;

  @Judged(anyJson, {
    description:
      'All that you sent, as the body of create takes it, in the form in which it was checked: amounts, weights and ' +
      'sides are decimal texts.',
    example: { referenceNumber: 'order-1001', currency: 'SAR' },
  })
  sent!: unknown;

  @Text({
    description: 'The page on which the receiver follows the parcel, in English, Arabic and Urdu; it needs no login.',
    example: 'https://shop.example/track/5f1d7a3b9c2e4680/shp_01KAB3X4Y5Z6/hSkz0cQJdWl2mV7n3xQv1A',
    charactersMax: 2_048,
  })
  trackingUrl!: string;

  @List(nestedRule(() => ShipmentDocument), {
    description:
      'Files that go with the shipment beside its label, once the courier has booked it; none of a cancelled one.',
    itemsMax: DOCUMENT_KINDS.length + ACCOUNTS.documentsMax,
  })
  documents!: ShipmentDocument[];
}

/** Something that a courier may reject, on the wire. */
export class ShipmentWarning implements Warning {
  @Choice(WARNING_CODES, {
    description:
      "`PHONE_NOT_MOBILE`: the receiver's phone is a landline. `POSTCODE_MISSING`: across a border, in a country " +
      'with postal codes. `NATIONAL_ADDRESS_MISSING`: of a Saudi address. `NATIONAL_ADDRESS_UNKNOWN`, ' +
      '`NATIONAL_ADDRESS_DIFFERS`: by the directory of addresses. `LATIN_MISSING`: across a border, of an ' +
      'address in another script. `VOLUMETRIC_WEIGHT`: a package weighs less than its length × width × height in ' +
      'cm³ ÷ 5000.',
    example: 'PHONE_NOT_MOBILE',
  })
  code!: Warning['code'];

  @Text({ description: 'The field of the body.', example: 'shipToInfo.phone' })
  field!: string;

  @Text({
    description: 'What may go wrong.',
    example: 'shipToInfo.phone is a landline: the courier cannot send text messages to it.',
    charactersMax: 1_000,
  })
  message!: string;
}

/** Of a body that is accepted. */
export const WARNINGS = {
  description: 'What a courier may reject, only when there is something. The shipment is stored all the same.',
  itemsMax: LIMITS.violationsMax,
  optional: true,
} as const;

/** The answer of create and return. */
export class ShipmentCreatedAnswer {
  @Text({ ...ID, description: 'The id of the new shipment.' })
  shipmentId!: string;

  @List(nestedRule(() => ShipmentWarning), WARNINGS)
  warnings?: ShipmentWarning[];
}

/** The answer of retry-booking. */
export class BookingRetryAnswer {
  @Flag({
    description: '`true`: the courier is asked again, and an event reports the result. `false`: nothing changed.',
    example: true,
  })
  retried!: boolean;

  @Choice(STATUSES, { description: 'The state of the shipment after this request.', example: 'PENDING' })
  shipmentStatus!: Status;
}

/** The answer of what a person does to a shipment. */
export class ShipmentStatusAnswer {
  @Choice(STATUSES, { description: 'The state of the shipment after this request.', example: 'BOOKED' })
  shipmentStatus!: Status;
}

/** The answer of edit. */
export class ShipmentEditedAnswer extends ShipmentStatusAnswer {
  @List(nestedRule(() => ShipmentWarning), WARNINGS)
  warnings?: ShipmentWarning[];
}

/** Body of cancel, which may be left out. */
export class CancelBody {
  @Choice(CANCEL_REASONS, {
    description: 'Why, for the history and for couriers that want a reason.',
    example: 'customer_request',
    optional: true,
  })
  reason?: CancelReason;

  @Text({
    description: 'Your words for it.',
    example: 'Ordered twice by mistake',
    charactersMax: LIMITS.longTextCharactersMax,
    optional: true,
  })
  note?: string;
}

/** The answer of commands: an event reports the result. */
export class ShipmentEmptyAnswer {}
