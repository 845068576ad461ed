import { createHmac } from 'node:crypto';
import { fieldsOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { Consignment } from '../consignment.ts';
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
import { ExpressDailyWork, placeOf } from './express-daily-work.ts';
import type { SandboxOptions } from './exchange.ts';
import { SANDBOX_LIMITS } from './limits.ts';
import { CodeReader, EXPRESS_CODES } from './scan-meanings.ts';

const ID = 'sandbox-express';
const PATH = `/${ID}/v1/shipments`;

/**
 * The express courier of apps/sandbox (its API.md, section 8): JSON, signed in both directions; calls us for every
 * scan.
 */
export class SandboxExpress implements Courier {
  readonly id = ID;
  readonly name = 'Sandbox Express';
  readonly isSandbox = true;
  readonly scanAheadMsMax = SANDBOX_LIMITS.scanAheadMsMax;
  readonly polling: Polling = {
    everyMs: SANDBOX_LIMITS.expressPollMs,
    quietMs: SANDBOX_LIMITS.expressPollMs,
    batchMax: 1,
  };
  readonly repeatable = { pickup: true, manifest: true };
  readonly instruct: ExpressDailyWork['instruct'];
  readonly schedulePickup: ExpressDailyWork['schedulePickup'];
  readonly cancelPickup: ExpressDailyWork['cancelPickup'];
  readonly closeManifest: ExpressDailyWork['closeManifest'];
  readonly proofOfDelivery: ExpressDailyWork['proofOfDelivery'];
  readonly #now: () => number;
  readonly #codes: CodeReader;

  constructor(private readonly options: SandboxOptions) {
    this.#now = options.now ?? Date.now;
    this.#codes = new CodeReader(ID, EXPRESS_CODES, options.log);
    const work = new ExpressDailyWork((...request) => this.#send(...request));
    this.instruct = (...given) => work.instruct(...given);
    this.schedulePickup = (...given) => work.schedulePickup(...given);
    this.cancelPickup = (...given) => work.cancelPickup(...given);
    this.closeManifest = (...given) => work.closeManifest(...given);
    this.proofOfDelivery = (...given) => work.proofOfDelivery(...given);
  }

  async book(booking: BookingRequest, signal: AbortSignal): Promise<BookingResult> {
    const answer = await this.#send('POST', PATH, signal, bookingOf(booking));
    const { waybill, error } = answer.body;
    if (answer.status === 201 && typeof waybill === 'string')
      return { kind: 'booked', awb: waybill, label: labelOf(answer.body) };
    // Only these statuses refuse the booking: a 401 or 409 leaves open what became of an earlier request.
    if (answer.status === 400 || answer.status === 422)
      return { kind: 'refused', code: textOf(fieldsOf(error).code), reason: textOf(fieldsOf(error).message) };
    throw unclear(answer);
  }

  async quote({ shipFrom, shipTo, packages }: Consignment, signal: AbortSignal): Promise<QuoteResult> {
    const route = { from: shipFrom.countryCode, to: shipTo.countryCode, weightGrams: Number(weightOf(packages)) };
    const answer = await this.#send('POST', `${PATH}/rates`, signal, route);
    if (answer.status !== 200 || !Array.isArray(answer.body.rates)) throw unclear(answer);
    return { kind: 'offers', offers: answer.body.rates.map((rate: unknown) => offerOf(fieldsOf(rate))) };
  }

  async find({ shipmentId, sentUntilMs }: BookingLookup, signal: AbortSignal): Promise<LookupResult> {
    // Taken before the request: a booking may still take effect while the answer is on its way.
    const isOver = this.#now() >= sentUntilMs + SANDBOX_LIMITS.absentAfterMs;
    const answer = await this.#send('GET', `${PATH}?reference=${encodeURIComponent(shipmentId)}`, signal);
    if (answer.status === 404) return { kind: isOver ? 'absent' : 'unknown' };
    if (answer.status !== 200) throw unclear(answer);
    const { status, waybill } = answer.body;
    return typeof waybill === 'string' && status !== 'processing'
      ? { kind: 'found', awb: waybill, label: labelOf(answer.body) }
      : { kind: 'unknown' };
  }

  async cancel({ awb }: Cancellation, signal: AbortSignal): Promise<CancelResult> {
    const answer = await this.#send('POST', `${PATH}/${encodeURIComponent(awb)}/cancel`, signal, {});
    if (answer.status === 200 && answer.body.status === 'cancelled') return { kind: 'cancelled' };
    if (answer.status === 409) return { kind: 'refused', reason: textOf(fieldsOf(answer.body.error).message) };
    throw unclear(answer);
  }

  async poll(waybills: readonly PolledWaybill[], signal: AbortSignal): Promise<ReportedScan[]> {
    return (await Promise.all(waybills.map(({ awb }) => this.#trace(awb, signal)))).flat();
  }

  async #trace(awb: string, signal: AbortSignal): Promise<ReportedScan[]> {
    const answer = await this.#send('GET', `${PATH}/${encodeURIComponent(awb)}/scans`, signal);
    if (answer.status !== 200 || !Array.isArray(answer.body.scans)) throw unclear(answer);
    return readScans(this.options, answer.body.scans, {
      ...{ courier: ID, awb, code: 'code', time: 'occurredAt' },
      read: (scan) => this.#scan(awb, scan),
    });
  }

  readCallback({ headers, body }: ReceivedCall): CallbackResult {
    const seconds = textOf(headers['x-express-timestamp']);
    const expected = createHmac('sha256', sandboxKey(this.options.secret, `${ID}/callback`))
      .update(`${seconds}.`)
      .update(body)
      .digest();
    checkSigned({
      given: textOf(headers['x-express-signature']),
      expected,
      encoding: 'hex',
      seconds,
      nowMs: this.#now(),
    });
    const message = readSigned(body);
    return { kind: 'scans', scans: this.#scan(requiredText(message, 'waybill'), fieldsOf(message.scan)) };
  }

  /** One scan, or none when its code changes nothing. */
  #scan(awb: string, scan: Fields): ReportedScan[] {
    const code = requiredText(scan, 'code');
    const occurredAtMs = scannedAt(Date.parse(requiredText(scan, 'occurredAt')), 'occurredAt', this.#now());
    const { amount, currency } = fieldsOf(scan.collected);
    return this.#codes.read({
      awb,
      packageNumber: Number.isSafeInteger(scan.piece) ? (scan.piece as number) : undefined,
      occurredAtMs,
      writtenAt: textOf(scan.occurredAt),
      courierStatusCode: code,
      reasonCode: this.#codes.reasonOf(textOf(scan.reason)),
      city: textOf(scan.city) || undefined,
      countryCode: textOf(scan.country) || undefined,
      signedBy: textOf(scan.signedBy) || undefined,
      codCurrency: textOf(currency) || undefined,
      codCollectedMinor: Number.isSafeInteger(amount) && (amount as number) >= 0 ? BigInt(amount as number) : undefined,
    });
  }

  #send(method: 'GET' | 'POST', path: string, signal: AbortSignal, fields?: Fields): Promise<JsonAnswer> {
    const body = fields === undefined ? undefined : JSON.stringify(fields);
    const date = String(this.#now());
    const signature = createHmac('sha256', sandboxKey(this.options.secret, `${ID}/api`))
      .update(`${method}\n${path}\n${date}\n${body ?? ''}`)
      .digest('hex');
    const headers = { 'content-type': 'application/json', 'x-express-date': date, 'x-express-signature': signature };
    return exchange(this.options, method, path, { headers, body, signal });
  }
}

function bookingOf({ shipmentId, serviceCode, consignment, callbackUrl }: BookingRequest): Fields {
  const { referenceNumber, codAmount, currency, shipFrom, shipTo, packages } = consignment;
  return {
    reference: shipmentId,
    orderReference: referenceNumber,
    service: serviceCode ?? 'STANDARD',
    pieces: packages.length,
    weightGrams: Number(weightOf(packages)),
    cod: codAmount === 0n ? null : { amount: Number(codAmount), currency },
    from: placeOf(shipFrom),
    to: placeOf(shipTo),
    webhookUrl: callbackUrl,
  };
}

function offerOf({ service, price, days }: Fields): ServiceOffer {
  const [{ code, name }, { amount, currency }] = [fieldsOf(service), fieldsOf(price)];
  if (!Number.isSafeInteger(amount)) throw new Error('the courier quoted no whole amount');
  return {
    serviceCode: textOf(code),
    serviceName: textOf(name),
    price: { amountMinor: BigInt(amount as number), currency: textOf(currency) },
    transitDays: Number(days),
  };
}

function labelOf(body: Fields): LabelData {
  return { service: textOf(fieldsOf(body.service).name), sortCode: textOf(body.sortCode) || undefined };
}
