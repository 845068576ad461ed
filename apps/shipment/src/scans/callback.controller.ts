import { Controller, Inject, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { OpenToAll } from '@qafila/auth/guard';
import { invalid, Refusal } from '@qafila/envelopes/refusal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import type { CourierScan } from '../couriers/courier.ts';
import { COURIER } from '../limits.ts';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { ShipmentEmptyAnswer } from '../shipments/shipment.schema.ts';
import { recordScans } from './record-scans.ts';

interface RawRequest {
  body: Buffer | undefined;
  headers: Record<string, string | string[] | undefined>;
}

/** Couriers send scans here. The call's signature alone authenticates it. Calls may repeat and come in any order. */
@OpenToAll()
@Controller('oe/aggtr/api/v1/couriers')
export class CallbackController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Post(':courier_id/webhook')
  @RouteConfig({ rawBody: true })
  @Operation({
    id: 'reportScans',
    tag: 'Callbacks of couriers',
    summary: 'Report scans, as a courier',
    description:
      "Couriers call this, merchants do not. The body is JSON in the courier's own format, and its signature alone " +
      'authenticates the call. Calls may repeat and come in any order: each scan counts once. 404 makes the courier ' +
      'call again: a call can overtake the answer to our booking.',
    answers: { 200: { description: 'The scans are recorded.', data: ShipmentEmptyAnswer } },
    errors: ['validation_error', 'malformed_json', 'signature_mismatch', 'SHIPMENT_NOT_FOUND', 'body_too_large'],
    notFound: 'COURIER_NOT_FOUND',
  })
  async hear(@Param('courier_id') id: string, @Req() { body, headers }: RawRequest): Promise<Record<string, unknown>> {
    const courier = this.dependencies.couriers.find(id);
    if (courier === undefined)
      throw new Refusal(404, 'COURIER_NOT_FOUND', `There is no courier ${JSON.stringify(id)} here.`);
    if (!Buffer.isBuffer(body) || body.length > COURIER.callbackBytesMax)
      throw invalid('body', 'A callback has a JSON body.');
    const byWaybill = new Map<string, CourierScan[]>();
    for (const scan of courier.readCallback(headers, body))
      byWaybill.set(scan.awb, [...(byWaybill.get(scan.awb) ?? []), scan]);
    const known = await Promise.all(
      [...byWaybill].map(([awb, scans]) =>
        recordScans(this.dependencies, { courier: id, awb, source: 'webhook' }, scans),
      ),
    );
    // A call can overtake the courier's own answer to our booking. The 404 makes the courier call again.
    if (known.includes(false))
      throw new Refusal(404, 'SHIPMENT_NOT_FOUND', 'There is no shipment of this waybill here yet. Call again.');
    return shipmentSuccess(200, 'Received', {});
  }
}
