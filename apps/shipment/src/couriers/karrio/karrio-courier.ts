import { truncate } from '@qafila/runtime/truncate';
import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { CodeBook } from '../code-book.ts';
import type {
  BookingLookup,
  BookingRequest,
  BookingResult,
  CallbackResult,
  Cancellation,
  CancelResult,
  Courier,
  CourierDocument,
  DraftResult,
  LookupResult,
  PolledWaybill,
  ReceivedCall,
  ReportedScan,
  Waybill,
} from '../courier.ts';
import { exchangeOnce, NotReached } from '../exchange-json.ts';
import type { JsonAnswer } from '../exchange-json.ts';
import { refusalOf, unclear } from '../refusal-of.ts';
import type { Answers } from '../refusal-of.ts';
import { scansOfEach } from '../scans-of-each.ts';
import { KARRIO_POLLING } from './karrio-limits.ts';
import { karrioScans } from './karrio-scans.ts';
import { karrioShipment } from './karrio-shipment.ts';

export interface KarrioOptions {
  serverUrl: string;
  token: string;
  carrierId: string;
  /** The account holder says that this carrier collects cash; Karrio drops it without a word for some. */
  collectsCash: boolean;
  words: CodeBook;
}

/** Karrio draws the labels of this carrier itself, and prints Arabic as boxes. */
const DRAWN_BY_KARRIO = 'generic';
/** Karrio can cancel only what was bought there. */
const NOT_OF_KARRIO: CancelResult = { kind: 'unsupported', reason: 'Karrio has no shipment of this waybill.' };
/** Errors that say nothing about what the carrier did. */
const UNDECIDED = /^(?:5\d\d|SHIPPING_SDK.*|.*TIMEOUT.*|.*INTERNAL.*)$/i;

const KARRIO_ANSWERS: Answers<JsonAnswer> = {
  courier: 'Karrio',
  codeOf: ({ status, body }) => {
    const errors = errorsOf(body);
    const isDecided = [400, 404, 422, 424].includes(status) && errors.length > 0;
    if (!isDecided || errors.some(({ code }) => UNDECIDED.test(String(code ?? '')))) return undefined;
    return textOf(errors[0]?.code) || 'refused_by_courier';
  },
  messageOf: ({ body }) => messageOf(body),
};

/**
 * A carrier behind a Karrio server. Karrio has no idempotency, so a draft is made first, without effect, and bought
 * once: a second purchase of a bought draft is refused there, but two at the same moment are two parcels. Its calls are
 * not signed, so they are hints.
 */
export class KarrioCourier implements Courier {
  readonly id = 'karrio';
  readonly name = 'Karrio';
  readonly isSandbox = false;
  readonly polling = KARRIO_POLLING;

  constructor(private readonly options: KarrioOptions) {}

  async draft(booking: BookingRequest, signal: AbortSignal): Promise<DraftResult> {
    if (booking.consignment.codAmount > 0n && !this.options.collectsCash)
      return {
        kind: 'refused',
        code: 'cod_not_supported',
        reason: 'The account does not say that its carrier collects cash.',
      };
    const answer = await this.#send('POST', 'shipments', signal, karrioShipment(booking, this.options.carrierId));
    if (answer instanceof NotReached || answer.status !== 201) return refusalOf(KARRIO_ANSWERS, answer);
    const [rate] = ratesOf(answer.body, booking.serviceCode);
    if (rate === undefined)
      return {
        kind: 'refused',
        code: 'not_served',
        reason: messageOf(answer.body) || 'No service carries this shipment.',
      };
    return { kind: 'drafted', draft: `${textOf(answer.body.id)} ${textOf(rate.id)}` };
  }

  async book({ draft = '' }: BookingRequest, signal: AbortSignal): Promise<BookingResult> {
    const [id = '', rate = ''] = draft.split(' ');
    const path = `shipments/${encodeURIComponent(id)}/purchase`;
    const answer = await this.#send('POST', path, signal, { selected_rate_id: rate });
    if (answer instanceof NotReached || answer.status !== 200) return refusalOf(KARRIO_ANSWERS, answer);
    return { kind: 'booked', ...this.#waybillOf(answer.body) };
  }

  /** A draft may still be bought: Karrio waits for its carrier without an end. Only a person can say that it is not. */
  async find({ draft = '' }: BookingLookup, signal: AbortSignal): Promise<LookupResult> {
    const [id = ''] = draft.split(' ');
    const answer = await this.#send('GET', `shipments/${encodeURIComponent(id)}`, signal);
    if (answer instanceof NotReached || answer.status !== 200) throw unclear(KARRIO_ANSWERS, answer);
    return textOf(answer.body.tracking_number) === '' || textOf(answer.body.status) === 'draft'
      ? { kind: 'unknown' }
      : { kind: 'found', ...this.#waybillOf(answer.body) };
  }

  /** Karrio cancels by its own id. A waybill that a person set may be of no shipment there, or of another one. */
  async cancel({ awb, draft = '' }: Cancellation, signal: AbortSignal): Promise<CancelResult> {
    const [id = ''] = draft.split(' ');
    if (id === '') return NOT_OF_KARRIO;
    const path = `shipments/${encodeURIComponent(id)}`;
    const known = await this.#send('GET', path, signal);
    if (known instanceof NotReached || known.status !== 200) throw unclear(KARRIO_ANSWERS, known);
    if (textOf(known.body.tracking_number) !== awb) return NOT_OF_KARRIO;
    const answer = await this.#send('POST', `${path}/cancel`, signal, {});
    if (answer instanceof NotReached) throw answer;
    if (answer.status < 300 && textOf(answer.body.status) === 'cancelled') return { kind: 'cancelled' };
    if (answer.status === 409 || answer.status === 424) return { kind: 'refused', reason: messageOf(answer.body) };
    throw unclear(KARRIO_ANSWERS, answer);
  }

  /** Karrio asks the carriers by itself; each tracker is a read of its database. */
  async poll(waybills: readonly PolledWaybill[], signal: AbortSignal): Promise<ReportedScan[]> {
    return scansOfEach(waybills, async ({ awb }) => {
      const answer = await this.#send('GET', `trackers/${encodeURIComponent(awb)}`, signal);
      if (answer instanceof NotReached) throw answer;
      // Not known yet, or its carrier has no tracking.
      if (answer.status === 404) return [];
      if (answer.status !== 200) throw unclear(KARRIO_ANSWERS, answer);
      return karrioScans(awb, answer.body, this.options.words);
    });
  }

  readCallback({ body }: ReceivedCall): CallbackResult {
    let sent: Fields = {};
    try {
      sent = fieldsOf(JSON.parse(body.toString('utf8')));
    } catch {
      // It proves nothing either way.
    }
    const awb = textOf(fieldsOf(sent.data).tracking_number);
    return { kind: 'hint', awbs: awb === '' ? [] : [awb] };
  }

  #waybillOf(body: Fields): Waybill {
    const meta = fieldsOf(body.meta);
    return {
      awb: textOf(body.tracking_number),
      label: { service: textOf(meta.service_name) || textOf(body.service) || textOf(body.carrier_name) },
      documents: textOf(body.carrier_name) === DRAWN_BY_KARRIO ? [] : documentsOf(body),
    };
  }

  async #send(
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    body?: Fields,
  ): Promise<JsonAnswer | NotReached> {
    return exchangeOnce({
      method,
      url: new URL(`/v1/${path}`, this.options.serverUrl),
      headers: { authorization: `Token ${this.options.token}` },
      body,
      signal,
    });
  }
}

/** Those of the wanted service, or all; the cheapest first. */
function ratesOf({ rates }: Fields, serviceCode: string | undefined): Fields[] {
  return listOf(rates)
    .filter(({ service }) => serviceCode === undefined || service === serviceCode)
    .sort((left, right) => Number(left.total_charge) - Number(right.total_charge));
}

function documentsOf(body: Fields): CourierDocument[] {
  return listOf(body.shipping_documents).flatMap(({ category, format, base64 }) => {
    const [kind, type] = [textOf(category), textOf(format).toLowerCase()];
    if ((kind !== 'label' && kind !== 'invoice') || (type !== 'pdf' && type !== 'zpl' && type !== 'png')) return [];
    return textOf(base64) === '' ? [] : [{ kind, format: type, bytes: Buffer.from(textOf(base64), 'base64') }];
  });
}

function errorsOf(body: Fields): Fields[] {
  return [...listOf(body.errors), ...listOf(body.messages)];
}

function messageOf(body: Fields): string {
  const all = errorsOf(body)
    .map(({ message }) => (typeof message === 'string' ? message : JSON.stringify(message)))
    .join('; ');
  return truncate(all, 500);
}
