import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { parseStrict } from '@qafila/json/strict-json';
import { acceptEvents } from '../src/events/accept-events.ts';
import { AcceptQueue } from '../src/events/accept-queue.ts';
import { IngestDependencies } from '../src/events/ingest-dependencies.ts';
import type { IngestResult } from '../src/events/ingest-result.ts';
import { readEvent } from '../src/events/read-event.ts';
import type { Submission } from '../src/events/submission.ts';
import { RecentFacts } from '../src/events/usage-fact.ts';
import { LIMITS } from '../src/limits.ts';
import { MeterDirectory } from '../src/meter-definitions/meter-directory.ts';
import { startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';
import { meterOf, send, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
let pool: pg.Pool;
/** The statements that the pool ran: on the pool itself, and on connections that it lent. */
let statements: string[] = [];
beforeAll(async () => {
  metering = await startMeteringForTest();
  pool = new pg.Pool({
    connectionString: metering.databaseUrl,
    options: '-c search_path=metering -c timezone=UTC',
    Client: class extends pg.Client {
      override query(...given: unknown[]): never {
        const [statement] = given as [string | { text: string }];
        statements.push(typeof statement === 'string' ? statement : statement.text);
        return (super.query as (...all: unknown[]) => never)(...given);
      }
    },
  });
});
afterAll(async () => {
  await pool.end();
  await metering.stop();
});

const owner = { accountId: 'acc_1', storeId: 'str_1' };
const submission = (meterId: string, event: Record<string, unknown> = usage()): Submission => ({
  owner,
  meterId,
  event: readEvent(parseStrict(JSON.stringify(event), { numbers: 'exact' })),
});
/** Accepts the batch; returns the results as codes, and how many statements each kind took. */
async function accept(batch: Submission[], meters = new MeterDirectory(pool)): Promise<[string[], number]> {
  statements = [];
  const dependencies = new IngestDependencies(pool, meters, new RecentFacts(), 3_600_000, () => {});
  const results = await acceptEvents(batch, dependencies);
  return [results.map((result) => ('receipt' in result ? 'accepted' : result.refusal.code)), statements.length];
}
const looks = (): number => statements.filter((text) => text.includes('meter_version')).length;

test('unknown, inactive and changed meters of a batch are looked up in one statement', async () => {
  const inactive = await meterOf(metering, { active: false });
  const changed = await meterOf(metering, { aggregation_type: 'count' });
  const meters = new MeterDirectory(pool);
  await accept([submission(changed)], meters);
  await metering.call('PATCH', `/public/v1/meter/${changed}`, { name: 'Other' });
  const batch = Array.from({ length: 300 }, (_, n) => [
    submission('nowhere'),
    submission(`nowhere-${n}`),
    submission(inactive),
    submission(changed),
  ]).flat();
  const [codes, count] = await accept(batch, meters);
  expect(codes.slice(0, 4)).toEqual(['not_found', 'not_found', 'meter_inactive', 'accepted']);
  expect(new Set(codes).size).toBe(3);
  // One look for the missing meters, one for the changed one, and the accepting statement before and after it.
  expect([looks(), count]).toEqual([2, 4]);
});

test('a flood for an unknown meter is answered from memory, a few questions always look', async () => {
  const meters = new MeterDirectory(pool);
  const id = 'later';
  expect((await accept([submission(id)], meters))[0]).toEqual(['not_found']);
  await meterOf(metering, { id });
  expect((await accept([submission(id)], meters))[0]).toEqual(['accepted']);
  statements = [];
  for (let n = 0; n < 5_000; n++) await meters.find(owner, 'flooded');
  expect(looks()).toBeGreaterThanOrEqual(LIMITS.missingMeterLooksMax);
  expect(looks()).toBeLessThan(2_500);
});

test('a meter that this process creates or reactivates takes events at once, also in a flood', async () => {
  const id = 'flooded-before';
  await Promise.all(Array.from({ length: 100 }, () => send(metering, id, usage())));
  await meterOf(metering, { id });
  expect((await send(metering, id, usage())).status).toBe(200);
  const off = { active: false, subscription: { next_action: 'keep' }, plan: { active: true } };
  await metering.call('PATCH', `/public/v1/meter/${id}`, off);
  for (let n = 0; n < 30; n++) expect((await send(metering, id, usage())).status).toBe(400);
  await metering.call('POST', `/public/v1/meter/${id}/reactivate`);
  expect((await send(metering, id, usage())).status).toBe(200);
});

test('a flood of unknown meters evicts no meter that is in use', async () => {
  const meters = new MeterDirectory(pool);
  const used = await meterOf(metering);
  await meters.find(owner, used);
  const ids = Array.from({ length: LIMITS.cachedMetersMax + 1 }, (_, n) => ({ owner, id: `unknown-${n}` }));
  await meters.findAll(ids);
  statements = [];
  expect(await meters.find(owner, used)).toMatchObject({ id: used });
  expect(looks()).toBe(0);
});

test('of more meters than the cache takes, those that were used last stay', async () => {
  const meters = new MeterDirectory(pool);
  const [used, unused] = [await meterOf(metering), await meterOf(metering)];
  for (const id of [used, unused]) await meters.find(owner, id);
  await metering.pool.query(
    `WITH made AS (
      INSERT INTO meter (account_no, id, store_id, mode, name, active, aggregation_type)
      SELECT account_no, 'many-' || n, store_id, mode, name, true, 'count'
      FROM meter, generate_series(1, $2::int) AS n WHERE id = $1 RETURNING account_no, meter_no
    )
    INSERT INTO meter_version (account_no, meter_no, version, effective_from, filters)
    SELECT account_no, meter_no, 1, now(), '{}' FROM made`,
    [used, LIMITS.cachedMetersMax - 1],
  );
  const ids = Array.from({ length: LIMITS.cachedMetersMax - 1 }, (_, n) => ({ owner, id: `many-${n + 1}` }));
  for (let from = 0; from < ids.length; from += 5_000) {
    await meters.find(owner, used);
    await meters.findAll(ids.slice(from, from + 5_000));
  }
  statements = [];
  await meters.find(owner, used);
  expect(looks()).toBe(0);
  await meters.find(owner, unused);
  expect(looks()).toBe(1);
}, 120_000);

test('beside the flood of one account, the events of another are in the next statement', async () => {
  const statements: string[][] = [];
  const queue = new AcceptQueue(async (submissions) => {
    statements.push(submissions.map((one) => one.owner.accountId));
    await new Promise((resolve) => setImmediate(resolve));
    return submissions.map((): IngestResult => ({ refusal: new Error('no result is needed') as never }));
  });
  const of = (accountId: string): Submission => ({ ...submission('tokens'), owner: { ...owner, accountId } });
  const flood = Array.from({ length: LIMITS.acceptQueueAccountEventsMax }, () => queue.submit([of('flood')]));
  await new Promise((resolve) => setImmediate(resolve));
  const started = statements.length;
  await queue.submit([of('other')]);
  expect(statements.findIndex((accounts) => accounts.includes('other'))).toBe(started);
  await Promise.all(flood);
  expect(statements.length).toBeGreaterThan(started + LIMITS.acceptStatementsMax);
});
