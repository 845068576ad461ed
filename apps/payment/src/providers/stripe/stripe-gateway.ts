import { truncate } from '@qafila/runtime/truncate';
import type Stripe from 'stripe';
import type { Callback, DisputeReport, DisputeRequest, ReceivedCall } from '../callback.ts';
import type { Capabilities } from '../capabilities.ts';
import type {
  ChargeRequest,
  InquiryRequest,
  OperationRequest,
  PaymentProvider,
  PayRequest,
  ProviderReport,
  StepReport,
} from '../provider.ts';
import type { SettlementPage, SettlementPeriod } from '../settlement-line.ts';
import { readStripeCallback } from './stripe-callbacks.ts';
import { acceptStripeDispute, inquireStripeDispute, submitStripeEvidence } from './stripe-disputes.ts';
import { reportOfDetachment, reportOfError, reportOfFailedInquiry } from './stripe-errors.ts';
import { toStripe } from './stripe-money.ts';
import { sessionOf } from './stripe-page.ts';
import {
  idOf,
  METADATA_CHARACTERS_MAX,
  OPERATION,
  ORDER,
  reportOfIntent,
  reportOfRefund,
  reportOfSession,
} from './stripe-reports.ts';
import { searchByTime } from './stripe-search.ts';
import type { Search } from './stripe-search.ts';
import { stripeSettlementPage } from './stripe-settlement.ts';

export const STRIPE_CAPABILITIES: Capabilities = {
  captureModes: ['automatic', 'manual'],
  partialCapture: true,
  multiCapture: false,
  partialRefunds: true,
  flows: ['redirect'],
  savesInstruments: true,
  deviceWallets: ['apple_pay', 'google_pay'],
};

const CHARGE = ['latest_charge.balance_transaction'];
const SESSION = ['payment_intent.latest_charge.balance_transaction'];

/**
 * Stripe for one store: Checkout's page for payments, so that no card data passes us. Our id of an operation is the
 * idempotency key at Stripe, and is written into each object, by which it is found again. Stripe's search is not used,
 * because it may not know an object for a minute; lists know it at once.
 */
export class StripeGateway implements PaymentProvider {
  readonly type = 'stripe';
  readonly methods = ['card'] as const;
  readonly capabilities = STRIPE_CAPABILITIES;

  constructor(
    private readonly client: Stripe,
    private readonly options: { secrets: readonly string[]; origins: readonly string[] },
  ) {}

  get origins(): readonly string[] {
    return this.options.origins;
  }

  async pay(request: PayRequest): Promise<ProviderReport> {
    const params = sessionOf(request);
    if (params === null) return inexpressible(request);
    return this.client.checkout.sessions
      .create(params, { idempotencyKey: request.id })
      .then(reportOfSession, reportOfError);
  }

  async charge(request: ChargeRequest): Promise<ProviderReport> {
    const amount = toStripe(request.amount, request.currency);
    if (amount === null) return inexpressible(request);
    const [customer, method] = request.token.split(':') as [string, string];
    return this.client.paymentIntents
      .create(
        {
          amount,
          currency: request.currency.toLowerCase(),
          customer,
          payment_method: method,
          off_session: true,
          confirm: true,
          description: truncate(request.orderReference, 500),
          metadata: { [OPERATION]: request.id, [ORDER]: truncate(request.orderReference, METADATA_CHARACTERS_MAX) },
          expand: CHARGE,
        },
        { idempotencyKey: request.id },
      )
      .then(reportOfIntent, reportOfError);
  }

  /**
   * A card that is no longer attached was detached before. Its customer was made by our page for this card alone, and
   * goes with it.
   */
  async revokeToken(token: string): Promise<StepReport> {
    const [customer = '', method = ''] = token.split(':');
    const accepted = (): StepReport => ({ kind: 'accepted' });
    const detached = await this.client.paymentMethods.detach(method).then(accepted, reportOfDetachment);
    if (detached.kind !== 'accepted') return detached;
    return this.client.customers.del(customer).then(accepted, reportOfDetachment);
  }

  async capture(request: OperationRequest): Promise<ProviderReport> {
    const amount = toStripe(request.amount, request.currency);
    if (amount === null) return inexpressible(request);
    return this.#withIntent(request, (id) =>
      this.client.paymentIntents
        .capture(id, { amount_to_capture: amount, expand: CHARGE }, { idempotencyKey: request.id })
        .then(reportOfIntent),
    );
  }

  void(request: OperationRequest): Promise<ProviderReport> {
    return this.#withIntent(request, (id) =>
      this.client.paymentIntents.cancel(id, {}, { idempotencyKey: request.id }).then(reportOfIntent),
    );
  }

  async refund(request: OperationRequest): Promise<ProviderReport> {
    const amount = toStripe(request.amount, request.currency);
    if (amount === null) return inexpressible(request);
    return this.#withIntent(request, (id) =>
      this.client.refunds
        .create({ payment_intent: id, amount, metadata: { [OPERATION]: request.id } }, { idempotencyKey: request.id })
        .then(reportOfRefund),
    );
  }

  async inquire(request: InquiryRequest): Promise<ProviderReport> {
    try {
      if (request.kind === 'pay') return await this.#inquirePage(request);
      if (request.kind === 'charge') return await this.#inquireCharge(request);
      return await this.#inquireOperation(request);
    } catch (error) {
      return reportOfFailedInquiry(error);
    }
  }

  async abandon(request: OperationRequest): Promise<void> {
    const search = await this.#findSession(request);
    if (search.kind === 'unfinished') throw new Error(TOO_MANY);
    if (search.kind === 'absent' || search.item.status !== 'open') return;
    await this.client.checkout.sessions.expire(search.item.id, {}, { idempotencyKey: `${request.id}.abandon` });
  }

  readCallback(call: ReceivedCall): Callback {
    return readStripeCallback(call, this.options.secrets);
  }

  inquireDispute(reference: string): Promise<DisputeReport> {
    return inquireStripeDispute(this.client, reference);
  }

  acceptDispute(request: DisputeRequest): Promise<DisputeReport> {
    return acceptStripeDispute(this.client, request);
  }

  submitEvidence(request: DisputeRequest & { text: string }): Promise<DisputeReport> {
    return submitStripeEvidence(this.client, request);
  }

  settlementPage(period: SettlementPeriod, cursor: string | null): Promise<SettlementPage> {
    return stripeSettlementPage(this.client, period, cursor);
  }

  async #inquirePage(request: InquiryRequest): Promise<ProviderReport> {
    if (request.reference?.startsWith('pi_')) return this.#inquireIntent(request.reference);
    const search = await this.#findSession(request, request.cursor);
    return search.kind === 'found' ? reportOfSession(search.item) : reportOfSearch(search);
  }

  async #inquireIntent(id: string): Promise<ProviderReport> {
    return reportOfIntent(await this.client.paymentIntents.retrieve(id, { expand: CHARGE }));
  }

  async #inquireCharge(request: InquiryRequest): Promise<ProviderReport> {
    if (request.reference !== null) return this.#inquireIntent(request.reference);
    const search = await searchByTime((params) => this.client.paymentIntents.list(params), {
      startedAtMs: request.startedAtMs,
      cursor: request.cursor ?? null,
      isWanted: ({ metadata }) => metadata[OPERATION] === request.id,
    });
    return search.kind === 'found' ? this.#inquireIntent(search.item.id) : reportOfSearch(search);
  }

  /**
   * A capture or a void shows in the payment, a refund in its own object. Where neither shows, Stripe has not received
   * the request, and it is sent again under the same key.
   */
  async #inquireOperation(request: InquiryRequest): Promise<ProviderReport> {
    const never = { kind: 'not_found', why: 'Stripe has not received this request' } as const;
    if (request.reference === null) return never;
    const id = await this.#intentId(request.reference);
    if (id === null) return never;
    if (request.kind === 'refund' || request.kind === 'reverse')
      for await (const refund of this.client.refunds.list({ payment_intent: id, limit: 100 }))
        if (refund.metadata?.[OPERATION] === request.id) return reportOfRefund(refund);
    if (request.kind === 'refund') return never;
    const report = await this.#inquireIntent(id);
    const isReversed = request.kind === 'reverse' && report.kind === 'voided';
    const isSettled = request.kind !== 'reverse' && (report.kind === 'captured' || report.kind === 'voided');
    return isReversed || isSettled ? report : never;
  }

  async #findSession(
    { id, reference, startedAtMs }: OperationRequest,
    cursor: string | null = null,
  ): Promise<Search<Stripe.Checkout.Session>> {
    const { sessions } = this.client.checkout;
    const retrieve = async (name: string): Promise<Search<Stripe.Checkout.Session>> => ({
      kind: 'found',
      item: await sessions.retrieve(name, { expand: SESSION }),
    });
    if (reference?.startsWith('cs_')) return retrieve(reference);
    if (reference !== null) {
      const { data } = await sessions.list({ payment_intent: reference, limit: 1 });
      return data[0] === undefined ? { kind: 'absent' } : { kind: 'found', item: data[0] };
    }
    const search = await searchByTime((params) => sessions.list(params), {
      startedAtMs,
      cursor,
      isWanted: (session) => session.client_reference_id === id,
    });
    return search.kind === 'found' ? retrieve(search.item.id) : search;
  }

  /** Stripe names the payment when its page has been paid; until then only the page has a name. */
  async #intentId(reference: string): Promise<string | null> {
    if (!reference.startsWith('cs_')) return reference;
    return idOf((await this.client.checkout.sessions.retrieve(reference)).payment_intent);
  }

  async #withIntent(
    { reference }: OperationRequest,
    call: (id: string) => Promise<ProviderReport>,
  ): Promise<ProviderReport> {
    try {
      const id = await this.#intentId(reference ?? '');
      if (id === null) return { kind: 'unknown', why: 'Stripe has not named the payment' };
      return await call(id);
    } catch (error) {
      return reportOfError(error);
    }
  }
}

const TOO_MANY = 'there are more payments at this time than one inquiry reads';

function reportOfSearch(search: Exclude<Search<never>, { kind: 'found' }>): ProviderReport {
  return search.kind === 'absent'
    ? { kind: 'not_found', why: 'Stripe has no such payment' }
    : { kind: 'unknown', why: TOO_MANY, cursor: search.cursor };
}

/** Never rounded; another gateway may take it. */
function inexpressible({ currency }: OperationRequest): ProviderReport {
  const message = `Stripe cannot take this amount of ${currency}: its last digits must be 0`;
  return { kind: 'declined', as: 'FAILED', then: 'fallback', code: 'unsupported_amount', message };
}
