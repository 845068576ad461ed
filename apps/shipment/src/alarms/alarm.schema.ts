import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Flag, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { ALARMS } from '../shipments/shipment.entity.ts';
import type { AlarmName } from '../shipments/shipment.entity.ts';

/** Query of the list of alarms. */
export class ListAlarmsQuery extends ListQuery {
  @Text({ description: 'Only alarms of this shipment.', example: 'shp_01KAB3X4Y5Z6', optional: true })
  shipmentId?: string;

  @Choice(ALARMS, { description: 'Only alarms of this kind.', example: 'SECOND_WAYBILL', optional: true })
  alarm?: AlarmName;

  @Flag({ description: '`true`: also those that are resolved. Default `false`.', example: false, optional: true })
  resolved?: boolean;
}

/** What a person must check, or has checked. */
export class AlarmAnswer {
  @Text({ description: 'The number of the alarm.', example: '4711' })
  alarmId!: string;

  @Text({ description: 'The shipment.', example: 'shp_01KAB3X4Y5Z6' })
  shipmentId!: string;

  @Choice(ALARMS, { description: 'What happened, as `alarms` of a shipment names it.', example: 'SECOND_WAYBILL' })
  alarm!: AlarmName;

  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Text({ description: "The shipment's waybill at that time.", example: 'SBX0000012345', nullable: true })
  awb!: string | null;

  @Text({
    description: 'The waybill that the courier named, where it is another one.',
    example: 'SBX0000012346',
    nullable: true,
  })
  otherAwb!: string | null;

  @Text({
    description: 'The scan that raised it.',
    example: 'DELIVERED (DLV) at 2026-11-22T09:30:00.000Z',
    charactersMax: 10_000,
    nullable: true,
  })
  scan!: string | null;

  @Moment({ description: 'When it was raised.' })
  raisedAt!: string;

  @Moment({ description: 'When it was resolved; null: it is open.', example: null, nullable: true })
  resolvedAt!: string | null;

  @Text({ description: 'The client id that resolved it.', example: null, nullable: true })
  resolvedBy!: string | null;

  @Text({ description: 'What its person noted.', example: null, charactersMax: 10_000, nullable: true })
  note!: string | null;
}
