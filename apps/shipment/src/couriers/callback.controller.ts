import { Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { OpenToAll } from '@qafila/auth/guard';
import { Refusal } from '@qafila/envelopes/refusal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { COURIER } from '../limits.ts';
import { SHIPMENTS } from '../shipments.ts';
import type { Shipments } from '../shipments.ts';
import type { CourierScan } from './courier.ts';
import { takeScans } from './take-scans.ts';

interface RawRequest { body: Buffer | undefined; headers: Record<string, string | string[] | undefined> }

/** Where couriers call us. A call's signature is its only pass; repeats and other orders are all one. */
@OpenToAll()
@Controller('oe/aggtr/api/v1/couriers')
export class CallbackController {
  constructor(@Inject(SHIPMENTS) private readonly shipments: Shipments) {}

  @Post(':courier_id/webhook') @HttpCode(200) @RouteConfig({ rawBody: true })
  async hear(@Param('courier_id') id: string, @Req() { body, headers }: RawRequest): Promise<Record<string, unknown>> {
    const courier = this.shipments.couriers.find(id);
    if (courier === undefined) throw new Refusal(404, 'COURIER_UNKNOWN', `There is no courier ${JSON.stringify(id)} here.`);
    if (!Buffer.isBuffer(body) || body.length > COURIER.callbackBytesMax) throw new Refusal(400, 'VALIDATION_FAILED', 'A callback has a JSON body.');
    const byWaybill = new Map<string, CourierScan[]>();
    for (const scan of courier.readCallback(headers, body)) byWaybill.set(scan.awb, [...byWaybill.get(scan.awb) ?? [], scan]);
    const known = await Promise.all([...byWaybill].map(([awb, scans]) => takeScans(this.shipments, { courier: id, awb, source: 'webhook' }, scans)));
    // A call can overtake the courier's own answer to our booking: told so, he calls again.
    if (known.includes(false)) throw new Refusal(404, 'SHIPMENT_NOT_FOUND', 'There is no shipment of this waybill here yet. Call again.');
    return shipmentSuccess(200, 'Received', {});
  }
}
