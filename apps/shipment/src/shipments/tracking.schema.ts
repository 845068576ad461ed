import { MajorAmount, Whole } from '@qafila/schema/number-fields';
import type { Rule } from '@qafila/schema/field';
import { Judged, List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';
import { STATUSES } from '../state/status.ts';
import type { Status } from '../state/status.ts';
import { HISTORY_SOURCES } from './history.entity.ts';
import type { HistorySource } from './history.entity.ts';
import { ProofOfDelivery } from './proof-of-delivery.schema.ts';
import { ShipmentAnswer } from './shipment.schema.ts';

/** A text of the courier, as it came. */
const OF_COURIER = { charactersMin: 0, charactersMax: 10_000 };

function degrees(max: number): Rule<number> {
  return {
    expects: `degrees from -${max} to ${max}`,
    schema: { type: 'number', minimum: -max, maximum: max },
    read: (value) => value as number,
  };
}

/** Where a scan happened. */
export class ScanLocation {
  @Text({ ...OF_COURIER, description: 'The city.', example: 'Riyadh', nullable: true })
  city!: string | null;

  @Text({ ...OF_COURIER, description: 'The country: ISO 3166.', example: 'SA', nullable: true })
  countryCode!: string | null;

  @Judged(degrees(90), { description: 'The latitude in degrees.', example: 24.7136, nullable: true })
  latitude!: number | null;

  @Judged(degrees(180), { description: 'The longitude in degrees.', example: 46.6753, nullable: true })
  longitude!: number | null;
}

/** One entry of a shipment's history. */
export class ShipmentHistoryEntry {
  @Text({ description: 'The id of the entry.', example: '4711' })
  eventId!: string;

  @Choice(STATUSES, { description: 'The state that it reports.', example: 'IN_TRANSIT' })
  status!: Status;

  @Choice(HISTORY_SOURCES, {
    description:
      'Where it comes from: a call of the courier (`webhook`), our question (`poll`), its answer to a booking or ' +
      'cancellation (`courier`), you (`merchant`), or later scans that prove it (`inferred`).',
    example: 'webhook',
  })
  source!: HistorySource;

  @Text({ ...OF_COURIER, description: 'Why, as a code.', example: 'customer_not_available', nullable: true })
  reasonCode!: string | null;

  @Text({
    ...OF_COURIER,
    description: "The courier's own words for the reason.",
    example: 'The receiver was absent',
    nullable: true,
  })
  reason!: string | null;

  @Text({
    ...OF_COURIER,
    description:
      'What a person did, such as `set-waybill`, or `unreadable-scan`: a scan whose code or time is not known. The ' +
      'state may stay as it was.',
    example: null,
    nullable: true,
  })
  action!: string | null;

  @Text({ ...OF_COURIER, description: 'The client id that the person used.', example: null, nullable: true })
  actor!: string | null;

  @Text({ ...OF_COURIER, description: "The courier's own code of the scan.", example: 'DEX08', nullable: true })
  courierStatusCode!: string | null;

  @Text({ ...OF_COURIER, description: "The courier's own words.", example: 'Customer not home', nullable: true })
  description!: string | null;

  @Text({
    ...OF_COURIER,
    description: "The courier's own words in Arabic.",
    example: 'العميل غير موجود',
    nullable: true,
  })
  descriptionAr!: string | null;

  @Nested(() => ScanLocation, { description: 'Where it happened; null when the courier does not say.', nullable: true })
  location!: ScanLocation | null;

  @Moment({ description: "When it happened, by the courier's clock." })
  occurredAt!: string;

  @Text({
    ...OF_COURIER,
    description: 'Of an `unreadable-scan`: the time as the courier wrote it. Null otherwise.',
    example: null,
    nullable: true,
  })
  writtenAt!: string | null;

  @Moment({ description: 'When we learned of it.', example: '2026-11-22T09:30:02.000Z' })
  receivedAt!: string;

  @Whole({
    description: 'The package, counted from 1; null: the whole shipment.',
    example: 1,
    min: 1,
    max: LIMITS.packagesMax,
    nullable: true,
  })
  packageNumber!: number | null;

  @Nested(() => ProofOfDelivery, { description: 'Of a delivery: who took it.', nullable: true })
  proofOfDelivery!: ProofOfDelivery | null;

  @MajorAmount({
    description: 'The cash that the driver collected, in major units; null when the scan reports none.',
    example: null,
    nullable: true,
  })
  codCollected!: number | null;
}

/** One attempt at a delivery that failed. */
export class FailedDelivery {
  @Moment({ description: "When it failed, by the courier's clock." })
  occurredAt!: string;

  @Text({ ...OF_COURIER, description: 'Why, as a code.', example: 'customer_not_available', nullable: true })
  reasonCode!: string | null;

  @Text({
    ...OF_COURIER,
    description: "The courier's own words for the reason.",
    example: 'The receiver was absent',
    nullable: true,
  })
  reason!: string | null;

  @Whole({
    description: 'The package, counted from 1; null: the whole shipment.',
    example: null,
    min: 1,
    max: LIMITS.packagesMax,
    nullable: true,
  })
  packageNumber!: number | null;
}

/** The answer of tracking. */
export class TrackingAnswer extends ShipmentAnswer {
  @List(nestedRule(() => FailedDelivery), {
    description: 'The attempts at a delivery that failed, oldest first, with their reasons.',
    example: [],
    itemsMax: LIMITS.historyShownMax,
  })
  failedDeliveries!: FailedDelivery[];

  @List(nestedRule(() => ShipmentHistoryEntry), {
    description: `What happened by the courier's time, oldest first: at most the newest ${LIMITS.historyShownMax}.`,
    itemsMax: LIMITS.historyShownMax,
  })
  history!: ShipmentHistoryEntry[];
}
