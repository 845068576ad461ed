import type { Asked, Callback, IdentityStep, Outcome, PayRequest, StepOutcome, TokenSetup, WalletProvider } from '../src/providers/provider.ts';
import type { Method } from '../src/routing/choose-gateways.ts';

/** What happens to the next call of a name: its effect is done or not, its answer arrives or not. */
export type Fault = 'lost-before' | 'lost-after' | 'not-sent' | 'declined' | 'retriable' | 'hard';

export interface Payment { id: string; amount: bigint; state: 'open' | 'authorised' | 'captured' | 'declined' | 'voided'; captured: bigint; refunded: bigint; capture: boolean }

const REFUSED: Outcome = { kind: 'declined', as: 'FAILED', then: 'nobody', code: '12', message: 'Not in this state' };

/**
 * A third party in memory, for the faults that a real one shows once a year. It keeps its own books, by which a test judges ours: what it
 * captured and gave back is what happened. Idempotent by operation id, as a provider must be.
 */
export class FakeGateway implements WalletProvider {
  readonly origins = ['http://gateway.example'];
  readonly payments = new Map<string, Payment>();
  readonly done = new Map<string, Outcome>();
  readonly calls: string[] = [];
  /** Consumed one a call, by the call's name. */
  readonly faults = new Map<string, Fault[]>();
  down = false;

  constructor(readonly type: string, readonly methods: readonly Method[] = ['card']) {}

  fail(call: string, ...faults: Fault[]): void {
    this.faults.set(call, [...(this.faults.get(call) ?? []), ...faults]);
  }

  /** What the customer does on the gateway's page, or in his app. */
  finish(how: 'pay' | 'decline' | 'retriable' = 'pay', id?: string): Payment {
    const payment = [...this.payments.values()].findLast((one) => one.state === 'open' && (id === undefined || one.id === id));
    if (payment === undefined) throw new Error('nobody is at the gateway');
    if (how === 'pay') Object.assign(payment, payment.capture ? { state: 'captured', captured: payment.amount } : { state: 'authorised' });
    else payment.state = 'declined';
    this.#retriable.set(payment.id, how === 'retriable');
    return payment;
  }

  readonly #retriable = new Map<string, boolean>();

  pay(request: PayRequest): Promise<Outcome> {
    return this.#call('pay', () => {
      this.payments.set(request.id, { id: request.id, amount: request.amount, state: 'open', captured: 0n, refunded: 0n, capture: request.capture });
      return { kind: 'redirect', url: `http://gateway.example/${request.id}`, reference: `gw_${request.id}` };
    });
  }

  capture(asked: Asked): Promise<Outcome> {
    return this.#once('capture', asked, (payment) => {
      if (payment.state !== 'authorised' || asked.amount > payment.amount) return REFUSED;
      Object.assign(payment, { state: 'captured', captured: asked.amount });
      return { kind: 'captured', amount: asked.amount, code: '000', message: 'Completed' };
    });
  }

  void(asked: Asked): Promise<Outcome> {
    return this.#once('void', asked, (payment) => {
      if (payment.state !== 'authorised') return REFUSED;
      payment.state = 'voided';
      return { kind: 'voided' };
    });
  }

  refund(asked: Asked): Promise<Outcome> {
    return this.#once('refund', asked, (payment) => {
      if (payment.refunded + asked.amount > payment.captured) return REFUSED;
      payment.refunded += asked.amount;
      return { kind: 'refunded' };
    });
  }

  inquire({ id, kind }: Asked & { kind: string }): Promise<Outcome> {
    return this.#call('inquire', () => {
      if (kind !== 'pay' && kind !== 'charge') return this.done.get(id) ?? { kind: 'not_found', why: 'no such operation' };
      return this.#stateOf(id);
    });
  }

  readCallback(): Callback {
    throw new Error('not of this one');
  }

  checkIdentity(step: IdentityStep): Promise<StepOutcome> {
    return this.#call('checkIdentity', () => {
      if (step.phone.endsWith('0002')) return { kind: 'refused', code: '002', message: 'Account not found' };
      this.payments.set(step.id, { id: step.id, amount: step.amount, state: 'open', captured: 0n, refunded: 0n, capture: true });
      return { kind: 'accepted', reference: `gw_${step.id}`, instrument: {} };
    });
  }

  resendCode(): Promise<StepOutcome> {
    return this.#call('resendCode', () => ({ kind: 'accepted' }));
  }

  checkCode(_id: string, _reference: string, code: string): Promise<StepOutcome> {
    return this.#call('checkCode', () => (code === '123456' ? { kind: 'accepted' } : { kind: 'wrong', expired: code === '111111' }));
  }

  async inquireToken(id: string): Promise<StepOutcome & { token?: string }> {
    return { kind: 'accepted', token: `gwt_${id}` };
  }

  async revokeToken(): Promise<void> {}

  async abandon(id: string): Promise<void> {
    const payment = this.payments.get(id);
    if (payment?.state === 'open') payment.state = 'declined';
  }

  startToken(setup: TokenSetup): Promise<StepOutcome> {
    return this.#call('startToken', () => (setup.pin === '1234' ? { kind: 'accepted', reference: `gws_${setup.id}` } : { kind: 'wrong', code: '024', message: 'Wrong PIN' }));
  }

  finishToken(id: string, _reference: string, code: string): Promise<StepOutcome & { token?: string }> {
    return this.#call('finishToken', () => (code === '123456' ? { kind: 'accepted', token: `gwt_${id}`, code: '000', message: 'Completed' } : { kind: 'wrong' }));
  }

  charge(asked: Asked & { token: string }): Promise<Outcome> {
    return this.#call('charge', () => {
      this.payments.set(asked.id, { id: asked.id, amount: asked.amount, state: 'captured', captured: asked.amount, refunded: 0n, capture: true });
      return { kind: 'captured', amount: asked.amount, reference: `gw_${asked.id}`, code: '000', message: 'Completed' };
    });
  }

  #stateOf(id: string): Outcome {
    const payment = this.payments.get(id);
    const facts = { reference: `gw_${id}`, code: '000', message: 'Completed' };
    if (payment === undefined) return { kind: 'not_found', why: 'no such payment' };
    if (payment.state === 'captured') return { kind: 'captured', amount: payment.captured, ...facts, ...(this.methods.includes('card') ? { instrument: { brand: 'visa', bin: '424242', last4: '4242' } } : {}) };
    if (payment.state === 'authorised') return { kind: 'authorised', ...facts };
    if (payment.state === 'declined') return { kind: 'declined', as: 'FAILED', then: this.#retriable.get(id) ? 'fallback' : 'customer', reference: `gw_${id}`, code: '51', message: 'Insufficient funds' };
    return payment.state === 'voided' ? { kind: 'voided' } : { kind: 'pending' };
  }

  /** Once an operation id; asked again it answers the same. */
  #once(name: string, asked: Asked, effect: (payment: Payment) => Outcome): Promise<Outcome> {
    return this.#call(name, () => {
      const known = this.done.get(asked.id);
      if (known !== undefined) return known;
      const payment = this.payments.get((asked.reference ?? '').replace(/^gw_/, ''));
      if (payment === undefined) return { kind: 'declined', as: 'FAILED', then: 'nobody', code: '404', message: 'No such payment' };
      const outcome = effect(payment);
      this.done.set(asked.id, outcome);
      return outcome;
    });
  }

  async #call<T>(name: string, effect: () => T): Promise<T> {
    this.calls.push(name);
    const fault = this.faults.get(name)?.shift();
    const lost = (): T => ({ kind: 'unknown', why: 'the reply was lost' }) as T;
    if (this.down || fault === 'not-sent') return { kind: 'not_sent', why: 'connection refused' } as T;
    if (fault === 'lost-before') return lost();
    if (fault === 'hard') return REFUSED as T;
    if (fault === 'declined' || fault === 'retriable') return { kind: 'declined', as: 'FAILED', then: fault === 'retriable' ? 'fallback' : 'customer', code: fault === 'retriable' ? '91' : '05', message: 'Declined' } as T;
    const answer = effect();
    return fault === 'lost-after' ? lost() : answer;
  }
}
