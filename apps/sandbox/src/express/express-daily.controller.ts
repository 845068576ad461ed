import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { faultHeader, requireExpressSignature } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { readFields } from '../http/read-fields.ts';
import { unknownReference } from '../http/refusals.ts';
import { instructParcel } from '../parcels/instruct-parcel.ts';
import { cancelPickup, orderOnce, requireWaiting } from '../parcels/order-once.ts';
import type { PlacedOrder } from '../parcels/order-once.ts';
import { SIGNATURE_PNG } from '../parcels/signature-image.ts';
import { trackParcel } from '../parcels/track-parcel.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { ExpressInstruction, ExpressManifest, ExpressPickup } from './express-daily.schema.ts';

const courier = 'sandbox-express';
type Answer = Promise<Record<string, unknown>>;

/** API.md, section 8: what the express courier does beside booking and tracking. The economy courier has none of it. */
@Controller('sandbox-express/v1')
export class ExpressDailyController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post('shipments/:waybill/instructions')
  @HttpCode(200)
  async instruct(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const { reference, instruction, date, to, phone, note } = readFields(ExpressInstruction, request.body);
    return orderView(
      await instructParcel(this.sandbox, {
        courier,
        waybill: request.params.waybill as string,
        reference,
        instruction,
        date,
        city: to?.city,
        values: [to, phone, note],
        faultHeader: faultHeader(request),
      }),
    );
  }

  @Post('pickups')
  @HttpCode(201)
  async pickup(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const { reference, waybills, from, date, ready, close, timeZone, note } = readFields(ExpressPickup, request.body);
    const values = [from, date, ready, close, timeZone, note];
    const order = { courier, kind: 'pickup', reference, waybills, values, faultHeader: faultHeader(request) } as const;
    return orderView(await orderOnce(this.sandbox, order, (tx, parcels) => requireWaiting(this.sandbox, tx, parcels)));
  }

  @Post('pickups/:number/cancel')
  @HttpCode(200)
  async cancelPickup(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const number = request.params.number as string;
    return orderView(await cancelPickup(this.sandbox, { courier, number, faultHeader: faultHeader(request) }));
  }

  @Post('manifests')
  @HttpCode(201)
  async manifest(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const { reference, waybills } = readFields(ExpressManifest, request.body);
    const order = { courier, kind: 'manifest', reference, waybills, values: [], faultHeader: faultHeader(request) };
    return orderView(
      await orderOnce(this.sandbox, { ...order, courier, kind: 'manifest' }, (tx, parcels) =>
        requireWaiting(this.sandbox, tx, parcels),
      ),
    );
  }

  /** 404 until the delivery is known. */
  @Get('shipments/:waybill/proof')
  async proof(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const { parcel, scans } = await trackParcel(this.sandbox, {
      courier,
      waybill: request.params.waybill as string,
      faultHeader: faultHeader(request),
    });
    if (!scans.some(({ kind }) => kind === 'delivered')) throw unknownReference();
    const { waybill, signed_by: signedBy } = parcel;
    return { waybill, signedBy, files: [{ format: 'png', content: SIGNATURE_PNG }] };
  }

  #authorize(request: ApiRequest): void {
    requireExpressSignature(this.sandbox.keys, request);
  }
}

function orderView({ order, replayed }: PlacedOrder): Record<string, unknown> {
  const { reference, number, cancelled_at: cancelledAt } = order;
  return { reference, number, status: cancelledAt === null ? 'accepted' : 'cancelled', replayed };
}
