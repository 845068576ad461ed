import { Body, Controller, Get, Header, Inject, Put, Query } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { deliveryReport, deliveryReportCsv } from './delivery-report.ts';
import { changeWatchRules, watchRules } from './watch-rules.ts';
import { ChangeWatchBody, DeliveryReportAnswer, DeliveryReportQuery, WatchAnswer } from './watch.schema.ts';

const TAG = 'Watch';

/** Parcels without scans, and how couriers do. */
@Controller('oe/aggtr/api/v1/watch')
export class WatchController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly deps: ShipmentDependencies) {}

  @Get('rules')
  @Operation({
    id: 'getWatchRules',
    tag: TAG,
    summary: 'Read when silence is an alarm',
    description: 'After how many days without a scan a parcel under way raises the alarm `NO_SCAN`.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The rules.', data: WatchAnswer } },
  })
  async rules(@Caller() caller: Principal): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Watch rules', await watchRules(this.deps, caller));
  }

  @Put('rules')
  @Operation({
    id: 'updateWatchRules',
    tag: TAG,
    summary: 'Change when silence is an alarm',
    description: 'Replaces all rules. An empty list restores the days of the deployment.',
    scope: 'shipments:write',
    exactNumbers: true,
    answers: { 200: { description: 'The changed rules.', data: WatchAnswer } },
    bodyExamples: { 'Two days for one courier': { rules: [{ courierId: 'sandbox-express', days: 2 }] } },
  })
  async change(@Caller() caller: Principal, @Body() { rules }: ChangeWatchBody): Promise<Record<string, unknown>> {
    await changeWatchRules(this.deps, caller, rules);
    return this.rules(caller);
  }

  @Get('report')
  @Operation({
    id: 'getDeliveryReport',
    tag: TAG,
    summary: 'Report how couriers deliver',
    description:
      'Transit time from pick-up, success at the first attempt, returns and losses, by courier and city, of ' +
      'shipments that ended in the period.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The report.', data: DeliveryReportAnswer } },
  })
  async report(@Caller() caller: Principal, @Query() query: DeliveryReportQuery): Promise<Record<string, unknown>> {
    const answer: DeliveryReportAnswer = { items: await deliveryReport(this.deps.pool, caller, query) };
    return shipmentSuccess(200, 'Delivery report', answer);
  }

  @Get('report.csv')
  @Operation({
    id: 'downloadDeliveryReport',
    tag: TAG,
    summary: 'Download how couriers deliver',
    description: 'The same report as a file.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The file.', files: ['text/csv'] } },
  })
  @Header('content-type', 'text/csv; charset=utf-8')
  async file(@Caller() caller: Principal, @Query() query: DeliveryReportQuery): Promise<string> {
    return deliveryReportCsv(await deliveryReport(this.deps.pool, caller, query));
  }
}
