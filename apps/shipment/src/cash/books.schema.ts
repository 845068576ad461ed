import { Currency, MajorAmount, Whole } from '@qafila/schema/number-fields';
import { Judged, List } from '@qafila/schema/object-fields';
import { nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Day, Moment, timeZoneRule } from '@qafila/schema/time-fields';
import { CASH } from '../limits.ts';
import { COD_KINDS } from '../shipments/cod.entity.ts';
import type { CodKind } from '../shipments/cod.entity.ts';

export const COURIER = { description: 'Only of this courier.', example: 'sandbox-express', optional: true } as const;
export const COUNT = { min: 0, max: 1_000_000_000 };
const CURRENCY = { description: 'The ISO 4217 code of the currency.' };
const OWED = 'What the courier has to pay: collected, else expected, less remitted and adjusted.';

/** Query of the totals. */
export class CodTotalsQuery {
  @Day({ description: 'The first day.', example: '2026-11-01' })
  from!: string;

  @Day({ description: `The last day, at most ${CASH.totalsDaysMax} after the first.`, example: '2026-11-30' })
  to!: string;

  @Judged(timeZoneRule, {
    description: 'The IANA time zone in which days begin. Default Asia/Riyadh.',
    example: 'Asia/Riyadh',
    optional: true,
  })
  timeZone?: string;

  @Text(COURIER)
  courierId?: string;

  @Currency({ ...CURRENCY, description: 'Only of this currency.', optional: true })
  currency?: string;
}

/** What happened to cash on one day at one courier. */
export class CodTotalAnswer {
  @Day({ description: 'The day.' })
  date!: string;

  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Currency(CURRENCY)
  currency!: string;

  @MajorAmount({ description: 'The cash of parcels that were delivered, in major units.', example: 1150 })
  expected!: number;

  @MajorAmount({ description: 'What the courier reported as collected.', example: 1150 })
  collected!: number;

  @MajorAmount({ description: 'What the courier paid, before fees.', example: 920 })
  remitted!: number;

  @MajorAmount({ description: 'What the courier kept of it.', example: 18.4 })
  fees!: number;

  @MajorAmount({ description: 'What persons wrote off.', example: 0 })
  adjusted!: number;

  @Whole({
    description: 'How many parcels were delivered with cash, less those that were not after all.',
    example: 10,
    min: -1_000_000_000,
    max: 1_000_000_000,
  })
  delivered!: number;
}

/** The totals. */
export class CodTotalsAnswer {
  @Text({ description: 'The time zone in which the days begin.', example: 'Asia/Riyadh' })
  timeZone!: string;

  @List(nestedRule(() => CodTotalAnswer), {
    description: 'By day, courier and currency. A day without cash has none.',
    itemsMax: CASH.totalsRowsMax,
  })
  items!: CodTotalAnswer[];
}

/** Query of the ageing. */
export class CodAgeingQuery {
  @Text(COURIER)
  courierId?: string;
}

/** What a courier owes, by how long it has had the cash. */
export class CodAgeAnswer {
  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Currency(CURRENCY)
  currency!: string;

  @Whole({ description: 'How many parcels it has not settled.', example: 3, ...COUNT })
  parcels!: number;

  @MajorAmount({ description: OWED, example: 345 })
  owed!: number;

  @MajorAmount({ description: 'Of it, cash that it has had for up to 7 days.', example: 115 })
  days0to7!: number;

  @MajorAmount({ description: 'For 8 to 14 days.', example: 115 })
  days8to14!: number;

  @MajorAmount({ description: 'For 15 to 30 days.', example: 115 })
  days15to30!: number;

  @MajorAmount({ description: 'For more than 30 days.', example: 0 })
  daysOver30!: number;

  @Moment({ description: 'Since when it has had the oldest of it.' })
  oldest!: string;
}

/** The ageing. */
export class CodAgeingAnswer {
  @List(nestedRule(() => CodAgeAnswer), {
    description: 'By courier and currency; those that owe nothing have none.',
    itemsMax: CASH.totalsRowsMax,
  })
  items!: CodAgeAnswer[];
}

/** Query of the list of parcels. */
export class ListCodParcelsQuery extends ListQuery {
  @Text(COURIER)
  courierId?: string;

  @Choice(['owed', 'settled', 'overpaid'], {
    description: '`owed`: the courier still has to pay. `overpaid`: it paid more than it collected.',
    example: 'owed',
    optional: true,
  })
  status?: 'owed' | 'settled' | 'overpaid';

  @Moment({ description: 'Only parcels whose cash the courier has had since then, or later.', optional: true })
  from?: string;

  @Moment({ description: 'Only parcels whose cash the courier has had since before then.', optional: true })
  to?: string;
}

/** The books of one parcel. */
export class CodParcelAnswer {
  @Text({ description: 'The shipment.', example: 'shp_01KAB3X4Y5Z6' })
  shipmentId!: string;

  @Text({ description: 'Your reference.', example: 'order-1001' })
  referenceNumber!: string;

  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Text({ description: 'The waybill.', example: 'SBX0000012345', nullable: true })
  awb!: string | null;

  @Text({ description: 'The state of the shipment.', example: 'DELIVERED' })
  shipmentStatus!: string;

  @Currency(CURRENCY)
  currency!: string;

  @MajorAmount({ description: 'Its cash once it is delivered, in major units; 0 before.', example: 115 })
  expected!: number;

  @MajorAmount({ description: 'What the courier reports; null: nothing.', example: 115, nullable: true })
  collected!: number | null;

  @MajorAmount({ description: 'What the courier paid, before fees.', example: 0 })
  remitted!: number;

  @MajorAmount({ description: 'What the courier kept of it.', example: 0 })
  fees!: number;

  @MajorAmount({ description: 'What a person wrote off.', example: 0 })
  adjusted!: number;

  @MajorAmount({ description: OWED, example: 115 })
  owed!: number;

  @Moment({ description: 'Since when the courier has had the cash.' })
  since!: string;

  @Moment({ description: 'When the courier paid; null: not yet.', example: null, nullable: true })
  remittedAt!: string | null;
}

/** Query of the list of entries. */
export class ListCodEntriesQuery extends ListQuery {
  @Text({ description: 'Only of this shipment.', example: 'shp_01KAB3X4Y5Z6', optional: true })
  shipmentId?: string;

  @Text(COURIER)
  courierId?: string;

  @Text({ description: 'Only of this remittance.', example: 'REM-20261122', optional: true })
  remittanceId?: string;
}

/** One change of the books. */
export class CodEntryAnswer {
  @Text({ description: 'The number of the entry, as its event has it.', example: '4711' })
  entryId!: string;

  @Text({ description: 'The shipment; null: money of no known parcel.', example: 'shp_01KAB3X4Y5Z6', nullable: true })
  shipmentId!: string | null;

  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Choice(COD_KINDS, { description: 'What changed.', example: 'remitted' })
  kind!: CodKind;

  @Currency(CURRENCY)
  currency!: string;

  @MajorAmount({ description: 'By how much, in major units; negative when it takes back.', example: 115 })
  amount!: number;

  @Moment({ description: 'When it happened.' })
  occurredAt!: string;

  @Text({ description: 'The remittance.', example: 'REM-20261122', nullable: true })
  remittanceId!: string | null;

  @Text({ description: 'The exception that a person resolved by it.', example: null, nullable: true })
  exceptionId!: string | null;
}
