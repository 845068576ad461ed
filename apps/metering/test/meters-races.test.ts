import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { runLength } from '@qafila/testing/run-length';
import { startMeteringForTest } from './harness.ts';
import type { Answer, MeteringUnderTest } from './harness.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
});
afterAll(() => metering.stop());

const ROUNDS = runLength(200, 40);
jest.setTimeout(180_000);
const price = { model: 'per_unit', unit_amount: '1', currency: 'SAR' };
const off = { subscription: { next_action: 'cancel' }, plan: { active: false } };

/** Starts all calls in the same turn of the event loop, in an order that changes with each round. */
async function race(round: number, ...starts: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const order = starts.map((_, index) => (index + round) % starts.length);
  const running: Promise<Answer>[] = [];
  for (const index of order) running[index] = (starts[index] as () => Promise<Answer>)();
  return Promise.all(running);
}

test('concurrent update and deactivation both take effect, and each revision is published once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = `u${round}`;
    await metering.call('POST', '/public/v1/meter', { id, name: 'M', aggregation_type: 'count' });
    const answers = await race(
      round,
      () => metering.call('PATCH', `/public/v1/meter/${id}`, { filters: { a: '1' } }),
      () => metering.call('PATCH', `/public/v1/meter/${id}`, { name: 'N' }),
      () => metering.call('PATCH', `/public/v1/meter/${id}/deactivate`, off),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  }
  const { rows } = await metering.pool.query(
    `SELECT count(*)::int AS n, min(revision) AS revision, min(version) AS version FROM meter
    WHERE NOT active AND name = 'N' AND revision = 4 AND version = 2`,
  );
  expect(rows).toEqual([{ n: ROUNDS, revision: 4, version: 2 }]);
  const published = (await metering.published()).filter((event) => event.type.startsWith('meter.'));
  for (let round = 0; round < ROUNDS; round++) {
    expect(published.filter((event) => event.subject === `u${round}`).map((event) => event.aggregateversion)).toEqual([
      1, 2, 3, 4,
    ]);
  }
});

test('a subscription concurrent with a deactivation is never left active on an inactive plan', async () => {
  const seen = { subscribed: 0, refused: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const id = `d${round}`;
    await metering.call('POST', '/public/v1/meter', { id, name: 'M', aggregation_type: 'count' });
    await metering.call('POST', '/public/v1/plan', {
      id,
      name: 'P',
      recurring: true,
      meters: [{ meter_id: id, price }],
    });
    const [deactivated, subscribed] = (await race(
      round,
      () => metering.call('PATCH', `/public/v1/meter/${id}/deactivate`, off),
      () => metering.call('POST', `/public/v1/plan/${id}/subscription`, { id, customer_reference: 'c' }),
    )) as [Answer, Answer];
    expect(deactivated.status).toBe(200);
    expect([201, 409]).toContain(subscribed.status);
    seen[subscribed.status === 201 ? 'subscribed' : 'refused']++;
    // The impact counts exactly the subscription that was created before.
    expect(deactivated.body.data.impact.subscriptions.changed).toBe(subscribed.status === 201 ? 1 : 0);
  }
  const { rows } = await metering.pool.query(
    `SELECT s.status, count(*)::int AS n FROM subscription s JOIN plan p ON p.id = s.plan_id
    WHERE NOT p.active GROUP BY 1`,
  );
  expect(rows).toEqual(seen.subscribed === 0 ? [] : [{ status: 'canceled', n: seen.subscribed }]);
  expect(seen.subscribed + seen.refused).toBe(ROUNDS);
});

test('a plan that is created during a deactivation is refused, or deactivated with the others', async () => {
  for (let round = 0; round < ROUNDS / 4; round++) {
    const id = `p${round}`;
    await metering.call('POST', '/public/v1/meter', { id, name: 'M', aggregation_type: 'count' });
    const [deactivated, created] = (await race(
      round,
      () => metering.call('PATCH', `/public/v1/meter/${id}/deactivate`, off),
      () =>
        metering.call('POST', '/public/v1/plan', { id, name: 'P', recurring: true, meters: [{ meter_id: id, price }] }),
    )) as [Answer, Answer];
    expect(deactivated.body.data.impact.plans_total).toBe(created.status === 201 ? 1 : 0);
    if (created.status !== 201) expect(created.body.error.code).toBe('meter_inactive');
  }
  expect((await metering.pool.query("SELECT 1 FROM plan WHERE active AND id LIKE 'p%'")).rowCount).toBe(0);
});

test('two meters with the same plans can be deactivated at once without a deadlock', async () => {
  for (let round = 0; round < 20; round++) {
    const ids = [`x${round}`, `y${round}`];
    for (const id of ids) await metering.call('POST', '/public/v1/meter', { id, name: 'M', aggregation_type: 'count' });
    for (const plan of ['1', '2', '3']) {
      await metering.call('POST', '/public/v1/plan', {
        id: `${round}-${plan}`,
        name: 'P',
        recurring: true,
        meters: ids.map((meter_id) => ({ meter_id, price })),
      });
      await metering.call('POST', `/public/v1/plan/${round}-${plan}/subscription`, { customer_reference: 'c' });
    }
    const answers = await race(
      round,
      ...ids.map((id) => () => metering.call('PATCH', `/public/v1/meter/${id}/deactivate`, off)),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(answers.map((answer) => answer.body.data.impact.subscriptions.changed).sort()).toEqual([0, 3]);
  }
});

test('of many concurrent cancellations of one subscription one is published', async () => {
  await metering.call('POST', '/public/v1/meter', { id: 'm', name: 'M', aggregation_type: 'count' });
  await metering.call('POST', '/public/v1/plan', {
    id: 'one',
    name: 'P',
    recurring: true,
    meters: [{ meter_id: 'm', price }],
  });
  await metering.call('POST', '/public/v1/plan/one/subscription', { id: 'one-sub', customer_reference: 'c' });
  const answers = await race(
    0,
    ...Array.from(
      { length: 10 },
      () => () => metering.call('PATCH', '/public/v1/plan/one/subscription/one-sub', { next_action: 'cancel' }),
    ),
  );
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(await metering.published('one-sub')).toMatchObject([
    { type: 'subscription.created' },
    { type: 'subscription.updated', aggregateversion: 2 },
  ]);
});
