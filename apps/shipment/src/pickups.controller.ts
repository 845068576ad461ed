import { Body, Controller, Get, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { cancelPickup, listPickups, readPickup, resolvePickup } from './pickups/change-pickups.ts';
import { orderPickup } from './pickups/order-pickup.ts';
import { listHours, setHours } from './pickups/pickup-hours.ts';
import { PickupHoursAnswer, PickupHoursBody, PickupHoursListAnswer } from './pickups/pickup-hours.schema.ts';
import {
  CancelPickupBody,
  ListPickupsQuery,
  PickupAnswer,
  PickupBody,
  ResolvePickupBody,
} from './pickups/pickup.schema.ts';
import { SHIPMENT_DEPENDENCIES } from './shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from './shipments/shipment-dependencies.ts';

const READ = { tag: 'Pick-ups and manifests', scope: 'shipments:read' } as const;
const WRITE = { tag: 'Pick-ups and manifests', scope: 'shipments:write' } as const;

/** Drivers who come for parcels. */
@Controller('oe/aggtr/api/v1/shipments')
export class PickupsController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Get('pickup-hours')
  @Operation({
    ...READ,
    id: 'listPickupHours',
    summary: 'List when drivers come',
    description: 'The hours, the cut-off and the days of each courier. Where you set none, the default.',
    answers: { 200: { description: 'The hours.', data: PickupHoursListAnswer } },
  })
  async hours(@Caller() caller: Principal): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Hours of pick-ups', { items: await listHours(this.dependencies, caller) });
  }

  @Put('pickup-hours/:courier_id')
  @Operation({
    ...WRITE,
    id: 'setPickupHours',
    summary: 'Set when drivers of a courier come',
    description: 'As agreed with the courier; with `city` for pick-up addresses in that city alone.',
    answers: { 200: { description: 'The hours are set.', data: PickupHoursAnswer } },
    notFound: 'COURIER_NOT_FOUND',
  })
  async setHours(
    @Caller() caller: Principal,
    @Param('courier_id') courier: string,
    @Body() body: PickupHoursBody,
  ): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Hours set', await setHours(this.dependencies, caller, courier, body));
  }

  @Post('pickups')
  @Operation({
    ...WRITE,
    id: 'orderPickup',
    summary: 'Order a driver',
    description:
      'For booked parcels of one courier at one address. Without a date the driver comes today before the cut-off ' +
      'hour, else on the next day on which the courier comes. The courier is asked afterwards: read the pick-up for ' +
      "the courier's number. A courier without such a call leaves it `BY_PHONE`, for a person.",
    idempotencyKey: 'optional',
    answers: { 202: { description: 'The pick-up is requested.', data: PickupAnswer } },
    errors: ['PICKUP_CUT_OFF', 'PICKUP_NOT_POSSIBLE', 'PICKUP_OPEN', 'SHIPMENT_NOT_FOUND'],
  })
  async order(
    @Caller() caller: Principal,
    @Body() body: PickupBody,
    @ParsedRequest() request: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return this.#committed(applyAnswer(reply, await orderPickup(this.dependencies, caller, { request, body })));
  }

  @Get('pickups')
  @Operation({
    ...READ,
    id: 'listPickups',
    summary: 'List pick-ups',
    description: 'The newest first. `status=BY_PHONE` and `status=CANCEL_BY_PHONE` list the work of people.',
    answers: { 200: { description: 'One page of pick-ups.', data: PageOf(PickupAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListPickupsQuery): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Pick-ups of this company', await listPickups(this.dependencies, caller, query));
  }

  @Get('pickups/:pickup_id')
  @Operation({
    ...READ,
    id: 'getPickup',
    summary: 'Get a pick-up',
    description: "One pick-up with the courier's number.",
    answers: { 200: { description: 'The pick-up.', data: PickupAnswer } },
    notFound: 'PICKUP_NOT_FOUND',
  })
  async get(@Caller() caller: Principal, @Param('pickup_id') id: string): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Pick-up', await readPickup(this.dependencies, caller, id));
  }

  @Post('pickups/:pickup_id/cancel')
  @Operation({
    ...WRITE,
    id: 'cancelPickup',
    summary: 'Cancel a pick-up',
    description: 'Its parcels can wait for another driver once it is `CANCELLED`. A repeat changes nothing.',
    repeatable: true,
    answers: { 202: { description: 'The cancellation is accepted.', data: PickupAnswer } },
    errors: ['PICKUP_UNDECIDED'],
    notFound: 'PICKUP_NOT_FOUND',
  })
  async cancel(
    @Caller() caller: Principal,
    @Param('pickup_id') id: string,
    @Body() body: CancelPickupBody,
  ): Promise<unknown> {
    const answer = await cancelPickup(this.dependencies, caller, id, body);
    return this.#committed(shipmentSuccess(202, 'Cancellation accepted', answer));
  }

  @Post('pickups/:pickup_id/resolve')
  @Operation({
    ...WRITE,
    id: 'resolvePickup',
    summary: 'Report what a person arranged',
    description:
      "For a pick-up that is `BY_PHONE` or `CANCEL_BY_PHONE`: whether the driver comes, with the courier's number. A " +
      'repeat with the same outcome changes nothing.',
    repeatable: true,
    answers: { 200: { description: 'The pick-up is resolved.', data: PickupAnswer } },
    errors: ['PICKUP_UNDECIDED'],
    notFound: 'PICKUP_NOT_FOUND',
  })
  async resolve(
    @Caller() caller: Principal,
    @Param('pickup_id') id: string,
    @Body() body: ResolvePickupBody,
  ): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Pick-up resolved', await resolvePickup(this.dependencies, caller, id, body));
  }

  #committed(body: unknown): unknown {
    this.dependencies.onCommit();
    return body;
  }
}
