import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { Callback, DisputeReport, DisputeRequest, ReceivedCall } from '../callback.ts';
import type { Capabilities } from '../capabilities.ts';
import type { Reply } from '../exchange.ts';
import type { InquiryRequest, OperationRequest, PaymentProvider, PayRequest, ProviderReport } from '../provider.ts';
import type { CheckoutComApi } from './checkout-com-api.ts';
import { readCheckoutComCallback } from './checkout-com-callbacks.ts';
import {
  acceptCheckoutComDispute,
  inquireCheckoutComDispute,
  submitCheckoutComEvidence,
} from './checkout-com-disputes.ts';
import { pageOf } from './checkout-com-page.ts';
import {
  declineOf,
  isExpressible,
  OPERATION,
  PAGE,
  refusalOf,
  reportOfAction,
  reportOfPayment,
  whyInexpressible,
} from './checkout-com-reports.ts';

export const CHECKOUT_COM_CAPABILITIES: Capabilities = {
  captureModes: ['automatic', 'manual'],
  partialCapture: true,
  multiCapture: true,
  partialRefunds: true,
  flows: ['redirect'],
  savesInstruments: false,
};

const NEVER = { kind: 'not_found', why: 'Checkout.com has not received this request' } as const;

export interface CheckoutComOptions {
  processingChannel: string;
  secrets: readonly string[];
  /** Where its pages are. */
  pageOrigin: string;
}

/**
 * Checkout.com for one store: its Hosted Payments Page, so that no card data passes us. Our id of an operation is the
 * reference of the payment and of each of its actions, and the idempotency key of captures, voids and refunds, which
 * Checkout.com accepts at once and decides later.
 */
export class CheckoutComGateway implements PaymentProvider {
  readonly type = 'checkout-com';
  readonly methods = ['card'] as const;
  readonly capabilities = CHECKOUT_COM_CAPABILITIES;

  constructor(
    private readonly api: CheckoutComApi,
    private readonly options: CheckoutComOptions,
  ) {}

  get origins(): readonly string[] {
    return [this.options.pageOrigin];
  }

  async pay(request: PayRequest): Promise<ProviderReport> {
    if (!isExpressible(request)) return inexpressible(request);
    const reply = await this.api.post('/hosted-payments', pageOf(request, this.options.processingChannel), request.id);
    if (reply.kind !== 'answer') return reply;
    if (reply.status >= 400) return refusalOf(reply);
    const url = fieldsOf(fieldsOf(reply.body._links).redirect).href;
    if (typeof url !== 'string') return { kind: 'unknown', why: 'Checkout.com named no page' };
    return { kind: 'action', action: { kind: 'redirect', url }, reference: textOf(reply.body.id) };
  }

  capture(request: OperationRequest): Promise<ProviderReport> {
    const type = request.finalCapture === false ? 'NonFinal' : 'Final';
    return this.#act(request, 'captures', { amount: Number(request.amount), capture_type: type });
  }

  void(request: OperationRequest): Promise<ProviderReport> {
    return this.#act(request, 'voids', {});
  }

  refund(request: OperationRequest): Promise<ProviderReport> {
    return this.#act(request, 'refunds', { amount: Number(request.amount) });
  }

  async inquire(request: InquiryRequest): Promise<ProviderReport> {
    const { reference, kind, id } = request;
    if (kind === 'pay' || kind === 'charge') {
      if (reference === null) return this.#search(request);
      return reference.startsWith(PAGE) ? this.#inquirePage(reference) : this.#inquirePayment(reference);
    }
    if (reference === null || reference.startsWith(PAGE)) return NEVER;
    const reply = await this.api.get(`${pathOf(reference)}/actions`);
    return ofInquiry(reply, ({ items }) => reportOfAction(listOf(items), id, kind));
  }

  /** Checkout.com has no cancellation of a page. It expires, and what comes late is given back. */
  async abandon(): Promise<void> {}

  readCallback(call: ReceivedCall): Callback {
    return readCheckoutComCallback(call, this.options.secrets);
  }

  inquireDispute(reference: string): Promise<DisputeReport> {
    return inquireCheckoutComDispute(this.api, reference);
  }

  acceptDispute(request: DisputeRequest): Promise<DisputeReport> {
    return acceptCheckoutComDispute(this.api, request);
  }

  submitEvidence(request: DisputeRequest & { text: string }): Promise<DisputeReport> {
    return submitCheckoutComEvidence(this.api, request);
  }

  /** A page stays open after a refused card, so a payment decides only when the page has. */
  async #inquirePage(page: string): Promise<ProviderReport> {
    const reply = await this.api.get(`/hosted-payments/${encodeURIComponent(page)}`);
    const report = ofInquiry(reply, ({ status }) =>
      status === 'Expired'
        ? { ...declineOf({}, 'expired'), reference: page }
        : {
            kind: 'action',
            action: { kind: 'redirect', url: `${this.options.pageOrigin}/page/${page}` },
            reference: page,
          },
    );
    const payment = reply.kind === 'answer' ? textOf(reply.body.payment_id) : '';
    if (payment === '' || report.kind === 'unknown' || report.kind === 'not_found') return report;
    const paid = await this.#inquirePayment(payment);
    if (report.kind !== 'action') return paid;
    if (paid.kind === 'declined') return report;
    // This card may still fail, and the next one on the page makes another payment.
    return paid.kind === 'pending' ? { kind: 'pending', reference: page } : paid;
  }

  /** Checkout.com itself named the payment, so an answer that there is none says nothing. */
  async #inquirePayment(id: string): Promise<ProviderReport> {
    const report = ofInquiry(await this.api.get(pathOf(id)), reportOfPayment);
    return report.kind === 'not_found' ? { kind: 'unknown', why: 'Checkout.com does not find its payment' } : report;
  }

  /** A page whose reply was lost reached no customer, so only a payment on it matters. */
  async #search({ id }: InquiryRequest): Promise<ProviderReport> {
    const reply = await this.api.get(`/payments?${new URLSearchParams({ reference: id, limit: '10' })}`);
    return ofInquiry(reply, ({ data }) => {
      const reports = listOf(data).map(reportOfPayment);
      return reports.find(({ kind }) => kind !== 'declined') ?? reports[0] ?? NEVER;
    });
  }

  /** 202: accepted, and decided later. */
  async #act(request: OperationRequest, what: string, body: Fields): Promise<ProviderReport> {
    if (!isExpressible(request) && what !== 'voids') return inexpressible(request);
    const { id, reference } = request;
    const sent = { ...body, reference: id, metadata: { [OPERATION]: id } };
    const reply = await this.api.post(`${pathOf(reference ?? '')}/${what}`, sent, id);
    if (reply.kind !== 'answer') return reply;
    return reply.status >= 400 ? refusalOf(reply) : { kind: 'pending' };
  }
}

function pathOf(payment: string): string {
  return `/payments/${encodeURIComponent(payment)}`;
}

/** A refused inquiry says nothing of the operation, except that there is none. */
function ofInquiry(reply: Reply, read: (body: Fields) => ProviderReport): ProviderReport {
  if (reply.kind !== 'answer') return { kind: 'unknown', why: reply.why };
  if (reply.status === 404) return NEVER;
  if (reply.status >= 400) return { kind: 'unknown', why: `Checkout.com answered ${reply.status} to an inquiry` };
  return read(reply.body);
}

/** Never rounded; another gateway may take it. */
function inexpressible({ currency }: OperationRequest): ProviderReport {
  const message = `Checkout.com cannot take this amount of ${currency}: ${whyInexpressible(currency)}`;
  return { kind: 'declined', as: 'FAILED', then: 'fallback', code: 'unsupported_amount', message };
}
