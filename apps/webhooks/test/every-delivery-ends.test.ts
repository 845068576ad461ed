import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

interface Waiting {
  attempts: number;
  step: number;
}
interface Dead {
  attempts: number;
  reason: string;
}

let webhooks: WebhooksUnderTest;
const rowsOf = async <Row extends object>(table: string, id: string): Promise<Row[]> =>
  (
    await webhooks.pool.query<Row>(
      `SELECT x.* FROM ${table} x JOIN endpoint USING (endpoint_no) WHERE id = $1 ORDER BY x.sequence`,
      [id],
    )
  ).rows;
const waiting = (id: string): Promise<Waiting[]> => rowsOf<Waiting>('retry', id);
const dead = (id: string): Promise<Dead[]> => rowsOf<Dead>('dead_letter', id);
const setRetries = async (id: string, assignments: string): Promise<void> => {
  await webhooks.pool.query(
    `UPDATE retry SET ${assignments} WHERE endpoint_no = (SELECT endpoint_no FROM endpoint WHERE id = $1)`,
    [id],
  );
  await webhooks.pool.query("SELECT pg_notify('webhooks_work', '')");
};
/** Endpoints at these paths, each with one delivery whose first attempt failed. */
async function withOneRetry(type: string, paths: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const path of paths) {
    webhooks.sink.behave(path, answers(500));
    ids.push((await webhooks.endpoint(path, { event_types: [type] })).id as string);
  }
  await webhooks.publish({ type });
  for (const id of ids) await eventually(async () => expect(await waiting(id)).toMatchObject([{ attempts: 1 }]));
  return ids;
}

describe('with hours between attempts', () => {
  beforeAll(async () => {
    webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,3600,3600' });
  });
  afterAll(() => webhooks.stop());

  test('deliveries that always fail end, although their endpoint recovers again and again', async () => {
    webhooks.sink.behave('/picky', (request, response) =>
      answers(request.body.includes('poison') ? 500 : 200)(request, response),
    );
    const made = await webhooks.endpoint('/picky', { event_types: ['meter.created'], concurrency_max: 1 });
    const id = made.id as string;
    await webhooks.publish(...Array.from({ length: 6 }, () => ({ data: { id: 'poison' } })));
    const recoveries = async (count: number): Promise<void> => {
      for (let round = 0; round < count; round++) {
        const [event] = await webhooks.publish({});
        await eventually(() => webhooks.sink.at('/picky').some(({ headers }) => headers['webhook-id'] === event));
      }
    };
    await recoveries(1);
    // A recovery's attempt uses a step of the schedule.
    const second = { attempts: 2, step: 2 };
    await eventually(async () => expect(await waiting(id)).toMatchObject(Array(6).fill(second)));
    // What failed again after a recovery follows the schedule: its endpoint's next recoveries do not use it up.
    await recoveries(3);
    expect(await waiting(id)).toMatchObject(Array(6).fill(second));
    await setRetries(id, 'due_at = now()');
    await eventually(async () =>
      expect(await dead(id)).toMatchObject(Array(6).fill({ attempts: 3, reason: 'exhausted' })),
    );
    expect(await waiting(id)).toEqual([]);
  });

  test('a delivery with as many attempts as its row can count ends; others are retried', async () => {
    const [bad, good] = (await withOneRetry('meter.updated', ['/countless', '/beside'])) as [string, string];
    await setRetries(bad, 'attempts = 32767');
    await setRetries(bad, 'due_at = now()');
    await setRetries(good, 'due_at = now()');
    await eventually(async () => expect(await waiting(good)).toMatchObject([{ attempts: 2 }]));
    await eventually(async () => expect(await dead(bad)).toMatchObject([{ reason: 'exhausted' }]));
    expect(await waiting(bad)).toEqual([]);
    expect(webhooks.sink.at('/countless')).toHaveLength(1);
    // Sent again it would end at once, so the request is refused.
    const answer = await webhooks.call('POST', `${ENDPOINTS}/${bad}/deliveries/1/resend`);
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'attempts_used_up' } } });
    expect((await webhooks.call('POST', `${ENDPOINTS}/${bad}/dead-letters/redrive`)).body.data).toMatchObject({
      count: 0,
    });
  });

  test('a row that the claim cannot take stops no other endpoint', async () => {
    const ids = await withOneRetry('meter.period.closed', ['/first', '/unclaimable', '/third']);
    const [first, bad, third] = ids as [string, string, string];
    await webhooks.pool.query(`
      CREATE FUNCTION refuse_claim() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'this row is damaged' USING ERRCODE = 'data_corrupted'; END $$`);
    await webhooks.pool.query(`
      CREATE TRIGGER refuse_claim BEFORE UPDATE OF epoch ON retry FOR EACH ROW
        WHEN (new.endpoint_no = ${(await rowsOf<{ endpoint_no: string }>('retry', bad))[0]?.endpoint_no})
        EXECUTE FUNCTION refuse_claim()`);
    for (const id of [bad, first, third]) await setRetries(id, 'due_at = now()');
    await eventually(async () => {
      expect(await waiting(first)).toMatchObject([{ attempts: 2 }]);
      expect(await waiting(third)).toMatchObject([{ attempts: 2 }]);
    });
    expect(await waiting(bad)).toMatchObject([{ attempts: 1 }]);
    // When it can be taken again, it is.
    await webhooks.pool.query('DROP TRIGGER refuse_claim ON retry');
    await eventually(async () => expect(await waiting(bad)).toMatchObject([{ attempts: 2 }]));
  });
});

describe("with an operator's proxy that is away", () => {
  beforeAll(async () => {
    webhooks = await startWebhooksForTest({
      WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,0.01',
      WEBHOOK_EGRESS_PROXY: 'http://127.0.0.1:1',
    });
  });
  afterAll(() => webhooks.stop());

  test("a delivery is tried again as long as its schedule's time lasts, and then ends", async () => {
    const { id } = await webhooks.endpoint('/unreached', { event_types: ['meter.created'] });
    await webhooks.publish({});
    await eventually(async () => expect(await waiting(id as string)).toMatchObject([{ attempts: 1, step: 0 }]));
    await setRetries(id as string, 'due_at = now()');
    await eventually(async () => expect(await dead(id as string)).toMatchObject([{ reason: 'exhausted' }]));
    expect((await dead(id as string))[0]?.attempts).toBeGreaterThanOrEqual(2);
  });
});
