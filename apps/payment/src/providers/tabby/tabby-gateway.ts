import { listOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { truncate } from '@qafila/runtime/truncate';
import type { Callback, ReceivedCall } from '../callback.ts';
import type { Capabilities } from '../capabilities.ts';
import type { Answer, Reply } from '../exchange.ts';
import type { InquiryRequest, OperationRequest, PaymentProvider, PayRequest, ProviderReport } from '../provider.ts';
import type { TabbyApi } from './tabby-api.ts';
import { readTabbyCallback } from './tabby-callbacks.ts';
import {
  hasDone,
  refusalOf,
  reportOfCapture,
  reportOfPayment,
  reportOfRelease,
  reportOfSession,
  SESSION,
  toTabby,
} from './tabby-reports.ts';

export const TABBY_CAPABILITIES: Capabilities = {
  currencies: ['AED', 'KWD', 'SAR'],
  captureModes: ['automatic', 'manual'],
  partialCapture: true,
  multiCapture: true,
  partialRefunds: true,
  buyer: ['name', 'email', 'phone'],
  flows: ['redirect'],
  savesInstruments: false,
};

const NEVER = { kind: 'not_found', why: 'Tabby has not received this request' } as const;
const PAYMENTS_PER_PAGE = 20;
const PAGES_MAX = 5;
const DAY_MS = 86_400_000;

export interface TabbyOptions {
  merchantCode: string;
  /** The currency of the merchant's store at Tabby. */
  currency: string;
  isLive: boolean;
  secrets: readonly string[];
  origins: readonly string[];
}

/**
 * Tabby for one store: its own page, on which the customer agrees to four instalments. An order is only authorised;
 * the service captures it. Our id of an operation is the order's `reference_id`, and the `reference_id` of each capture
 * and refund, which Tabby does not repeat.
 */
export class TabbyGateway implements PaymentProvider {
  readonly type = 'tabby';
  readonly methods = ['bnpl'] as const;
  readonly capabilities: Capabilities;

  constructor(
    private readonly api: TabbyApi,
    private readonly options: TabbyOptions,
  ) {
    this.capabilities = { ...TABBY_CAPABILITIES, currencies: [options.currency] };
  }

  get origins(): readonly string[] {
    return this.options.origins;
  }

  async pay(request: PayRequest): Promise<ProviderReport> {
    const missing = (TABBY_CAPABILITIES.buyer ?? []).filter((name) => request.buyer[name] === '');
    if (missing.length > 0) return incompleteBuyer(missing);
    const reply = await this.api.post('/v2/checkout', sessionOf(request, this.options));
    return reportOf(reply, reportOfSession);
  }

  /** The last capture closes the order, which releases the rest. */
  async capture(request: OperationRequest): Promise<ProviderReport> {
    const path = this.#path(request, '/captures');
    const body = { amount: toTabby(request), reference_id: request.id };
    const captured = await this.#once(request, 'captures', await this.api.post(path, body));
    if (captured.kind !== 'answer') return captured;
    if (captured.body.status !== 'AUTHORIZED' || request.finalCapture === false)
      return reportOfCapture(captured.body, request.id);
    const closed = reportOf(await this.api.post(this.#path(request, '/close')), reportOfPayment);
    // The money is taken, whatever became of the rest: another capture would take it twice.
    return closed.kind === 'captured'
      ? reportOfCapture(captured.body, request.id)
      : { kind: 'unknown', why: `Tabby has captured, and the order is not closed: ${whyOf(closed)}` };
  }

  async void(request: OperationRequest): Promise<ProviderReport> {
    const reply = await this.api.post(this.#path(request, '/close'));
    const read = (payment: Fields): ProviderReport => reportOfRelease(payment, request.amount);
    if (reply.kind !== 'answer' || reply.status < 400) return reportOf(reply, read);
    const now = await this.#payment(request);
    if (now.kind === 'answer' && now.body.status === 'CLOSED') return read(now.body);
    return refusalUnless(now, reply);
  }

  async refund(request: OperationRequest): Promise<ProviderReport> {
    const body = { amount: toTabby(request), reference_id: request.id };
    const reply = await this.api.post(this.#path(request, '/refunds'), body);
    const refunded = await this.#once(request, 'refunds', reply);
    if (refunded.kind !== 'answer') return refunded;
    return hasDone(refunded.body, 'refunds', request.id) ? { kind: 'refunded' } : { kind: 'pending' };
  }

  async inquire(request: InquiryRequest): Promise<ProviderReport> {
    if (request.reference === null) return request.kind === 'pay' ? this.#search(request) : NEVER;
    const isSession = request.reference.startsWith(SESSION);
    const reply = isSession ? await this.#session(request.reference) : await this.#payment(request);
    if (reply.kind !== 'answer') return { kind: 'unknown', why: reply.why };
    if (reply.status === 404) return NEVER;
    if (reply.status >= 400) return { kind: 'unknown', why: `Tabby answered ${reply.status} to an inquiry` };
    if (request.kind === 'pay') return isSession ? reportOfSession(reply.body) : reportOfPayment(reply.body);
    return ofOperation(reply.body, request);
  }

  /** Tabby has no cancellation of a page. One that is not used expires, and an order that comes late is closed. */
  async abandon(): Promise<void> {}

  readCallback(call: ReceivedCall): Callback {
    return readTabbyCallback(call, this.options);
  }

  /** A session whose reply was lost has no page that anyone knows, so only an order that was placed matters. */
  async #search({ id, startedAtMs }: InquiryRequest): Promise<ProviderReport> {
    const since = new Date(startedAtMs - DAY_MS).toISOString().slice(0, 10);
    for (let page = 0; page < PAGES_MAX; page++) {
      const query = {
        created_at__gte: since,
        limit: String(PAYMENTS_PER_PAGE),
        offset: String(page * PAYMENTS_PER_PAGE),
      };
      const reply = await this.api.get(`/v2/payments?${new URLSearchParams(query)}`);
      if (reply.kind !== 'answer') return { kind: 'unknown', why: reply.why };
      if (reply.status >= 400) return { kind: 'unknown', why: `Tabby answered ${reply.status} to a search` };
      const payments = listOf(reply.body.payments);
      const own = payments.find(({ order }) => (order as Fields | undefined)?.reference_id === id);
      if (own !== undefined) return reportOfPayment(own);
      if (payments.length < PAYMENTS_PER_PAGE) break;
    }
    return { kind: 'not_found', why: 'Tabby has no such order' };
  }

  #path({ reference }: OperationRequest, what = ''): string {
    return `/v2/payments/${encodeURIComponent(reference ?? '')}${what}`;
  }

  #payment(request: OperationRequest): Promise<Reply> {
    return this.api.get(this.#path(request));
  }

  #session(reference: string): Promise<Reply> {
    return this.api.get(`/v2/checkout/${encodeURIComponent(reference.slice(SESSION.length))}`);
  }

  /** A repeat may be refused because the first request was done; the payment says so. */
  async #once(
    request: OperationRequest,
    what: 'captures' | 'refunds',
    reply: Reply,
  ): Promise<{ kind: 'answer'; body: Fields } | ProviderReport> {
    if (reply.kind !== 'answer') return reply;
    if (reply.status < 400) return reply;
    const now = await this.#payment(request);
    if (now.kind === 'answer' && hasDone(now.body, what, request.id)) return now;
    return refusalUnless(now, reply);
  }
}

/** A refusal decides only when the payment says that the first request was not done, or does not exist. */
function refusalUnless(now: Reply, refused: Answer): ProviderReport {
  const refusal = refusalOf(refused);
  const isKnown = now.kind === 'answer' && (now.status < 400 || now.status === 404);
  if (refusal.kind !== 'declined' || isKnown) return refusal;
  return { kind: 'unknown', why: `Tabby refuses, and does not say what was done before: ${refusal.message}` };
}

function whyOf(report: ProviderReport): string {
  return 'why' in report ? report.why : (report.message ?? report.kind);
}

function reportOf(reply: Reply, read: (body: Fields) => ProviderReport): ProviderReport {
  if (reply.kind !== 'answer') return reply;
  return reply.status >= 400 ? refusalOf(reply) : read(reply.body);
}

/** A final capture that left the rest open is not done: its repeat closes the order. */
function ofOperation(payment: Fields, { kind, id, amount, finalCapture }: InquiryRequest): ProviderReport {
  if (kind === 'refund') return hasDone(payment, 'refunds', id) ? { kind: 'refunded' } : NEVER;
  if (kind === 'reverse' && hasDone(payment, 'refunds', id)) return { kind: 'refunded' };
  const isOpen = payment.status === 'AUTHORIZED';
  if (kind === 'capture' && hasDone(payment, 'captures', id))
    return isOpen && finalCapture !== false ? NEVER : reportOfCapture(payment, id);
  const report = kind === 'void' ? reportOfRelease(payment, amount) : reportOfPayment(payment);
  if (report.kind === 'voided') return report;
  return report.kind === 'captured' && kind === 'void' ? report : NEVER;
}

/** The merchant may not have sent what Tabby decides by; another gateway may need less. */
function incompleteBuyer(missing: readonly string[]): ProviderReport {
  const message = `Tabby needs the customer's ${missing.join(', ')}.`;
  return { kind: 'declined', as: 'FAILED', then: 'fallback', code: 'buyer_incomplete', message };
}

function sessionOf(request: PayRequest, { merchantCode }: TabbyOptions): Fields {
  const { id, amount, currency, buyer, items, startedAtMs, returnUrl, orderReference } = request;
  const address = request.shipping ?? request.billing;
  return {
    payment: {
      amount: toTabby({ amount, currency }),
      currency,
      description: truncate(request.description || orderReference, 255),
      buyer: { name: buyer.name, email: buyer.email, phone: buyer.phone },
      shipping_address: {
        city: address?.city || 'N/A',
        address: [address?.line1, address?.line2].filter(Boolean).join(', ') || 'N/A',
        zip: address?.postalCode || 'N/A',
      },
      order: {
        reference_id: id,
        items: items.map(({ reference, name, quantity, unitAmount }) => ({
          title: truncate(name, 200),
          quantity,
          unit_price: toTabby({ amount: unitAmount, currency }),
          category: 'N/A',
          reference_id: reference,
        })),
      },
      // The contract says nothing of the customer's history, so they are new to Tabby.
      buyer_history: { registered_since: new Date(startedAtMs).toISOString(), loyalty_level: 0 },
      order_history: [],
      meta: { order_id: orderReference, customer: null },
    },
    lang: request.language === 'ar' ? 'ar' : 'en',
    merchant_code: merchantCode,
    merchant_urls: { success: returnUrl, cancel: returnUrl, failure: returnUrl },
  };
}
