import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import type { ReceivedCall } from '../src/providers/callback.ts';
import { UNRESTRICTED } from '../src/providers/capabilities.ts';
import type { Capabilities } from '../src/providers/capabilities.ts';
import type { Method } from '../src/providers/methods.ts';
import type {
  InquiryRequest,
  OperationRequest,
  PaymentProvider,
  PayRequest,
  ProviderReport,
} from '../src/providers/provider.ts';

/** The calls whose reply a test may lose. */
export type LosableCall = 'pay' | 'capture' | 'void' | 'refund';

/** An adapter under test, and its customer's actions on the provider's page. */
export interface UnderContract {
  provider: PaymentProvider;
  pay(request: PayRequest, url: string): Promise<void>;
  decline(request: PayRequest, url: string): Promise<void>;
  /** Loses the next call of this kind: before it takes effect, or only its reply. */
  lose(call: LosableCall, when: 'before' | 'after'): Promise<unknown>;
  /** Waits until no earlier request can be under way, where the gateway has no idempotency keys. */
  settle?(): void;
  /**
   * The gateway's call about a payment as it makes it at a time, and calls that only resemble one. The body is the same
   * at all times.
   */
  calls(sent: PayRequest, atMs: number): Promise<{ genuine: readonly ReceivedCall[]; forged: readonly ReceivedCall[] }>;
}

/** What the kit may ask of an adapter. */
export interface Terms {
  capabilities: Pick<Capabilities, 'captureModes' | 'currencies'>;
  method?: Method;
  /**
   * False where the gateway has neither a key nor a search for a page that is not used yet. Its address reached no
   * customer, so it takes no money, and another one may be made.
   */
  findsUnusedPages?: boolean;
  /** False where an open page cannot be cancelled: what comes late is given back. */
  cancelsPages?: boolean;
  /** True where every payment is only authorised first, and the service captures it. */
  capturesLater?: boolean;
  /** True where the proof of a call covers its time: one that is kept for a day proves nothing. */
  datesCalls?: boolean;
}

/** A request about a payment; without more, of the payment itself. */
export function operationRequest(amount: bigint, currency: string, reference: string | null = null): OperationRequest {
  const id = `op_${randomUUID()}`;
  const store = { accountId: '5f1d7a3b9c2e4680', storeId: 'str_1', mode: 'stage' };
  return { id, store, amount, currency, reference, paymentId: id, startedAtMs: Date.now() };
}

export function payRequest(more: Partial<PayRequest> = {}): PayRequest {
  const { amount = 12_300n, currency = 'SAR' } = more;
  return {
    ...operationRequest(amount, currency),
    method: 'card',
    capture: true,
    orderReference: 'طلب-1',
    description: '',
    buyer: { name: 'عميل تجريبي', email: 'customer@shop.example', phone: '+12025550123' },
    items: [{ reference: 'طلب-1', name: 'طلب-1', quantity: 1, unitAmount: amount }],
    returnUrl: 'http://127.0.0.1:1/pay/x/return',
    language: 'ar',
    expiresAtMs: Date.now() + 30 * 60_000,
    ...more,
  };
}

type OperationCall = Exclude<LosableCall, 'pay'>;

const DAY_MS = 86_400_000;

/** What a capture, void or refund ends as. Some gateways accept it, and decide later. */
async function resultOf(
  provider: PaymentProvider,
  call: OperationCall,
  request: OperationRequest,
): Promise<ProviderReport> {
  const report = await provider[call](request);
  if (report.kind !== 'pending') return report;
  return eventually(async () => {
    const now = await provider.inquire({ ...request, kind: call });
    // A gateway may not show what it has accepted before it is decided.
    return now.kind === 'pending' || now.kind === 'not_found' ? null : now;
  });
}

/** The behaviour that payment relies on. An adapter that passes may be added to providers/. */
export function keepsTheProviderContract(
  name: string,
  make: () => UnderContract,
  {
    capabilities,
    method = 'card',
    findsUnusedPages = true,
    cancelsPages = true,
    capturesLater = false,
    datesCalls = false,
  }: Terms = { capabilities: UNRESTRICTED },
): void {
  const hasManual = capabilities.captureModes.includes('manual');
  const testManual = hasManual ? test : test.skip;
  const opened = async (more: Partial<PayRequest> = {}): Promise<{ sent: PayRequest; url: string }> => {
    const sent = payRequest({ method, ...more });
    const report = await make().provider.pay(sent);
    if (report.kind !== 'action' || report.action.kind !== 'redirect')
      throw new Error(`pay answered ${JSON.stringify(report, bigintAsText)}`);
    return { sent: { ...sent, reference: report.reference ?? null }, url: report.action.url };
  };
  const paid = async (more: Partial<PayRequest> = {}): Promise<{ sent: PayRequest; about: OperationRequest }> => {
    const { sent, url } = await opened(more);
    await make().pay(sent, url);
    const report = await make().provider.inquire({ ...sent, kind: 'pay' });
    const reference = 'reference' in report ? (report.reference ?? null) : null;
    const about = { ...operationRequest(sent.amount, sent.currency, reference), paymentId: sent.id };
    if (capturesLater && sent.capture) await resultOf(make().provider, 'capture', next(about));
    return { sent: capturesLater ? { ...sent, reference } : sent, about };
  };
  const next = (about: OperationRequest, more: Partial<OperationRequest> = {}): OperationRequest => ({
    ...about,
    id: `op_${randomUUID()}`,
    ...more,
  });
  const inquire = (request: OperationRequest, kind: InquiryRequest['kind']): Promise<ProviderReport> =>
    make().provider.inquire({ ...request, kind });

  const perform = (call: OperationCall, request: OperationRequest): Promise<ProviderReport> =>
    resultOf(make().provider, call, request);

  test(`${name}: an unknown operation is not found`, async () => {
    for (const kind of ['pay', 'capture', 'refund', 'void'] as const)
      expect(await inquire(payRequest({ method }), kind)).toMatchObject({ kind: 'not_found' });
  });

  test(`${name}: a payment that is requested twice under one id is one payment`, async () => {
    const { sent, url } = await opened();
    const again = await make().provider.pay({ ...sent, reference: null });
    expect(again.kind).toMatch(/action|pending/);
    if (again.kind === 'action' && findsUnusedPages) expect(again.action).toEqual({ kind: 'redirect', url });
    expect((await inquire(sent, 'pay')).kind).toMatch(/action|pending/);
    const found = await inquire({ ...sent, reference: null }, 'pay');
    expect(found.kind).toMatch(findsUnusedPages ? /action|pending/ : /not_found/);
  });

  test(`${name}: a paid payment is captured whole, and a declined one names the reason`, async () => {
    const { sent, about } = await paid();
    const captured = { kind: 'captured', amount: sent.amount, code: '000', reference: expect.stringMatching(/./) };
    expect(await inquire(sent, 'pay')).toMatchObject(captured);
    // By our id alone, and by each reference that the provider named.
    expect(await inquire({ ...sent, reference: null }, 'pay')).toMatchObject(captured);
    expect(await inquire({ ...sent, reference: about.reference }, 'pay')).toMatchObject(captured);
    const other = await opened();
    await make().decline(other.sent, other.url);
    expect(await inquire(other.sent, 'pay')).toMatchObject({ kind: 'declined', code: expect.stringMatching(/./) });
  });

  const amounts: [string, bigint][] = [
    ['JPY', 1_500n],
    ['SAR', 150_050n],
    ['KWD', 12_340n],
  ];
  test.each(amounts.filter(([currency]) => capabilities.currencies?.includes(currency) ?? true))(
    `${name}: %s is taken and refunded to the minor unit`,
    async (currency, amount) => {
      const { sent, about } = await paid({ currency, amount });
      expect(await inquire(sent, 'pay')).toMatchObject({ kind: 'captured', amount });
      expect((await perform('refund', next(about, { amount: amount - 10n }))).kind).toBe('refunded');
      expect((await perform('refund', next(about, { amount: 20n }))).kind).toBe('declined');
      expect((await perform('refund', next(about, { amount: 10n }))).kind).toBe('refunded');
    },
  );

  testManual(`${name}: a repeated partial capture of an authorisation happens once`, async () => {
    const { sent, about } = await paid({ capture: false });
    expect((await inquire(sent, 'pay')).kind).toBe('authorised');
    const request = { ...about, amount: 5_000n };
    for (let time = 0; time < 2; time++)
      expect(await perform('capture', request)).toMatchObject({ kind: 'captured', amount: 5_000n });
    expect(await inquire(request, 'capture')).toMatchObject({ kind: 'captured', amount: 5_000n });
    // What was not captured cannot be refunded.
    expect((await perform('refund', next(about, { amount: 5_001n }))).kind).toBe('declined');
    expect((await perform('refund', next(about, { amount: 5_000n }))).kind).toBe('refunded');
  });

  testManual(`${name}: an authorisation is voided, and takes nothing after that`, async () => {
    const { about } = await paid({ capture: false });
    for (let time = 0; time < 2; time++) expect((await perform('void', about)).kind).toBe('voided');
    expect((await inquire(about, 'void')).kind).toBe('voided');
    expect((await perform('capture', next(about))).kind).toBe('declined');
  });

  test(`${name}: a refund that is requested twice happens once and never exceeds the capture`, async () => {
    const { sent, about } = await paid();
    const first = { ...about, amount: 12_000n };
    for (let time = 0; time < 2; time++) expect((await perform('refund', first)).kind).toBe('refunded');
    expect((await perform('refund', next(about, { amount: 301n }))).kind).toBe('declined');
    expect((await perform('refund', next(about, { amount: 300n }))).kind).toBe('refunded');
    // Days later each is still known by its own id, and the payment is what it was.
    expect((await inquire(first, 'refund')).kind).toBe('refunded');
    expect((await inquire(next(about, { amount: 12_000n }), 'refund')).kind).toBe('not_found');
    expect((await inquire(sent, 'pay')).kind).toMatch(/captured|refunded/);
  });

  (cancelsPages ? test : test.skip)(`${name}: an abandoned payment cannot be paid`, async () => {
    for (const reference of ['by reference', null]) {
      const { sent, url } = await opened();
      const request = reference === null ? { ...sent, reference } : sent;
      for (let time = 0; time < 2; time++) await make().provider.abandon(request);
      await make().pay(sent, url);
      expect((await inquire(sent, 'pay')).kind).toBe('declined');
    }
  });

  test(`${name}: only its own calls are believed, and a repeat has the same id`, async () => {
    const { calls, provider } = make();
    const { sent, url } = await opened();
    await make().pay(sent, url);
    const { genuine, forged } = await calls(sent, Date.now());
    expect(genuine.length).toBeGreaterThan(0);
    for (const call of genuine) {
      const [first, again] = [await provider.readCallback(call), await provider.readCallback(call)];
      expect(first).toMatchObject({ kind: 'operation', operationId: sent.id });
      expect(again).toEqual(first);
    }
    expect(forged.length).toBeGreaterThan(3);
    for (const call of forged)
      await expect((async () => provider.readCallback(call))()).rejects.toMatchObject({ status: 401 });
  });

  test(`${name}: a call that the gateway makes again after a day is the same event`, async () => {
    const { calls, provider } = make();
    const { sent, url } = await opened();
    await make().pay(sent, url);
    const [todayMs, tomorrowMs] = [Date.now(), Date.now() + DAY_MS];
    const [first] = (await calls(sent, todayMs)).genuine as [ReceivedCall];
    const [again] = (await calls(sent, tomorrowMs)).genuine as [ReceivedCall];
    const known = await provider.readCallback({ ...first, nowMs: todayMs });
    expect(await provider.readCallback({ ...again, nowMs: tomorrowMs })).toEqual(known);
    // A recording that is sent a day later.
    const replay = (async () => provider.readCallback({ ...first, nowMs: tomorrowMs }))();
    if (datesCalls) await expect(replay).rejects.toMatchObject({ status: 401 });
    else expect(await replay).toEqual(known);
  });

  losesReplies({ name, make, paid, hasManual, method, findsUnusedPages });
}

interface Journeys {
  name: string;
  make: () => UnderContract;
  paid(more?: Partial<PayRequest>): Promise<{ sent: PayRequest; about: OperationRequest }>;
  hasManual: boolean;
  method: Method;
  findsUnusedPages: boolean;
}

/** A lost reply is unknown; an inquiry, and a repeat under the same id where it never arrived, find the truth. */
function losesReplies({ name, make, paid, hasManual, method, findsUnusedPages }: Journeys): void {
  const losing = async <Report>(
    call: LosableCall,
    when: 'before' | 'after',
    run: () => Promise<Report>,
  ): Promise<Report> => {
    await make().lose(call, when);
    return run();
  };

  test.each(['before', 'after'] as const)(`${name}: a payment whose reply is lost %s it takes effect`, async (when) => {
    const { provider } = make();
    const sent = payRequest({ method });
    expect((await losing('pay', when, () => provider.pay(sent))).kind).toBe('unknown');
    const found = await provider.inquire({ ...sent, kind: 'pay' });
    expect(found.kind).toMatch(when === 'before' || !findsUnusedPages ? /not_found/ : /action|pending/);
    expect((await provider.pay(sent)).kind).toBe('action');
  });

  test.each(
    (hasManual ? (['capture', 'void', 'refund'] as const) : (['refund'] as const)).flatMap((call) => [
      [call, 'before'] as const,
      [call, 'after'] as const,
    ]),
  )(`${name}: a %s whose reply is lost %s it takes effect happens once`, async (call, when) => {
    const { provider, settle } = make();
    const { about } = await paid(hasManual ? { capture: call === 'refund' } : {});
    expect((await losing(call, when, () => provider[call](about))).kind).toBe('unknown');
    const done = { capture: 'captured', void: 'voided', refund: 'refunded' }[call];
    settle?.();
    await eventually(async () => {
      const { kind } = await provider.inquire({ ...about, kind: call });
      if (kind !== 'pending') expect(kind).toBe(when === 'before' ? 'not_found' : done);
      return kind !== 'pending';
    });
    // The service asks again under the same id.
    expect((await resultOf(provider, call, about)).kind).toBe(done);
    expect((await provider.inquire({ ...about, kind: call })).kind).toBe(done);
    const more = { ...about, id: `op_${randomUUID()}`, amount: 1n };
    if (call === 'refund') expect((await resultOf(provider, 'refund', more)).kind).toBe('declined');
  });
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
