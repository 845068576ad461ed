import { Body, Controller, Inject, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import { makeSheet } from './awb/make-sheet.ts';
import { LabelSheetAnswer, LabelSheetBody } from './awb/sheet.schema.ts';
import { LIMITS } from './limits.ts';
import { SHIPMENT_DEPENDENCIES } from './shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from './shipments/shipment-dependencies.ts';

/** Labels of several shipments, to print at once. */
@Controller('oe/aggtr/api/v1/shipments/labels')
export class LabelSheetsController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Post()
  @Operation({
    id: 'mergeLabels',
    tag: 'Shipments',
    summary: 'Get the labels of several shipments as one PDF',
    description:
      `One file of at most ${LIMITS.sheetShipmentsMax} shipments and ${LIMITS.sheetPagesMax} labels, in the order of ` +
      '`shipmentIds`, ours and those that couriers made. `errors` names the shipments that are not in it, and why. ' +
      'The address works for 24 hours, without a token; a shipment that is cancelled meanwhile is in it as VOID.',
    scope: 'shipments:read',
    repeatable: true,
    answers: { 200: { description: 'The address of the file.', data: LabelSheetAnswer } },
    bodyExamples: { 'Four on a page': { shipmentIds: ['shp_01KAB3X4Y5Z6', 'shp_01KAB3X4Y5Z7'], layout: 'a4' } },
  })
  async make(@Caller() caller: Principal, @Body() body: LabelSheetBody): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Labels of the shipments', await makeSheet(this.dependencies, caller, body));
  }
}
