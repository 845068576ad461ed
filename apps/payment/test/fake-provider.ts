import { feeOf } from '../src/money/fee.ts';
import type { Callback, Handshake, ReceivedCall } from '../src/providers/callback.ts';
import type { CustomerAction } from '../src/providers/customer-action.ts';
import { UNRESTRICTED } from '../src/providers/capabilities.ts';
import type { Capabilities } from '../src/providers/capabilities.ts';
import type { Method } from '../src/providers/methods.ts';
import type {
  ChargeRequest,
  IdentityStep,
  OperationRequest,
  PayRequest,
  ProviderReport,
  SavedInstrument,
  StepReport,
  TokenSetup,
  WalletProvider,
} from '../src/providers/provider.ts';

/** What happens to the next call of a name: whether it takes effect, and whether its answer arrives. */
export type Fault = 'lost-before' | 'lost-after' | 'not-sent' | 'declined' | 'retriable' | 'hard';

export interface Payment {
  id: string;
  amount: bigint;
  state: 'open' | 'authorised' | 'captured' | 'declined' | 'voided';
  captured: bigint;
  refunded: bigint;
  capture: boolean;
  /** It keeps the card. */
  saves?: boolean;
}

const REFUSED: ProviderReport = {
  kind: 'declined',
  as: 'FAILED',
  then: 'none',
  code: '12',
  message: 'Not in this state',
};

/**
 * A provider in memory, for faults that are rare in real ones. It keeps its own books, and tests compare ours with
 * them. Like every provider, it is idempotent by operation id.
 */
export class FakeProvider implements WalletProvider {
  capabilities: Capabilities = UNRESTRICTED;
  readonly origins = ['http://gateway.example'];
  readonly payments = new Map<string, Payment>();
  readonly refunds: { id: string; payment: string; amount: bigint }[] = [];
  /** Refunds that failed at the customer's bank after they had succeeded. */
  readonly returned: { id: string; payment: string; amount: bigint }[] = [];
  readonly done = new Map<string, ProviderReport>();
  readonly calls: string[] = [];
  readonly revoked: string[] = [];
  /** Faults by the call's name. Each call consumes one. */
  readonly faults = new Map<string, Fault[]>();
  /** What the next calls of a name report, whatever they did: gateways often report the state of the payment. */
  readonly reports = new Map<string, ProviderReport[]>();
  /** What the customers of the next payments must do, instead of a redirect. */
  readonly actions: CustomerAction[] = [];
  /** The payments as they were requested. */
  readonly requests: PayRequest[] = [];
  down = false;
  /** Of the cards that it keeps. */
  fingerprint: string | null = null;
  /** The charges as they were requested. */
  readonly charges: ChargeRequest[] = [];
  /** The fee that its reports of captures name, in basis points. */
  feeBasisPoints = 0;

  constructor(
    readonly type: string,
    readonly methods: readonly Method[] = ['card'],
  ) {}

  report(call: string, ...reports: ProviderReport[]): void {
    this.reports.set(call, [...(this.reports.get(call) ?? []), ...reports]);
  }

  /** The next call of a name takes effect at once, but its answer waits for the returned function. */
  delay(call: string): () => void {
    let release = (): void => {};
    this.#delayed.set(call, new Promise<void>((resolve) => (release = resolve)));
    return release;
  }

  fail(call: string, ...faults: Fault[]): void {
    this.faults.set(call, [...(this.faults.get(call) ?? []), ...faults]);
  }

  /** What the customer does on the provider's page or in the app. */
  finish(how: 'pay' | 'decline' | 'retriable' = 'pay', id?: string): Payment {
    const payment = [...this.payments.values()].findLast(
      (candidate) => candidate.state === 'open' && (id === undefined || candidate.id === id),
    );
    if (payment === undefined) throw new Error('no payment is open');
    if (how === 'pay')
      Object.assign(
        payment,
        payment.capture ? { state: 'captured', captured: payment.amount } : { state: 'authorised' },
      );
    else payment.state = 'declined';
    this.#retriable.set(payment.id, how === 'retriable');
    return payment;
  }

  readonly #delayed = new Map<string, Promise<void>>();
  readonly #retriable = new Map<string, boolean>();

  pay(request: PayRequest): Promise<ProviderReport> {
    return this.#call('pay', () => {
      this.requests.push(request);
      this.payments.set(request.id, {
        id: request.id,
        amount: request.amount,
        state: 'open',
        captured: 0n,
        refunded: 0n,
        capture: request.capture,
        saves: request.saves === true,
      });
      return {
        kind: 'action',
        action: this.actions.shift() ?? { kind: 'redirect', url: `http://gateway.example/${request.id}` },
        reference: `gw_${request.id}`,
      };
    });
  }

  capture(request: OperationRequest): Promise<ProviderReport> {
    return this.#once('capture', request, (payment) => {
      const captured = payment.captured + request.amount;
      if (payment.state !== 'authorised' || captured > payment.amount) return REFUSED;
      const isLast = request.finalCapture !== false || captured === payment.amount;
      Object.assign(payment, { state: isLast ? 'captured' : 'authorised', captured });
      return { kind: 'captured', amount: request.amount, code: '000', message: 'Completed' };
    });
  }

  void(request: OperationRequest): Promise<ProviderReport> {
    return this.#once('void', request, (payment) => {
      if (payment.state !== 'authorised') return REFUSED;
      payment.state = payment.captured > 0n ? 'captured' : 'voided';
      return { kind: 'voided' };
    });
  }

  refund(request: OperationRequest): Promise<ProviderReport> {
    return this.#once('refund', request, (payment) => {
      if (payment.refunded + request.amount > payment.captured) return REFUSED;
      payment.refunded += request.amount;
      this.refunds.push({ id: request.id, payment: payment.id, amount: request.amount });
      return { kind: 'refunded' };
    });
  }

  /** The customer's bank sends a refund back that had succeeded. */
  returnRefund(id: string): void {
    const refund = this.refunds.find((each) => each.id === id) as (typeof this.refunds)[number];
    this.returned.push(refund);
    (this.payments.get(refund.payment) as Payment).refunded -= refund.amount;
    this.done.set(id, { kind: 'declined', as: 'FAILED', then: 'none', code: '57', message: 'Account closed' });
  }

  /** A refund that it had refused, or sent back, is paid after all. */
  payRefund(refund: { id: string; payment: string; amount: bigint }): void {
    this.refunds.push(refund);
    (this.payments.get(refund.payment) as Payment).refunded += refund.amount;
    this.done.set(refund.id, { kind: 'refunded', code: '000', message: 'Completed' });
  }

  inquire({ id, kind }: OperationRequest & { kind: string }): Promise<ProviderReport> {
    return this.#call('inquire', () => {
      if (kind !== 'pay' && kind !== 'charge')
        return this.done.get(id) ?? { kind: 'not_found', why: 'no such operation' };
      return this.#stateOf(id);
    });
  }

  readCallback(_call: ReceivedCall): Callback | Handshake {
    throw new Error('the fake provider sends no callbacks');
  }

  checkIdentity(step: IdentityStep): Promise<StepReport> {
    return this.#call('checkIdentity', () => {
      if (step.phone.endsWith('0002')) return { kind: 'refused', code: '002', message: 'Account not found' };
      this.payments.set(step.id, {
        id: step.id,
        amount: step.amount,
        state: 'open',
        captured: 0n,
        refunded: 0n,
        capture: true,
      });
      return { kind: 'accepted', reference: `gw_${step.id}`, instrument: {} };
    });
  }

  resendCode(): Promise<StepReport> {
    return this.#call('resendCode', () => ({ kind: 'accepted' }));
  }

  checkCode(_id: string, _reference: string, code: string): Promise<StepReport> {
    return this.#call('checkCode', () =>
      code === '123456' ? { kind: 'accepted' } : { kind: 'wrong', expired: code === '111111' },
    );
  }

  inquireToken(id: string): Promise<StepReport & { token?: string }> {
    return this.#call('inquireToken', () => ({ kind: 'accepted', token: `gwt_${id}` }));
  }

  revokeToken(token: string): Promise<StepReport> {
    return this.#call('revokeToken', () => {
      this.revoked.push(token);
      return { kind: 'accepted' };
    });
  }

  async abandon({ id }: OperationRequest): Promise<void> {
    const payment = this.payments.get(id);
    if (payment?.state === 'open') payment.state = 'declined';
  }

  startToken(setup: TokenSetup): Promise<StepReport> {
    return this.#call('startToken', () =>
      setup.pin === '1234'
        ? { kind: 'accepted', reference: `gws_${setup.id}` }
        : { kind: 'wrong', code: '024', message: 'Wrong PIN' },
    );
  }

  finishToken(id: string, _reference: string, code: string): Promise<StepReport & { token?: string }> {
    return this.#call('finishToken', () =>
      code === '123456'
        ? { kind: 'accepted', token: `gwt_${id}`, code: '000', message: 'Completed' }
        : { kind: 'wrong' },
    );
  }

  charge(request: ChargeRequest): Promise<ProviderReport> {
    return this.#call('charge', () => {
      this.charges.push(request);
      this.payments.set(request.id, {
        id: request.id,
        amount: request.amount,
        state: 'captured',
        captured: request.amount,
        refunded: 0n,
        capture: true,
      });
      return {
        kind: 'captured',
        amount: request.amount,
        reference: `gw_${request.id}`,
        code: '000',
        message: 'Completed',
      };
    });
  }

  #stateOf(id: string): ProviderReport {
    const payment = this.payments.get(id);
    const facts = { reference: `gw_${id}`, code: '000', message: 'Completed' };
    if (payment === undefined) return { kind: 'not_found', why: 'no such payment' };
    if (payment.state === 'captured')
      return {
        kind: 'captured',
        amount: payment.captured,
        ...facts,
        ...(this.feeBasisPoints === 0 ? {} : { fee: feeOf(payment.captured, this.feeBasisPoints) }),
        ...(this.methods.includes('card') ? { instrument: { brand: 'visa', bin: '424242', last4: '4242' } } : {}),
        ...this.#savedOf(payment),
      };
    if (payment.state === 'authorised') return { kind: 'authorised', ...facts, ...this.#savedOf(payment) };
    if (payment.state === 'declined')
      return {
        kind: 'declined',
        as: 'FAILED',
        then: this.#retriable.get(id) ? 'fallback' : 'customer',
        reference: `gw_${id}`,
        code: '51',
        message: 'Insufficient funds',
      };
    return payment.state === 'voided' ? { kind: 'voided' } : { kind: 'pending' };
  }

  #savedOf({ id, saves }: Payment): { saved?: SavedInstrument } {
    if (saves !== true) return {};
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, fingerprint: this.fingerprint };
    return { saved: { token: `card_${id}`, card } };
  }

  /** Runs once per operation id; a repeat gets the same answer. */
  #once(
    name: string,
    request: OperationRequest,
    effect: (payment: Payment) => ProviderReport,
  ): Promise<ProviderReport> {
    return this.#call(name, () => {
      const known = this.done.get(request.id);
      if (known !== undefined) return known;
      const payment = this.payments.get((request.reference ?? '').replace(/^gw_/, ''));
      if (payment === undefined)
        return { kind: 'declined', as: 'FAILED', then: 'none', code: '404', message: 'No such payment' };
      const report = effect(payment);
      this.done.set(request.id, report);
      return report;
    });
  }

  async #call<T>(name: string, effect: () => T): Promise<T> {
    this.calls.push(name);
    const delay = this.#delayed.get(name);
    this.#delayed.delete(name);
    const answer = this.#answer(name, effect);
    await delay;
    return answer;
  }

  #answer<T>(name: string, effect: () => T): T {
    const fault = this.faults.get(name)?.shift();
    const lost = (): T => ({ kind: 'unknown', why: 'the reply was lost' }) as T;
    if (this.down || fault === 'not-sent') return { kind: 'not_sent', why: 'connection refused' } as T;
    if (fault === 'lost-before') return lost();
    if (fault === 'hard') return REFUSED as T;
    if (fault === 'declined' || fault === 'retriable')
      return {
        kind: 'declined',
        as: 'FAILED',
        then: fault === 'retriable' ? 'fallback' : 'customer',
        code: fault === 'retriable' ? '91' : '05',
        message: 'Declined',
      } as T;
    const report = this.reports.get(name)?.shift();
    if (report !== undefined) return report as T;
    const answer = effect();
    return fault === 'lost-after' ? lost() : answer;
  }
}
