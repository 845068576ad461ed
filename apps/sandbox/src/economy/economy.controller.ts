import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { invalid } from '@qafila/envelopes/refusal';
import { currencyExponent, toMinorUnits } from '@qafila/money/minor-units';
import { callbackUrl } from '../callbacks/callback-url.ts';
import { faultHeader, requireBasic } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { currency, fieldsOf, integer, optionalText, reference, text } from '../http/fields.ts';
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
import { economyBooking, economyEvent } from './economy-view.ts';

const courier = 'sandbox-economy';
type Answer = Promise<Record<string, unknown>>;

/** API.md, section 9: forms in, flat JSON out, and 200 for nearly everything. */
@Controller('sandbox-economy/api')
export class EconomyController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post('booking') @HttpCode(200)
  async book(@Req() request: ApiRequest): Answer {
    const fields = this.#fields(request);
    const { parcel, replayed } = await bookParcel(this.sandbox, {
      courier, reference: reference(fields, 'REF'), merchantReference: text(fields, 'ORDER_REF', LIMITS.merchantReferenceCharactersMax), service: text(fields, 'PRODUCT'),
      pieces: integer(fields, 'PIECES', { min: 1, max: LIMITS.piecesMax, fallback: 1 }) as number, weightGrams: grams(fields), cod: cash(fields),
      from: place(fields, 'FROM'), to: place(fields, 'TO'), callbackUrl: callbackUrl(this.sandbox, courier, fields, 'NOTIFY_URL'), header: faultHeader(request),
    });
    return economyBooking(parcel, replayed);
  }

  /** Knows only what is in force: a booking that is on its way is not found. */
  @Get('booking')
  async find(@Req() request: ApiRequest): Answer {
    const found = await findBooking(this.sandbox, { courier, reference: reference(this.#query(request), 'REF'), header: faultHeader(request) });
    if (found === null || found.pending) throw unknownReference();
    return economyBooking(found.parcel, false);
  }

  @Post('void') @HttpCode(200)
  async cancel(@Req() request: ApiRequest): Answer {
    const { parcel, replayed } = await cancelParcel(this.sandbox, { courier, waybill: text(this.#fields(request), 'AWB'), header: faultHeader(request) });
    return economyBooking(parcel, replayed);
  }

  @Get('trace')
  async track(@Req() request: ApiRequest): Answer {
    const { parcel, scans } = await trackParcel(this.sandbox, { courier, waybill: text(this.#query(request), 'AWB'), header: faultHeader(request) });
    return { RC: '00', MSG: 'OK', AWB: parcel.waybill, REF: parcel.reference, EVENTS: scans.map((scan) => economyEvent(parcel, scan)) };
  }

  #fields(request: ApiRequest): Fields {
    requireBasic(this.sandbox.keys.api(courier), request);
    return fieldsOf(request.body);
  }

  #query(request: ApiRequest): Fields {
    requireBasic(this.sandbox.keys.api(courier), request);
    return request.query;
  }
}

function place(fields: Fields, side: 'FROM' | 'TO'): Place {
  return {
    name: text(fields, `${side}_NAME`), phone: text(fields, `${side}_TEL`), address: text(fields, `${side}_ADDR`, LIMITS.addressCharactersMax),
    city: text(fields, `${side}_CITY`), country: text(fields, `${side}_CTRY`, 2),
  };
}

function grams(fields: Fields): number {
  const [, kilograms, rest = ''] = /^([0-9]{1,9})(?:\.([0-9]{1,3}))?$/.exec(text(fields, 'WEIGHT_KG')) ?? [];
  if (kilograms === undefined) throw invalid('WEIGHT_KG', 'WEIGHT_KG must be kilograms with up to three decimals.');
  return Number(kilograms) * 1_000 + Number(rest.padEnd(3, '0'));
}

function cash(fields: Fields): { minor: bigint; currency: string } | null {
  const amount = optionalText(fields, 'COD');
  if (amount === null) return null;
  const code = currency(fields, 'CUR');
  const [, fraction = ''] = /^[0-9]{1,15}(?:\.([0-9]{1,4}))?$/.exec(amount) ?? ['', 'no amount'];
  if (fraction.length > (currencyExponent(code) ?? 0)) throw invalid('COD', `COD must be an amount of ${code} such as 115.00.`);
  return { minor: toMinorUnits(amount, code), currency: code };
}
