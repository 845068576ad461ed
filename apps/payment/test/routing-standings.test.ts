import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { INQUIRY, ROUTING } from '../src/limits.ts';
import { GatewayStandings } from '../src/standings/gateway-standings.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import type { Fault } from './fake-provider.ts';

let payment: PaymentUnderTest;
beforeEach(async () => {
  payment = await startPaymentForTest();
});
afterEach(() => payment.stop());

const api = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
  payment.call(method, `/public/v1/payment/${path}`, body);

/** Opens a payment by card and returns its last routing step. */
async function pay(more: Json = {}): Promise<Json> {
  const intent = await payment.checkout(more);
  await payment.open(intent.checkout_page_url, { method: 'card' });
  return lastStep(intent);
}

async function lastStep(intent: Json): Promise<Json> {
  const { routing_rules_history: history } = (await api('GET', `intent/${intent._id}`)).body.data;
  return { ...history.at(-1), intent };
}

/** A payment whose customer finishes at the gateway. */
async function finish(how: 'pay' | 'decline', more: Json = {}): Promise<Json> {
  const step = await pay(more);
  const gateway = step.gateway_type === 'card-a' ? payment.cardA : payment.cardB;
  gateway.finish(how);
  await payment.open(`${step.intent.checkout_page_url}/return`);
  return step;
}

const fails = (fault: Fault, times: number): void => payment.cardA.fail('pay', ...Array<Fault>(times).fill(fault));

describe('the circuit of a gateway', () => {
  test.each(['not-sent', 'lost-after', 'lost-before'] as const)(
    'opens after calls that end as %s: other payments go to the next gateway, and their history says why',
    async (fault) => {
      fails(fault, ROUTING.failuresToOpen);
      for (let at = 0; at < ROUTING.failuresToOpen; at++) await pay();
      const step = await pay();
      expect(step).toMatchObject({ gateway_type: 'card-b', reason: expect.stringContaining('without card-a') });
      expect(step.candidates).toEqual([
        expect.objectContaining({ gateway_type: 'card-a', circuit: 'open' }),
        expect.objectContaining({ gateway_type: 'card-b', circuit: 'closed' }),
      ]);
      // The merchant's own choice stands.
      expect((await pay({ gateway_instance_id: 'card-a' })).gateway_type).toBe('card-a');
    },
  );

  test('stays closed whatever the customers’ cards are refused for, and when one call of a row succeeds', async () => {
    fails('declined', ROUTING.failuresToOpen);
    fails('hard', ROUTING.failuresToOpen);
    for (let at = 0; at < 2 * ROUTING.failuresToOpen; at++) await pay();
    for (let round = 0; round < 2; round++) {
      fails('not-sent', ROUTING.failuresToOpen - 1);
      for (let at = 0; at < ROUTING.failuresToOpen - 1; at++) await pay();
      expect((await pay()).gateway_type).toBe('card-a');
    }
    expect((await payment.pool.query('SELECT * FROM gateway_circuit')).rows).toEqual([]);
  });

  test('is half-open after its time: of many payments at once one tries it, and its answer closes it', async () => {
    fails('not-sent', ROUTING.failuresToOpen);
    for (let at = 0; at < ROUTING.failuresToOpen; at++) await pay();
    payment.pass(ROUTING.openMs);
    const release = payment.cardA.delay('pay');
    const under = Promise.all(Array.from({ length: 6 }, () => pay()));
    const others = Array.from({ length: 5 });
    await eventually(() => payment.cardB.calls.length === ROUTING.failuresToOpen + others.length);
    expect(payment.cardA.calls.filter((call) => call === 'pay')).toHaveLength(ROUTING.failuresToOpen + 1);
    release();
    const steps = await under;
    expect(steps.filter((step) => step.gateway_type === 'card-a')).toHaveLength(1);
    expect(steps.find((step) => step.gateway_type === 'card-a')?.candidates[0].circuit).toBe('half_open');
    expect((await pay()).gateway_type).toBe('card-a');
  });

  test('opens for longer when the try fails, and takes payments again when every gateway is away', async () => {
    fails('not-sent', ROUTING.failuresToOpen + 1);
    for (let at = 0; at < ROUTING.failuresToOpen; at++) await pay();
    payment.pass(ROUTING.openMs);
    expect((await pay()).gateway_type).toBe('card-b');
    payment.pass(2 * ROUTING.openMs - 1_000);
    const [circuit] = (await payment.pool.query('SELECT * FROM gateway_circuit')).rows;
    expect(circuit).toMatchObject({ openings: 2 });
    payment.cardB.fail('pay', ...Array<Fault>(ROUTING.failuresToOpen).fill('not-sent'));
    for (let at = 0; at < ROUTING.failuresToOpen; at++) await pay({ gateway_instance_id: 'card-b' });
    expect((await pay()).reason).toContain('the circuits of all are open');
  });

  test('is one for all processes: failures in a row that each of three saw once or twice', async () => {
    const { pool, log, clock } = payment.deps;
    const processes = Array.from({ length: 3 }, () => new GatewayStandings({ pool, log, clock }));
    const failed = { isAnswered: false, startedAtMs: clock() };
    const at = { owner: payment.owner, gateway: 'card-a' };
    await Promise.all([0, 1, 2, 0, 1].map((process) => processes[process]?.recordCall(at, failed)));
    const states = await Promise.all(processes.map((each) => each.read(payment.owner, new Set())));
    const facts = { method: 'card' as const, amountMinor: 1n, currency: 'SAR' };
    expect(states.map((standing) => standing(facts).circuit('card-a'))).toEqual(['open', 'open', 'open']);
    payment.pass(ROUTING.openMs);
    const probing = await Promise.all(
      processes.map(async (each) => {
        const standing = (await each.read(payment.owner, new Set()))(facts);
        return (await each.withProbes(payment.owner, standing, ['card-a'])).circuit('card-a');
      }),
    );
    expect(probing.toSorted()).toEqual(['half_open', 'open', 'open']);
  });
});

describe('a rule that orders by success rate', () => {
  const RULE = { gatewayType: 'card-a', fallback_gateway: [{ gateway_type: 'card-b' }], order_by: 'success_rate' };

  test('sends payments where they succeed, and both its history and the dry run say why', async () => {
    for (let at = 0; at < 12; at++) await finish('decline', { gateway_instance_id: 'card-a' });
    for (let at = 0; at < 12; at++) await finish('pay', { gateway_instance_id: 'card-b' });
    const { rows } = await payment.pool.query('SELECT count(*)::int AS count FROM gateway_score');
    expect(rows[0].count).toBe(0);
    await payment.deps.standings.flush();
    for (let at = 0; at < 6; at++) await pay();
    expect((await api('POST', 'routing/rules/gateway', RULE)).body.data.order_by).toBe('success_rate');
    const steps = [];
    for (let at = 0; at < 10; at++) steps.push(await pay());
    // A payment may be one of the few that measure card-a.
    expect(steps.filter((step) => step.gateway_type === 'card-b').length).toBeGreaterThanOrEqual(6);
    for (const { candidates, reason, gateway_type: gateway } of steps) {
      const [a, b] = candidates;
      expect([a.gateway_type, a.observations, b.gateway_type, b.observations]).toEqual(['card-a', 12, 'card-b', 12]);
      expect(a.success_rate).toBeLessThan(b.success_rate - 0.2);
      expect(reason).toContain(gateway === 'card-b' ? 'by success rate' : 'card-a first, to measure it');
    }
    const dry = (await api('POST', 'routing/rules/gateway/dry-run')).body.data;
    const example = dry.examples.find(({ then }: Json) => then === 'card-b');
    expect(example.now).toBe('card-a');
    expect(example.candidates.map(({ observations }: Json) => observations)).toEqual([12, 12]);
  });

  test('counts each result once, by gateway, method and BIN, in all processes together', async () => {
    await finish('pay');
    await payment.work();
    await payment.deps.standings.flush();
    const counts = async (): Promise<Json[]> =>
      (
        await payment.pool.query(`SELECT gateway, method, bin, round(succeeded)::int AS succeeded,
          round(failed)::int AS failed FROM gateway_score ORDER BY gateway, bin`)
      ).rows;
    const one = { gateway: 'card-a', method: 'card', succeeded: 1, failed: 0 };
    expect(await counts()).toEqual([
      { ...one, bin: '' },
      { ...one, bin: '424242' },
    ]);
    const { pool, log, clock } = payment.deps;
    const processes = Array.from({ length: 5 }, () => new GatewayStandings({ pool, log, clock }));
    const verdict = { owner: payment.owner, method: 'card' as const, bin: '535353' };
    for (const each of processes)
      for (let at = 0; at < 200; at++)
        each.recordVerdict({ ...verdict, gateway: at % 2 === 0 ? 'card-b' : 'card-a', isSuccess: at % 4 === 0 });
    await Promise.all(processes.map((each) => each.flush()));
    expect(await counts()).toEqual([
      { gateway: 'card-a', method: 'card', bin: '', succeeded: 1, failed: 500 },
      { ...one, bin: '424242' },
      { gateway: 'card-a', method: 'card', bin: '535353', succeeded: 0, failed: 500 },
      { gateway: 'card-b', method: 'card', bin: '', succeeded: 250, failed: 250 },
      { gateway: 'card-b', method: 'card', bin: '535353', succeeded: 250, failed: 250 },
    ]);
  });

  test('forgets: a half-life later a count is worth half, and at last the row goes', async () => {
    await finish('pay');
    await payment.deps.standings.flush();
    payment.pass(ROUTING.scoreHalfLifeMs);
    await finish('pay');
    await payment.deps.standings.flush();
    const { rows } = await payment.pool.query(`SELECT succeeded FROM gateway_score WHERE bin = ''`);
    expect(rows[0].succeeded).toBeCloseTo(1.5, 2);
    payment.pass(ROUTING.scoreKeptMs + 60_000);
    await payment.deps.standings.prune();
    expect((await payment.pool.query('SELECT 1 FROM gateway_score')).rows).toEqual([]);
  });

  test('counts no payment that its customer left', async () => {
    const { intent } = await pay();
    await payment.open(`${intent.checkout_page_url}/cancel`, {});
    payment.pass(INQUIRY.firstMs);
    await payment.work();
    await payment.deps.standings.flush();
    expect((await payment.pool.query('SELECT 1 FROM gateway_score')).rows).toEqual([]);
  });

  test('has no split, whichever comes first', async () => {
    const split = [{ gateway_type: 'card-b', percent: 10 }];
    expect((await api('POST', 'routing/rules/gateway', { ...RULE, split })).body.error.param).toBe('order_by');
    const { rule_id: id } = (await api('POST', 'routing/rules/gateway', RULE)).body.data;
    const changed = await api('PATCH', `routing/rules/gateway/${id}`, { split });
    expect([changed.status, changed.body.error.param]).toEqual([400, 'order_by']);
    const both = await api('PATCH', `routing/rules/gateway/${id}`, { split, order_by: 'priority' });
    expect([both.status, both.body.data.order_by]).toEqual([200, 'priority']);
  });
});

describe('a rule that orders by cost', () => {
  const RULE = { gatewayType: 'card-a', fallback_gateway: [{ gateway_type: 'card-b' }], order_by: 'cost' };

  test('takes the gateway that is cheapest for this amount, by the costs that the store set', async () => {
    await api('POST', 'routing/rules/gateway', RULE);
    const costs = [
      { gateway_type: 'card-a', currency: 'SAR', percent: 3, fixed: 0 },
      { gateway_type: 'card-b', currency: 'SAR', percent: 1.5, fixed: '10.00' },
    ];
    const set = await api('PUT', 'routing/cost', { costs });
    expect([set.status, set.body.data.costs.map(({ from }: Json) => from)]).toEqual([200, ['settings', 'settings']]);
    const small = await pay({ amount: 100 });
    expect([small.gateway_type, small.candidates.map(({ cost }: Json) => cost)]).toEqual(['card-a', [3, 11.5]]);
    const large = await pay({ amount: 1_000 });
    expect([large.gateway_type, large.candidates.map(({ cost }: Json) => cost)]).toEqual(['card-b', [30, 25]]);
    expect(large.reason).toBe('card-b, then card-a: by cost');
    expect((await api('GET', 'routing/cost')).body.data).toEqual(set.body.data);
  });

  test('takes the fees of the books where the store set none', async () => {
    [payment.cardA.feeBasisPoints, payment.cardB.feeBasisPoints] = [300, 100];
    for (const gateway of ['card-a', 'card-b']) await finish('pay', { gateway_instance_id: gateway, amount: 500 });
    await api('POST', 'routing/rules/gateway', RULE);
    const step = await pay({ amount: 1_000 });
    expect([step.gateway_type, step.candidates]).toEqual([
      'card-b',
      [
        expect.objectContaining({ gateway_type: 'card-a', cost: 30, cost_from: 'books' }),
        expect.objectContaining({ gateway_type: 'card-b', cost: 10, cost_from: 'books' }),
      ],
    ]);
    expect((await api('GET', 'routing/cost')).body.data.costs).toEqual([
      { gateway_type: 'card-a', currency: 'SAR', percent: 3, fixed: 0, from: 'books' },
      { gateway_type: 'card-b', currency: 'SAR', percent: 1, fixed: 0, from: 'books' },
    ]);
  });

  test('refuses costs of unknown gateways, and one gateway twice', async () => {
    const cost = { gateway_type: 'card-a', currency: 'SAR', percent: 1 };
    const twice = await api('PUT', 'routing/cost', { costs: [cost, { ...cost, percent: 2 }] });
    expect([twice.status, twice.body.error.param]).toEqual([400, 'costs.1']);
    const unknown = await api('PUT', 'routing/cost', { costs: [{ ...cost, gateway_type: 'card-x' }] });
    expect(unknown.body.error).toMatchObject({ code: 'unknown_gateway', param: 'costs.0.gateway_type' });
    const wrong = await api('PUT', 'routing/cost', { costs: [{ ...cost, percent: 101, fixed: '0.001' }] });
    expect(wrong.body.error.details.map(({ field }: Json) => field)).toEqual(['costs.0.percent', 'costs.0.fixed']);
  });
});
