import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { callbackUrl } from '../callbacks/callback-url.ts';
import { faultHeader, requireExpressSignature } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { amountMinor, currency, fieldsOf, integer, reference, text } from '../http/fields.ts';
import type { Fields } from '../http/fields.ts';
import { LIMITS } from '../limits.ts';
import { bookParcel } from '../parcels/book-parcel.ts';
import type { Place } from '../parcels/book-parcel.ts';
import { cancelParcel } from '../parcels/cancel-parcel.ts';
import { findBooking } from '../parcels/find-parcel.ts';
import { trackParcel } from '../parcels/track-parcel.ts';
import { unknownReference } from '../payments/find-payment.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { expressScan, expressShipment } from './express-view.ts';

const courier = 'sandbox-express';
type Answer = Promise<Record<string, unknown>>;

/** API.md, section 8: JSON, signed both ways. */
@Controller('sandbox-express/v1/shipments')
export class ExpressController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post() @HttpCode(201)
  async book(@Req() request: ApiRequest): Answer {
    this.#allow(request);
    const fields = fieldsOf(request.body);
    const { parcel, replayed } = await bookParcel(this.sandbox, {
      courier, reference: reference(fields, 'reference'), merchantReference: text(fields, 'orderReference', LIMITS.merchantReferenceCharactersMax), service: text(fields, 'service'),
      pieces: count(fields, 'pieces', LIMITS.piecesMax), weightGrams: count(fields, 'weightGrams', Number.MAX_SAFE_INTEGER), cod: cash(fields),
      from: place(fieldsOf(fields.from)), to: place(fieldsOf(fields.to)), callbackUrl: callbackUrl(this.sandbox, courier, fields, 'webhookUrl'), header: faultHeader(request),
    });
    return expressShipment(parcel, { replayed });
  }

  @Get()
  async find(@Req() request: ApiRequest): Answer {
    this.#allow(request);
    const found = await findBooking(this.sandbox, { courier, reference: reference(request.query, 'reference'), header: faultHeader(request) });
    if (found === null) throw unknownReference();
    return expressShipment(found.parcel, { replayed: false, pending: found.pending });
  }

  @Post(':waybill/cancel') @HttpCode(200)
  async cancel(@Req() request: ApiRequest): Answer {
    this.#allow(request);
    const { parcel, replayed } = await cancelParcel(this.sandbox, { courier, waybill: request.params.waybill as string, header: faultHeader(request) });
    return { ...expressShipment(parcel, { replayed }), status: 'cancelled' };
  }

  @Get(':waybill/scans')
  async track(@Req() request: ApiRequest): Answer {
    this.#allow(request);
    const { parcel, scans } = await trackParcel(this.sandbox, { courier, waybill: request.params.waybill as string, header: faultHeader(request) });
    return { waybill: parcel.waybill, reference: parcel.reference, scans: scans.map((scan) => expressScan(parcel, scan)).reverse() };
  }

  #allow(request: ApiRequest): void {
    requireExpressSignature(this.sandbox.keys, request);
  }
}

function place(fields: Fields): Place {
  const address = text(fields, 'address', LIMITS.addressCharactersMax);
  return { name: text(fields, 'name'), phone: text(fields, 'phone'), address, city: text(fields, 'city'), country: text(fields, 'country', 2) };
}

function count(fields: Fields, name: string, max: number): number {
  return integer(fields, name, { min: 1, max, fallback: 1 }) as number;
}

function cash(fields: Fields): { minor: bigint; currency: string } | null {
  if (fields.cod === undefined || fields.cod === null) return null;
  const cod = fieldsOf(fields.cod);
  return { minor: amountMinor(cod, 'amount'), currency: currency(cod, 'currency') };
}
