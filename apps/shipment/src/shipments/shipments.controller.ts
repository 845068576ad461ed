import { Controller, Get, HttpCode, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { answered, Sent } from '@qafila/idempotency/sent';
import type { Reply, SentRequest } from '@qafila/idempotency/sent';
import { findAwb } from '../awb/find-awb.ts';
import { readEnabled } from '../body/read-enabled.ts';
import { SHIPMENTS } from '../shipments.ts';
import type { Shipments } from '../shipments.ts';
import { cancelShipment, clearAlarms, retryBooking } from './command-shipment.ts';
import { createShipment } from './create-shipment.ts';
import { listShipments, trackShipment } from './find-shipments.ts';
import type { ListQuery } from './find-shipments.ts';
import { returnShipment } from './return-shipment.ts';

/** §4.3 to §4.8, and what an operator of shipments needs beside them (decision 0015). */
@Controller('oe/aggtr/api/v1/shipments')
export class ShipmentsController {
  constructor(@Inject(SHIPMENTS) private readonly shipments: Shipments) {}

  @Post() @HttpCode(200) @NeedsScope('shipments:write') @RouteConfig({ exactNumbers: true })
  async create(@Caller() caller: Principal, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    const answer = await createShipment(this.shipments, caller, sent);
    this.shipments.onOwed();
    return answered(reply, answer);
  }

  @Get() @NeedsScope('shipments:read')
  async list(@Caller() caller: Principal, @Query() query: ListQuery): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Shipments of this company', await listShipments(this.shipments, caller, query));
  }

  @Get('couriers') @NeedsScope('shipments:read')
  async couriers(@Caller() caller: Principal): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Couriers of this company', { couriers: await this.shipments.couriers.ofCompany(this.shipments.pool, caller.accountId) });
  }

  @Put('couriers/:courier_id') @NeedsScope('shipments:write') @RouteConfig({ exactNumbers: true })
  async changeCourier(@Caller() caller: Principal, @Param('courier_id') id: string, @Sent() { body }: SentRequest): Promise<Record<string, unknown>> {
    await this.shipments.couriers.change(this.shipments.pool, caller.accountId, { id, enabled: readEnabled(body) });
    return this.couriers(caller);
  }

  @Post(':shipment_id/return') @HttpCode(200) @NeedsScope('shipments:write') @RouteConfig({ exactNumbers: true })
  async return(@Caller() caller: Principal, @Param('shipment_id') id: string, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return this.#told(answered(reply, await returnShipment(this.shipments, caller, id, sent)));
  }

  @Post(':shipment_id/cancel') @HttpCode(202) @NeedsScope('shipments:write') @RouteConfig({ exactNumbers: true })
  async cancel(@Caller() caller: Principal, @Param('shipment_id') id: string, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return this.#told(answered(reply, await cancelShipment(this.shipments, caller, id, sent)));
  }

  @Post(':shipment_id/retry-booking') @HttpCode(202) @NeedsScope('shipments:write') @RouteConfig({ exactNumbers: true })
  async retry(@Caller() caller: Principal, @Param('shipment_id') id: string, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return this.#told(answered(reply, await retryBooking(this.shipments, caller, id, sent)));
  }

  @Post(':shipment_id/clear-alarms') @HttpCode(200) @NeedsScope('shipments:write')
  async clear(@Caller() caller: Principal, @Param('shipment_id') id: string): Promise<Record<string, unknown>> {
    await clearAlarms(this.shipments, caller, id);
    return shipmentSuccess(200, 'Alarms cleared', {});
  }

  @Get(':shipment_id/track') @NeedsScope('shipments:read')
  async track(@Caller() caller: Principal, @Param('shipment_id') id: string): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Tracking of the shipment', await trackShipment(this.shipments, caller, id));
  }

  @Get(':shipment_id/awb') @NeedsScope('shipments:read')
  async awb(@Caller() caller: Principal, @Param('shipment_id') id: string): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Label of the shipment', await findAwb(this.shipments, caller, id));
  }

  #told(body: unknown): unknown {
    this.shipments.onCommit();
    return body;
  }
}
