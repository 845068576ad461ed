import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { invalid } from '@qafila/envelopes/refusal';
import { currencyExponent, fromMinorUnits, toMinorUnits } from '@qafila/money/minor-units';
import type { Party } from '../../body/party.ts';
import type { BookingAnswer, BookingRequest, CancelAnswer, Courier, CourierScan, FindAnswer, LabelData, Wanted } from '../courier.ts';
import { addressOf, checkSigned, exchange, neededText, readScans, readSigned, sandboxKey, scannedAt, textOf, unclear } from './exchange.ts';
import type { Answer, Fields, SandboxOptions } from './exchange.ts';
import { SANDBOX_LIMITS } from './limits.ts';
import { CodeReader, ECONOMY_CODES } from './scan-meanings.ts';

const ID = 'sandbox-economy';
const PATH = `/${ID}/api`;
const RIYADH_MS = 3 * 3_600_000;
const NO = new Set(['20', '22', '50']);
const NO_MORE = new Set(['71', '72']);

/** The economy courier of apps/sandbox (its API.md, section 9): forms, return codes, the clock of Riyadh; tells of deliveries only. */
export class SandboxEconomy implements Courier {
  readonly id = ID;
  readonly name = 'Sandbox Economy';
  readonly isSandbox = true;
  readonly pollEveryMs = SANDBOX_LIMITS.economyPollMs;
  readonly #now: () => number;
  readonly #codes: CodeReader;
  readonly #authorization: string;

  constructor(private readonly options: SandboxOptions) {
    this.#now = options.now ?? Date.now;
    this.#codes = new CodeReader(ID, ECONOMY_CODES, options.log);
    this.#authorization = `Basic ${Buffer.from(`${sandboxKey(options.secret, `${ID}/api`)}:`).toString('base64')}`;
  }

  async book(booking: BookingRequest, signal: AbortSignal): Promise<BookingAnswer> {
    const answer = await this.#post('booking', bookingOf(booking), signal);
    const { AWB: awb, MSG: reason } = answer.body;
    const code = codeOf(answer);
    if (code === '00' && typeof awb === 'string') return { kind: 'booked', awb, label: labelOf(answer.body) };
    // 21, for one, says that the reference was used already: for what must be found out.
    if (NO.has(code)) return { kind: 'refused', code, reason: textOf(reason) };
    throw unclear(answer);
  }

  async find({ reference, sentUntilMs }: Wanted, signal: AbortSignal): Promise<FindAnswer> {
    // As of the question: what takes effect while the answer is on its way was not over.
    const isOver = this.#now() >= sentUntilMs + SANDBOX_LIMITS.absentAfterMs;
    const answer = await this.#get(`booking?${new URLSearchParams({ REF: reference }).toString()}`, signal);
    const [code, awb] = [codeOf(answer), answer.body.AWB];
    // It does not know of what it is still working on.
    if (code === '44') return { kind: isOver ? 'absent' : 'unknown' };
    if (code !== '00' || typeof awb !== 'string') throw unclear(answer);
    return { kind: 'found', awb, label: labelOf(answer.body) };
  }

  async cancel(awb: string, signal: AbortSignal): Promise<CancelAnswer> {
    const answer = await this.#post('void', { AWB: awb }, signal);
    const code = codeOf(answer);
    if (code === '00') return { kind: 'cancelled' };
    if (NO_MORE.has(code)) return { kind: 'refused', reason: textOf(answer.body.MSG) };
    throw unclear(answer);
  }

  async poll(awb: string, signal: AbortSignal): Promise<CourierScan[]> {
    const answer = await this.#get(`trace?${new URLSearchParams({ AWB: awb }).toString()}`, signal);
    if (codeOf(answer) !== '00') throw unclear(answer);
    return this.#scans(awb, answer.body.EVENTS);
  }

  readCallback(headers: IncomingHttpHeaders, body: Buffer): CourierScan[] {
    const [id, seconds] = [textOf(headers['x-economy-notify']), textOf(headers['x-economy-date'])];
    const expected = createHmac('sha256', sandboxKey(this.options.secret, `${ID}/callback`)).update(`${id}|${seconds}|`).update(body).digest();
    checkSigned({ given: textOf(headers['x-economy-digest']), expected, encoding: 'base64', seconds, nowMs: this.#now() });
    const told = readSigned(body);
    return this.#scans(neededText(told, 'AWB'), told.EVENTS);
  }

  #scans(awb: string, events: unknown): CourierScan[] {
    if (!Array.isArray(events)) throw invalid('EVENTS', 'EVENTS must be an array.');
    return readScans(this.options, events, { courier: ID, awb, read: (event) => this.#scan(awb, event) });
  }

  /** One scan, or none where its code moves nothing. */
  #scan(awb: string, event: Fields): CourierScan[] {
    const [code, occurredAtMs] = [neededText(event, 'ST'), timeOf(neededText(event, 'TS'), this.#now())];
    const meaning = this.#codes.meaningOf(code, awb);
    if (meaning === undefined) return [];
    return [{
      ...meaning, awb, occurredAtMs, courierStatusCode: code, reasonCode: this.#codes.reasonOf(textOf(event.RSN)), city: textOf(event.CITY) || undefined,
      countryCode: textOf(event.CTRY) || undefined, signedBy: textOf(event.POD) || undefined, codCollectedMinor: cashOf(textOf(event.COD), textOf(event.CUR)), codCurrency: textOf(event.CUR) || undefined,
    }];
  }

  #post(what: string, fields: Record<string, string>, signal: AbortSignal): Promise<Answer> {
    const headers = { authorization: this.#authorization, 'content-type': 'application/x-www-form-urlencoded' };
    return exchange(this.options, 'POST', `${PATH}/${what}`, { headers, body: new URLSearchParams(fields).toString(), signal });
  }

  #get(what: string, signal: AbortSignal): Promise<Answer> {
    return exchange(this.options, 'GET', `${PATH}/${what}`, { headers: { authorization: this.#authorization }, signal });
  }
}

function bookingOf({ reference, serviceCode, request, callbackUrl }: BookingRequest): Record<string, string> {
  const { referenceNumber, codAmount, currency, shipFrom, shipTo, packages } = request;
  return {
    REF: reference, ORDER_REF: referenceNumber, PRODUCT: serviceCode ?? 'ECONOMY', PIECES: String(packages.length),
    WEIGHT_KG: kilograms(packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0n)), ...(codAmount === 0n ? {} : { COD: fromMinorUnits(codAmount, currency), CUR: currency }),
    ...placeOf('FROM', shipFrom), ...placeOf('TO', shipTo), NOTIFY_URL: callbackUrl,
  };
}

/** Its return code; none where HTTP itself says that this is no answer of the kind. */
function codeOf({ status, body }: Answer): string {
  return status === 200 ? textOf(body.RC) : '';
}

/** `20261121143005`, by the clock of Riyadh, which knows no summer time. */
function timeOf(text: string, nowMs: number): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (second === undefined) throw invalid('TS', 'TS must be a time of 14 digits.');
  return scannedAt(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - RIYADH_MS, 'TS', nowMs);
}

/** An amount of which we cannot be sure is none: what was collected stays unknown then. */
function cashOf(amount: string, currency: string): bigint | undefined {
  const exponent = currencyExponent(currency);
  const [, fraction = ''] = /^\d{1,15}(?:\.(\d{1,4}))?$/.exec(amount) ?? ['', 'no amount'];
  return exponent === undefined || fraction.length > exponent ? undefined : toMinorUnits(amount, currency);
}

function kilograms(grams: bigint): string {
  return `${grams / 1_000n}.${(grams % 1_000n).toString().padStart(3, '0')}`;
}

function labelOf(body: Fields): LabelData {
  return { service: textOf(body.PRODUCT_NAME), sortCode: textOf(body.SORT) || undefined };
}

function placeOf(side: 'FROM' | 'TO', party: Party): Record<string, string> {
  const { name, phone, city, countryCode } = party;
  return { [`${side}_NAME`]: name, [`${side}_TEL`]: phone, [`${side}_ADDR`]: addressOf(party), [`${side}_CITY`]: city, [`${side}_CTRY`]: countryCode };
}
