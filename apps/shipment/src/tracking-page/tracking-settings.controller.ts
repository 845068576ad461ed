import { Body, Controller, Get, Inject, Param, Put } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import { findShipment } from '../shipments/find-shipment.ts';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { listReports } from './report-problem.ts';
import { changeStoreLook, storeLook } from './store-look.ts';
import { ChangeTrackingPageBody, ProblemReportsAnswer, TrackingPageAnswer } from './tracking-page.schema.ts';

const TAG = 'Tracking page';

/** How the tracking pages of a store look, and what receivers report on them. */
@Controller('oe/aggtr/api/v1')
export class TrackingSettingsController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly deps: ShipmentDependencies) {}

  @Get('tracking-page')
  @Operation({
    id: 'getTrackingPage',
    tag: TAG,
    summary: 'Read the look of your tracking pages',
    description: 'Name, colour and place of help. A store that has set nothing has a plain look.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The look.', data: TrackingPageAnswer } },
  })
  async get(@Caller() caller: Principal): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Tracking page', await storeLook(this.deps.pool, caller));
  }

  @Put('tracking-page')
  @Operation({
    id: 'updateTrackingPage',
    tag: TAG,
    summary: 'Change the look of your tracking pages',
    description: 'Fields that you leave out keep their values. The change applies at once, to all pages of the store.',
    scope: 'shipments:write',
    exactNumbers: true,
    answers: { 200: { description: 'The changed look.', data: TrackingPageAnswer } },
    bodyExamples: { 'Name and colour': { name: 'متجر قافلة', color: '#7a3e00' } },
  })
  async change(@Caller() caller: Principal, @Body() body: ChangeTrackingPageBody): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Tracking page changed', await changeStoreLook(this.deps, caller, body));
  }

  @Get('shipments/:shipment_id/problem-reports')
  @Operation({
    id: 'listProblemReports',
    tag: TAG,
    summary: 'List what the receiver reported',
    description:
      'What the receiver of a shipment reported on its tracking page. Each report is also the event ' +
      '`shipment.problem.reported` and the alarm `RECEIVER_PROBLEM`.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The reports.', data: ProblemReportsAnswer } },
  })
  async reports(@Caller() caller: Principal, @Param('shipment_id') id: string): Promise<Record<string, unknown>> {
    const row = await findShipment(this.deps.pool, caller.accountId, id);
    const answer: ProblemReportsAnswer = { items: await listReports(this.deps, row) };
    return shipmentSuccess(200, 'Problem reports', answer);
  }
}
