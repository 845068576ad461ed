import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type {
  BookingLookup,
  BookingRequest,
  BookingResult,
  CallbackResult,
  Cancellation,
  CancelResult,
  Courier,
  CourierDocument,
  LookupResult,
  PolledWaybill,
  ReportedScan,
  Waybill,
} from '../courier.ts';
import { NotReached, orNotReached } from '../exchange-json.ts';
import { refusalOf, unclear } from '../refusal-of.ts';
import { scansOfEach } from '../scans-of-each.ts';
import { SMSA_ANSWERS, SmsaApi } from './smsa-api.ts';
import type { SmsaAnswer, SmsaOptions } from './smsa-api.ts';
import { SMSA_POLLING } from './smsa-limits.ts';
import { groupsOf, numbersOf, scansOfWaybills } from './smsa-pieces.ts';
import { smsaScans } from './smsa-scans.ts';
import { notCarried, smsaShipment } from './smsa-shipment.ts';

/** SMSA answers a sentence. One that says that it cannot be cancelled has the same word in it. */
const CANCELLED = /cancel\w*\s+success|already\s+(?:been\s+)?cancel/i;

/**
 * An account at SMSA Express, for parcels within a country. Its documentation says nothing of a repeated booking, so
 * `book` is never repeated. Its search by reference may lag behind: it says `found` or `unknown`.
 */
export class SmsaCourier implements Courier {
  readonly id = 'smsa';
  readonly name = 'SMSA Express';
  readonly isSandbox = false;
  readonly polling = SMSA_POLLING;
  readonly #api: SmsaApi;

  constructor(private readonly options: SmsaOptions) {
    this.#api = new SmsaApi(options);
  }

  async book(booking: BookingRequest, signal: AbortSignal): Promise<BookingResult> {
    const misfit = notCarried(booking.consignment);
    if (misfit !== undefined) return misfit;
    const { path, body } = smsaShipment(booking, this.options.nowMs());
    const answer = await orNotReached(this.#api.send('POST', path, signal, body));
    if (answer instanceof NotReached || (answer.status !== 200 && answer.status !== 201))
      return refusalOf(SMSA_ANSWERS, answer);
    return { kind: 'booked', ...this.#waybillOf(answer.value) };
  }

  async find({ shipmentId }: BookingLookup, signal: AbortSignal): Promise<LookupResult> {
    const answer = await this.#api.send('GET', `track/reference/${encodeURIComponent(shipmentId)}`, signal);
    if (answer.status === 404 || answer.status === 400) return { kind: 'unknown' };
    if (answer.status !== 200) throw unclear(SMSA_ANSWERS, answer);
    const { AWB: awb, Reference: reference } = fieldsOf(answer.value);
    if (textOf(awb) === '' || reference !== shipmentId) return { kind: 'unknown' };
    const label = await this.#api.send('GET', `shipment/b2c/query/${encodeURIComponent(textOf(awb))}`, signal);
    // Without its label the waybill has ours.
    const waybill = label.status === 200 ? this.#waybillOf(label.value) : this.#waybillOf({ sawb: awb });
    return { kind: 'found', ...waybill };
  }

  /** SMSA cancels pick-ups at customers', which are returns, and no deliveries. */
  async cancel({ awb }: Cancellation, signal: AbortSignal): Promise<CancelResult> {
    const path = encodeURIComponent(awb);
    const known = await this.#api.send('GET', `c2b/query/${path}`, signal);
    if (known.status !== 200 && known.status !== 400 && known.status !== 404) throw unclear(SMSA_ANSWERS, known);
    if (known.status !== 200 || textOf(fieldsOf(known.value).sawb) !== awb)
      return {
        kind: 'unsupported',
        reason: 'SMSA has no call to cancel a delivery: destroy the label, and call SMSA when it has the parcel.',
      };
    const answer = await this.#api.send('POST', `c2b/cancel/${path}`, signal);
    if (CANCELLED.test(answer.text)) return { kind: 'cancelled' };
    if (answer.status === 400 || answer.status === 422)
      return { kind: 'refused', reason: SMSA_ANSWERS.messageOf(answer) || 'SMSA refuses to cancel it.' };
    throw unclear(SMSA_ANSWERS, answer);
  }

  /** What an unknown waybill does to the others is not documented, so a refused call is made one by one. */
  async poll(waybills: readonly PolledWaybill[], signal: AbortSignal): Promise<ReportedScan[]> {
    const refused: string[] = [];
    const scans = await scansOfEach(groupsOf(numbersOf(waybills)), async (numbers) => {
      const all = await this.#api.send('POST', 'track/bulk/', signal, numbers);
      if (all.status === 200 && Array.isArray(all.value))
        return listOf(all.value).flatMap((one) => smsaScans(one, this.options.codes));
      if (![200, 400, 404].includes(all.status)) throw unclear(SMSA_ANSWERS, all);
      refused.push(...numbers);
      return [];
    });
    const others = await scansOfEach(refused, async (number) => {
      const one = await this.#api.send('GET', `track/single/${encodeURIComponent(number)}`, signal);
      if (one.status === 404 || one.status === 400) return [];
      if (one.status !== 200) throw unclear(SMSA_ANSWERS, one);
      return smsaScans(fieldsOf(one.value), this.options.codes);
    });
    return scansOfWaybills(waybills, [...scans, ...others]);
  }

  /** Nothing signs a call of SMSA. */
  readCallback(): CallbackResult {
    return { kind: 'hint', awbs: [] };
  }

  /** Throws without a waybill: an answer that cannot be read may be of one that exists. */
  #waybillOf(value: SmsaAnswer['value']): Waybill {
    const { sawb, waybills } = fieldsOf(value);
    const awb = textOf(sawb);
    if (awb === '') throw new Error('SMSA gave no waybill');
    const parcels = listOf(waybills);
    const files = parcels.map(({ awbFile }) => Buffer.from(textOf(awbFile), 'base64'));
    return {
      awb,
      label: {
        service: 'SMSA EXPRESS',
        account: this.options.accountNumber,
        ...(parcels.length > 0 && { pieces: parcels.map((parcel) => textOf(parcel.awb)) }),
      },
      documents: labelsOf(files),
    };
  }
}

/** One file with the labels of all parcels. PDFs of several parcels cannot be joined, so ours is drawn instead. */
function labelsOf(files: readonly Buffer[]): CourierDocument[] {
  if (files.length === 1 && files[0]?.subarray(0, 4).toString() === '%PDF')
    return [{ kind: 'label', format: 'pdf', bytes: files[0] }];
  const areZpl = files.length > 0 && files.every((file) => file.toString('latin1').trimStart().startsWith('^XA'));
  return areZpl ? [{ kind: 'label', format: 'zpl', bytes: Buffer.concat(files) }] : [];
}
