import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { fromMinorUnits, toMinorUnits } from '@qafila/money/minor-units';
import { callbackUrl } from '../callbacks/callback-url.ts';
import { faultHeader, requireBasic } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { readFields } from '../http/read-fields.ts';
import { unknownReference } from '../http/refusals.ts';
import { bookParcel } from '../parcels/book-parcel.ts';
import type { Place } from '../parcels/book-parcel.ts';
import { cancelParcel } from '../parcels/cancel-parcel.ts';
import { findBooking } from '../parcels/find-parcel.ts';
import { ratesOf } from '../parcels/rates.ts';
import { trackParcel } from '../parcels/track-parcel.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { economyBooking, economyEvent } from './economy-view.ts';
import { EconomyBooking, EconomyReference, EconomyRoute, EconomyWaybill } from './economy.schema.ts';

const courier = 'sandbox-economy';
type Answer = Promise<Record<string, unknown>>;

/** API.md, section 9: requests are forms, answers are flat JSON, and nearly all are HTTP 200. */
@Controller('sandbox-economy/api')
export class EconomyController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post('booking')
  @HttpCode(200)
  async book(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const fields = readFields(EconomyBooking, request.body);
    const { parcel, replayed } = await bookParcel(this.sandbox, {
      courier,
      reference: fields.REF,
      merchantReference: fields.ORDER_REF,
      service: fields.PRODUCT,
      pieces: fields.PIECES ?? 1,
      weightGrams: fields.WEIGHT_KG,
      cod: cash(fields),
      from: place(fields, 'FROM'),
      to: place(fields, 'TO'),
      callbackUrl: callbackUrl(this.sandbox, courier, fields.NOTIFY_URL, 'NOTIFY_URL'),
      faultHeader: faultHeader(request),
    });
    return economyBooking(parcel, replayed);
  }

  @Get('rate')
  async rate(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const { WEIGHT_KG: weightGrams, FROM_CTRY: from, TO_CTRY: to } = readFields(EconomyRoute, request.query);
    const [rate] = ratesOf(courier, { from, to, weightGrams });
    return {
      RC: '00',
      MSG: 'OK',
      PRODUCT: rate?.service,
      PRODUCT_NAME: rate?.name,
      PRICE: fromMinorUnits(BigInt(rate?.minor ?? 0), 'SAR'),
      CUR: 'SAR',
      DAYS: String(rate?.days),
    };
  }

  /** Finds bookings in force only: a pending one is not found. */
  @Get('booking')
  async find(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const found = await findBooking(this.sandbox, {
      courier,
      reference: readFields(EconomyReference, request.query).REF,
      faultHeader: faultHeader(request),
    });
    if (found === null || found.pending) throw unknownReference();
    return economyBooking(found.parcel, false);
  }

  @Post('void')
  @HttpCode(200)
  async cancel(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const { parcel, replayed } = await cancelParcel(this.sandbox, {
      courier,
      waybill: readFields(EconomyWaybill, request.body).AWB,
      faultHeader: faultHeader(request),
    });
    return economyBooking(parcel, replayed);
  }

  @Get('trace')
  async track(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const { parcel, scans } = await trackParcel(this.sandbox, {
      courier,
      waybill: readFields(EconomyWaybill, request.query).AWB,
      faultHeader: faultHeader(request),
    });
    return {
      RC: '00',
      MSG: 'OK',
      AWB: parcel.waybill,
      REF: parcel.reference,
      EVENTS: scans.map((scan) => economyEvent(parcel, scan)),
    };
  }

  #authorize(request: ApiRequest): void {
    requireBasic(this.sandbox.keys.api(courier), request);
  }
}

function place(fields: EconomyBooking, side: 'FROM' | 'TO'): Place {
  return {
    name: fields[`${side}_NAME`],
    phone: fields[`${side}_TEL`],
    address: fields[`${side}_ADDR`],
    city: fields[`${side}_CITY`],
    country: fields[`${side}_CTRY`],
  };
}

/** The class judges that cash has a currency. */
function cash({ COD: amount, CUR: currency = '' }: EconomyBooking): { minor: bigint; currency: string } | null {
  return amount === undefined ? null : { minor: toMinorUnits(amount, currency), currency };
}
