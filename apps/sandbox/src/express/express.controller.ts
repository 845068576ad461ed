import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { callbackUrl } from '../callbacks/callback-url.ts';
import { faultHeader, requireExpressSignature } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { readFields } from '../http/read-fields.ts';
import { unknownReference } from '../http/refusals.ts';
import { bookParcel } from '../parcels/book-parcel.ts';
import { cancelParcel } from '../parcels/cancel-parcel.ts';
import { findBooking } from '../parcels/find-parcel.ts';
import { ratesOf } from '../parcels/rates.ts';
import { trackParcel } from '../parcels/track-parcel.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { expressScan, expressShipment } from './express-view.ts';
import { ExpressBooking, ExpressReference, ExpressRoute } from './express.schema.ts';

const courier = 'sandbox-express';
type Answer = Promise<Record<string, unknown>>;

/** API.md, section 8: JSON; requests and callbacks are signed. */
@Controller('sandbox-express/v1/shipments')
export class ExpressController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post()
  @HttpCode(201)
  async book(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const { cod, from, to, ...fields } = readFields(ExpressBooking, request.body);
    const { parcel, replayed } = await bookParcel(this.sandbox, {
      courier,
      reference: fields.reference,
      merchantReference: fields.orderReference,
      service: fields.service,
      pieces: fields.pieces ?? 1,
      weightGrams: fields.weightGrams ?? 1,
      cod: cod === undefined ? null : { minor: cod.amount, currency: cod.currency },
      from,
      to,
      callbackUrl: callbackUrl(this.sandbox, courier, fields.webhookUrl, 'webhookUrl'),
      faultHeader: faultHeader(request),
    });
    return expressShipment(parcel, { replayed });
  }

  /** Prices in minor units of SAR. */
  @Post('rates')
  @HttpCode(200)
  async rates(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const rates = ratesOf(courier, readFields(ExpressRoute, request.body));
    return {
      rates: rates.map(({ service, name, minor, days }) => ({
        service: { code: service, name },
        price: { amount: minor, currency: 'SAR' },
        days,
      })),
    };
  }

  @Get()
  async find(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const found = await findBooking(this.sandbox, {
      courier,
      reference: readFields(ExpressReference, request.query).reference,
      faultHeader: faultHeader(request),
    });
    if (found === null) throw unknownReference();
    return expressShipment(found.parcel, { replayed: false, pending: found.pending });
  }

  @Post(':waybill/cancel')
  @HttpCode(200)
  async cancel(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const { parcel, replayed } = await cancelParcel(this.sandbox, {
      courier,
      waybill: request.params.waybill as string,
      faultHeader: faultHeader(request),
    });
    return { ...expressShipment(parcel, { replayed }), status: 'cancelled' };
  }

  @Get(':waybill/scans')
  async track(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const { parcel, scans } = await trackParcel(this.sandbox, {
      courier,
      waybill: request.params.waybill as string,
      faultHeader: faultHeader(request),
    });
    return {
      waybill: parcel.waybill,
      reference: parcel.reference,
      scans: scans.map((scan) => expressScan(parcel, scan)).reverse(),
    };
  }

  #authorize(request: ApiRequest): void {
    requireExpressSignature(this.sandbox.keys, request);
  }
}
