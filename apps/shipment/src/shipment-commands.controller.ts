import { Body, Controller, Get, Inject, Param, Post, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { AwbAnswer } from './awb/awb.schema.ts';
import { findAwb } from './awb/find-awb.ts';
import { cancelShipment } from './shipments/cancel-shipment.ts';
import { SHIPMENT_DEPENDENCIES } from './shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from './shipments/shipment-dependencies.ts';
import { CancelBody, ShipmentEmptyAnswer } from './shipments/shipment.schema.ts';

/** §4.5 and §4.8. */
@Controller('oe/aggtr/api/v1/shipments')
export class ShipmentCommandsController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Post(':shipment_id/cancel')
  @Operation({
    id: 'cancelShipment',
    tag: 'Shipments',
    summary: 'Cancel a shipment',
    description:
      'Asks the courier to cancel. `shipment.cancelled` or `shipment.cancel.rejected` reports the result. Possible ' +
      'until the courier has picked the parcels up. A repeat changes nothing. The body may be left out.',
    scope: 'shipments:write',
    exactNumbers: true,
    idempotencyKey: 'optional',
    answers: { 202: { description: 'The cancellation is accepted.', data: ShipmentEmptyAnswer } },
    errors: ['NOT_CANCELLABLE'],
  })
  async cancel(
    @Caller() caller: Principal,
    @Param('shipment_id') id: string,
    @Body() cancel: CancelBody,
    @ParsedRequest() request: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const answer = await cancelShipment(this.dependencies, caller, { id, request, cancel });
    return this.#committed(applyAnswer(reply, answer));
  }

  @Get(':shipment_id/awb')
  @Operation({
    id: 'getAwb',
    tag: 'Shipments',
    summary: 'Get the label of a shipment',
    description:
      'The addresses of the label (air waybill) as PDF, ZPL and PNG. They work for 24 hours, without a token, for ' +
      'every holder. The label exists once the courier has booked the shipment: wait for `shipment.awb.ready`.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The addresses of the files.', data: AwbAnswer } },
    errors: ['AWB_NOT_READY', 'AWB_BOOKING_FAILED', 'AWB_CANCELLED'],
  })
  async awb(@Caller() caller: Principal, @Param('shipment_id') id: string): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Label of the shipment', await findAwb(this.dependencies, caller, id));
  }

  #committed(body: unknown): unknown {
    this.dependencies.onCommit();
    return body;
  }
}
