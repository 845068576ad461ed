import { createHmac } from 'node:crypto';
import { invalid } from '@qafila/envelopes/refusal';
import { textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { currencyExponent, fromMinorUnits, toMinorUnits } from '@qafila/money/minor-units';
import type { Consignment, ConsignmentParty } from '../consignment.ts';
import type {
  BookingLookup,
  BookingRequest,
  BookingResult,
  CallbackResult,
  Cancellation,
  CancelResult,
  Courier,
  ReportedScan,
  LabelData,
  LookupResult,
  PolledWaybill,
  Polling,
  QuoteResult,
  ReceivedCall,
  ServiceOffer,
} from '../courier.ts';
import type { JsonAnswer } from '../exchange-json.ts';
import {
  addressOf,
  checkSigned,
  exchange,
  requiredText,
  readScans,
  readSigned,
  sandboxKey,
  scannedAt,
  unclear,
  weightOf,
} from './exchange.ts';
import type { SandboxOptions } from './exchange.ts';
import { SANDBOX_LIMITS } from './limits.ts';
import { CodeReader, ECONOMY_CODES } from './scan-meanings.ts';

const ID = 'sandbox-economy';
const PATH = `/${ID}/api`;
const RIYADH_MS = 3 * 3_600_000;
const BOOKING_REFUSED = new Set(['20', '22', '50']);
const CANCEL_REFUSED = new Set(['71', '72']);

/**
 * The economy courier of apps/sandbox (its API.md, section 9): forms, return codes, Riyadh time; calls us for
 * deliveries only.
 */
export class SandboxEconomy implements Courier {
  readonly id = ID;
  readonly name = 'Sandbox Economy';
  readonly isSandbox = true;
  readonly scanAheadMsMax = SANDBOX_LIMITS.scanAheadMsMax;
  readonly polling: Polling = {
    everyMs: SANDBOX_LIMITS.economyPollMs,
    quietMs: SANDBOX_LIMITS.economyPollMs,
    batchMax: 1,
  };
  readonly #now: () => number;
  readonly #codes: CodeReader;
  readonly #authorization: string;

  constructor(private readonly options: SandboxOptions) {
    this.#now = options.now ?? Date.now;
    this.#codes = new CodeReader(ID, ECONOMY_CODES, options.log);
    this.#authorization = `Basic ${Buffer.from(`${sandboxKey(options.secret, `${ID}/api`)}:`).toString('base64')}`;
  }

  async book(booking: BookingRequest, signal: AbortSignal): Promise<BookingResult> {
    const answer = await this.#post('booking', bookingOf(booking), signal);
    const { AWB: awb, MSG: reason } = answer.body;
    const code = codeOf(answer);
    if (code === '00' && typeof awb === 'string') return { kind: 'booked', awb, label: labelOf(answer.body) };
    // Other codes leave it open: 21, for example, says that the reference is used already, so it is looked up.
    if (BOOKING_REFUSED.has(code)) return { kind: 'refused', code, reason: textOf(reason) };
    throw unclear(answer);
  }

  async quote({ shipFrom, shipTo, packages }: Consignment, signal: AbortSignal): Promise<QuoteResult> {
    const route = {
      WEIGHT_KG: kilograms(weightOf(packages)),
      FROM_CTRY: shipFrom.countryCode,
      TO_CTRY: shipTo.countryCode,
    };
    const answer = await this.#get(`rate?${new URLSearchParams(route).toString()}`, signal);
    if (codeOf(answer) !== '00') throw unclear(answer);
    return { kind: 'offers', offers: [offerOf(answer.body)] };
  }

  async find({ shipmentId, sentUntilMs }: BookingLookup, signal: AbortSignal): Promise<LookupResult> {
    // Taken before the request: a booking may still take effect while the answer is on its way.
    const isOver = this.#now() >= sentUntilMs + SANDBOX_LIMITS.absentAfterMs;
    const answer = await this.#get(`booking?${new URLSearchParams({ REF: shipmentId }).toString()}`, signal);
    const [code, awb] = [codeOf(answer), answer.body.AWB];
    // 44 also covers a booking that the courier is still working on.
    if (code === '44') return { kind: isOver ? 'absent' : 'unknown' };
    if (code !== '00' || typeof awb !== 'string') throw unclear(answer);
    return { kind: 'found', awb, label: labelOf(answer.body) };
  }

  async cancel({ awb }: Cancellation, signal: AbortSignal): Promise<CancelResult> {
    const answer = await this.#post('void', { AWB: awb }, signal);
    const code = codeOf(answer);
    if (code === '00') return { kind: 'cancelled' };
    if (CANCEL_REFUSED.has(code)) return { kind: 'refused', reason: textOf(answer.body.MSG) };
    throw unclear(answer);
  }

  async poll(waybills: readonly PolledWaybill[], signal: AbortSignal): Promise<ReportedScan[]> {
    return (await Promise.all(waybills.map(({ awb }) => this.#trace(awb, signal)))).flat();
  }

  async #trace(awb: string, signal: AbortSignal): Promise<ReportedScan[]> {
    const answer = await this.#get(`trace?${new URLSearchParams({ AWB: awb }).toString()}`, signal);
    if (codeOf(answer) !== '00') throw unclear(answer);
    return this.#scans(awb, answer.body.EVENTS);
  }

  readCallback({ headers, body }: ReceivedCall): CallbackResult {
    const [id, seconds] = [textOf(headers['x-economy-notify']), textOf(headers['x-economy-date'])];
    const expected = createHmac('sha256', sandboxKey(this.options.secret, `${ID}/callback`))
      .update(`${id}|${seconds}|`)
      .update(body)
      .digest();
    checkSigned({
      given: textOf(headers['x-economy-digest']),
      expected,
      encoding: 'base64',
      seconds,
      nowMs: this.#now(),
    });
    const message = readSigned(body);
    return { kind: 'scans', scans: this.#scans(requiredText(message, 'AWB'), message.EVENTS) };
  }

  #scans(awb: string, events: unknown): ReportedScan[] {
    if (!Array.isArray(events)) throw invalid('EVENTS', 'EVENTS must be an array.');
    return readScans(this.options, events, {
      ...{ courier: ID, awb, code: 'ST', time: 'TS' },
      read: (event) => this.#scan(awb, event),
    });
  }

  /** One scan, or none when its code changes nothing. */
  #scan(awb: string, event: Fields): ReportedScan[] {
    const [code, occurredAtMs] = [requiredText(event, 'ST'), timeOf(requiredText(event, 'TS'), this.#now())];
    return this.#codes.read({
      awb,
      occurredAtMs,
      writtenAt: textOf(event.TS),
      courierStatusCode: code,
      reasonCode: this.#codes.reasonOf(textOf(event.RSN)),
      city: textOf(event.CITY) || undefined,
      countryCode: textOf(event.CTRY) || undefined,
      signedBy: textOf(event.POD) || undefined,
      codCollectedMinor: cashOf(textOf(event.COD), textOf(event.CUR)),
      codCurrency: textOf(event.CUR) || undefined,
    });
  }

  #post(operation: string, fields: Record<string, string>, signal: AbortSignal): Promise<JsonAnswer> {
    const headers = { authorization: this.#authorization, 'content-type': 'application/x-www-form-urlencoded' };
    return exchange(this.options, 'POST', `${PATH}/${operation}`, {
      headers,
      body: new URLSearchParams(fields).toString(),
      signal,
    });
  }

  #get(operation: string, signal: AbortSignal): Promise<JsonAnswer> {
    return exchange(this.options, 'GET', `${PATH}/${operation}`, {
      headers: { authorization: this.#authorization },
      signal,
    });
  }
}

function bookingOf({ shipmentId, serviceCode, consignment, callbackUrl }: BookingRequest): Record<string, string> {
  const { referenceNumber, codAmount, currency, shipFrom, shipTo, packages } = consignment;
  return {
    REF: shipmentId,
    ORDER_REF: referenceNumber,
    PRODUCT: serviceCode ?? 'ECONOMY',
    PIECES: String(packages.length),
    WEIGHT_KG: kilograms(weightOf(packages)),
    ...(codAmount === 0n ? {} : { COD: fromMinorUnits(codAmount, currency), CUR: currency }),
    ...placeOf('FROM', shipFrom),
    ...placeOf('TO', shipTo),
    NOTIFY_URL: callbackUrl,
  };
}

/** The return code; empty when the HTTP status says that the body has none. */
function codeOf({ status, body }: JsonAnswer): string {
  return status === 200 ? textOf(body.RC) : '';
}

/** `20261121143005`, in Riyadh time, which has no summer time. */
function timeOf(text: string, nowMs: number): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (second === undefined) throw invalid('TS', 'TS must be a time of 14 digits.');
  return scannedAt(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - RIYADH_MS,
    'TS',
    nowMs,
  );
}

/** Undefined for an amount that we cannot read with certainty: what was collected then stays unknown. */
function cashOf(amount: string, currency: string): bigint | undefined {
  const exponent = currencyExponent(currency);
  const [, fraction = ''] = /^\d{1,15}(?:\.(\d{1,4}))?$/.exec(amount) ?? ['', 'no amount'];
  return exponent === undefined || fraction.length > exponent ? undefined : toMinorUnits(amount, currency);
}

function kilograms(grams: bigint): string {
  return `${grams / 1_000n}.${(grams % 1_000n).toString().padStart(3, '0')}`;
}

function offerOf(body: Fields): ServiceOffer {
  const currency = textOf(body.CUR);
  return {
    serviceCode: textOf(body.PRODUCT),
    serviceName: textOf(body.PRODUCT_NAME),
    price: { amountMinor: toMinorUnits(textOf(body.PRICE), currency), currency },
    transitDays: Number(textOf(body.DAYS)),
  };
}

function labelOf(body: Fields): LabelData {
  return { service: textOf(body.PRODUCT_NAME), sortCode: textOf(body.SORT) || undefined };
}

function placeOf(side: 'FROM' | 'TO', party: ConsignmentParty): Record<string, string> {
  const { name, phone, city, countryCode } = party;
  return {
    [`${side}_NAME`]: name,
    [`${side}_TEL`]: phone,
    [`${side}_ADDR`]: addressOf(party),
    [`${side}_CITY`]: city,
    [`${side}_CTRY`]: countryCode,
  };
}
