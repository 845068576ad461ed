import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { RECORD_DELIVERED } from '../src/delivery/record.sql.ts';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { Json, WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

const DISABLE_AFTER_HOURS = 100;
const HOUR_MS = 3_600_000;
let webhooks: WebhooksUnderTest;
let notificationsOf: (id: string) => Json[];
beforeAll(async () => {
  webhooks = await startWebhooksForTest({
    WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,3600,3600',
    WEBHOOK_DISABLE_AFTER_HOURS: String(DISABLE_AFTER_HOURS),
  });
  await webhooks.endpoint('/operations', { event_types: ['webhook.*'] });
  // By their order of becoming true: deliveries may overtake each other.
  notificationsOf = (id) =>
    webhooks.sink
      .at('/operations')
      .filter(({ body }) => JSON.parse(body).endpoint_id === id)
      .sort((a, b) => Number(a.headers['webhook-sequence']) - Number(b.headers['webhook-sequence']))
      .map(({ body }) => JSON.parse(body) as Json);
});
afterAll(() => webhooks.stop());

interface Tail {
  failures: number;
  warned: number;
  failing_since: Date | null;
  last_success_at: Date | null;
}
const tail = async (id: string): Promise<Tail> => {
  const { rows } = await webhooks.pool.query<Tail>(
    `
      SELECT t.failures, t.warned, t.failing_since, t.last_success_at
        FROM endpoint_tail t JOIN endpoint USING (endpoint_no) WHERE id = $1`,
    [id],
  );
  return rows[0] as Tail;
};
const view = async (id: string): Promise<Json> => (await webhooks.call('GET', `${ENDPOINTS}/${id}`)).body.data as Json;
const attempts = async (id: string): Promise<number> => {
  const { rows } = await webhooks.pool.query(
    'SELECT 1 FROM attempt a JOIN endpoint USING (endpoint_no) WHERE id = $1',
    [id],
  );
  return rows.length;
};

/** An endpoint that has been failing for so long already, as the process that had it before wrote it down. */
async function failingFor(path: string, hours: number, warned = 0): Promise<string> {
  webhooks.sink.behave(path, answers(500));
  const { id } = await webhooks.endpoint(path, { event_types: ['meter.created'] });
  await webhooks.pool.query(
    `
      UPDATE endpoint_tail SET failures = 7, warned = $3, failing_since = now() - $2 * interval '1 hour'
        WHERE endpoint_no = (SELECT endpoint_no FROM endpoint WHERE id = $1)`,
    [id, hours, warned],
  );
  return id as string;
}
/** One more event, and its attempt. */
async function attempt(id: string): Promise<void> {
  const before = await attempts(id);
  await webhooks.publish({});
  await eventually(async () => (await attempts(id)) > before);
}

describe('an endpoint that only fails', () => {
  test('is counted from its first failure, and a delivery ends the count', async () => {
    const id = await failingFor('/counted', 0);
    await webhooks.pool.query(
      `
        UPDATE endpoint_tail SET failures = 0, failing_since = NULL
          WHERE endpoint_no = (SELECT endpoint_no FROM endpoint WHERE id = $1)`,
      [id],
    );
    const beforeMs = Date.now();
    await attempt(id);
    await attempt(id);
    await eventually(async () =>
      expect(await tail(id)).toMatchObject({ failures: 2, warned: 0, last_success_at: null }),
    );
    const since = (await tail(id)).failing_since?.getTime() as number;
    expect(since).toBeGreaterThanOrEqual(beforeMs - 1);
    expect(since).toBeLessThanOrEqual(Date.now());
    webhooks.sink.behave('/counted', answers(200));
    await attempt(id);
    await eventually(async () =>
      expect(await tail(id)).toMatchObject({ failures: 0, failing_since: null, last_success_at: expect.any(Date) }),
    );
    expect(notificationsOf(id)).toEqual([]);
  });

  test('is not warned of before a fifth of the time', async () => {
    const id = await failingFor('/early', 19);
    await attempt(id);
    await eventually(async () => expect(await tail(id)).toMatchObject({ failures: 8, warned: 0 }));
    expect(notificationsOf(id)).toEqual([]);
  });

  test.each([
    ['a fifth', 21, 0],
    ['four fifths', 81, 1],
  ])('is warned of once after %s of the time: since when, and until when', async (_share, hours, warned) => {
    const id = await failingFor(`/warned-${hours}`, hours, warned);
    await attempt(id);
    const [warning] = await eventually(() => (notificationsOf(id).length > 0 ? notificationsOf(id) : null));
    expect(warning).toMatchObject({
      endpoint_id: id,
      status: 'enabled',
      reason: null,
      consecutive_failures: 8,
      url: `${webhooks.sink.url}/warned-${hours}`,
    });
    const since = Date.parse(warning.failing_since as string);
    expect(Math.abs(Date.now() - since - hours * HOUR_MS)).toBeLessThan(60_000);
    expect(Date.parse(warning.disable_at as string) - since).toBe(DISABLE_AFTER_HOURS * HOUR_MS);
    await attempt(id);
    await eventually(async () => expect(await tail(id)).toMatchObject({ failures: 9, warned: warned + 1 }));
    expect(notificationsOf(id)).toHaveLength(1);
    expect((await view(id)).status).toBe('enabled');
  });

  test('is warned of twice when both times have passed unnoticed, by two attempts', async () => {
    const id = await failingFor('/warned-twice', 90);
    await attempt(id);
    await eventually(() => notificationsOf(id).length === 1);
    await attempt(id);
    await eventually(() => notificationsOf(id).length === 2);
    expect(notificationsOf(id).map(({ status }) => status as string)).toEqual(['enabled', 'enabled']);
  });

  test('is disabled when the time is over, with a notification, and gets nothing more', async () => {
    const id = await failingFor('/ended', DISABLE_AFTER_HOURS + 1, 2);
    await attempt(id);
    await eventually(async () =>
      expect(await view(id)).toMatchObject({ status: 'disabled', status_reason: 'failing' }),
    );
    const [end] = await eventually(() => (notificationsOf(id).length > 0 ? notificationsOf(id) : null));
    expect(end).toMatchObject({ status: 'disabled', reason: 'failing', disable_at: null, consecutive_failures: 8 });
    await webhooks.publish({});
    await eventually(async () => {
      const { rows } = await webhooks.pool.query(
        'SELECT sequence, reason FROM dead_letter JOIN endpoint USING (endpoint_no) WHERE id = $1',
        [id],
      );
      expect(rows).toEqual([{ sequence: '1', reason: 'endpoint_disabled' }]);
    });
    expect(webhooks.sink.at('/ended')).toHaveLength(1);
  });

  test('is not disabled while the time lasts', async () => {
    const id = await failingFor('/lasts', DISABLE_AFTER_HOURS - 1, 2);
    await attempt(id);
    await eventually(async () => expect((await tail(id)).failures).toBe(8));
    expect(await view(id)).toMatchObject({ status: 'enabled' });
  });
});

test('an endpoint that takes a delivery after a warning has recovered, and one notification says so', async () => {
  const id = await failingFor('/recovers', 30, 1);
  await attempt(id);
  webhooks.sink.behave('/recovers', answers(200));
  await attempt(id);
  const [recovered] = await eventually(() => (notificationsOf(id).length > 0 ? notificationsOf(id) : null));
  expect(recovered).toMatchObject({ status: 'enabled', reason: null, disable_at: null, consecutive_failures: 8 });
  expect(Date.now() - Date.parse(recovered.failing_since as string)).toBeGreaterThan(29 * HOUR_MS);
  await attempt(id);
  await eventually(async () => expect(await tail(id)).toMatchObject({ failures: 0, warned: 0, failing_since: null }));
  expect(notificationsOf(id)).toHaveLength(1);
});

describe('enabled again', () => {
  test('what a dispatcher counted before it received the change does not overwrite it', async () => {
    const id = await failingFor('/late', 50, 2);
    await webhooks.call('PATCH', `${ENDPOINTS}/${id}`, { status: 'enabled' });
    const {
      rows: [place],
    } = await webhooks.pool.query<{ endpoint_no: string; owner: string; epoch: string; revision: number }>(
      `
        SELECT endpoint_no, owner, l.epoch, e.revision
          FROM endpoint e JOIN endpoint_head h USING (endpoint_no) JOIN lane l USING (lane) WHERE id = $1`,
      [id],
    );
    const write = (revision: number): Promise<unknown> =>
      webhooks.pool.query({
        ...RECORD_DELIVERED,
        values: [
          [],
          [],
          [],
          [],
          [],
          [],
          [],
          place?.owner,
          [place?.endpoint_no],
          [place?.epoch],
          [0],
          [8],
          [Date.now()],
          [null],
          [2],
          [revision],
        ],
      });
    await write((place?.revision as number) - 1);
    expect(await tail(id)).toMatchObject({ failures: 0, failing_since: null, warned: 0 });
    await write(place?.revision as number);
    expect(await tail(id)).toMatchObject({ failures: 8, failing_since: expect.any(Date), warned: 2 });
  });

  test('after it was disabled, it counts from zero: the next failure is the first', async () => {
    const id = await failingFor('/again', DISABLE_AFTER_HOURS + 1, 2);
    await attempt(id);
    await eventually(async () => expect((await view(id)).status).toBe('disabled'));
    await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
    expect(await tail(id)).toMatchObject({ failures: 0, failing_since: null, warned: 0 });
    await attempt(id);
    const first = await eventually(async () => {
      const now = await tail(id);
      return now.failures > 0 && now;
    });
    // On a busy machine the delivery that disabled it is retried by now, too.
    expect(first).toMatchObject({ warned: 0 });
    expect(first.failures).toBeLessThanOrEqual(2);
    expect(Date.now() - (first.failing_since?.getTime() as number)).toBeLessThan(120_000);
    await attempt(id);
    expect((await view(id)).status).toBe('enabled');
    expect(notificationsOf(id).map(({ status }) => status as string)).toEqual(['disabled']);
  });

  test('and answers: no recovery is published, because nothing failed since', async () => {
    const id = await failingFor('/again-well', DISABLE_AFTER_HOURS + 1, 2);
    await attempt(id);
    await eventually(async () => expect((await view(id)).status).toBe('disabled'));
    await eventually(() => notificationsOf(id).length === 1);
    webhooks.sink.behave('/again-well', answers(200));
    await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
    await attempt(id);
    await eventually(async () =>
      expect(await tail(id)).toMatchObject({ failures: 0, failing_since: null, last_success_at: expect.any(Date) }),
    );
    await attempt(id);
    expect(notificationsOf(id)).toHaveLength(1);
  });

  test('an event that comes before the process has received the change waits and is not dead-lettered', async () => {
    const id = await failingFor('/unheard', DISABLE_AFTER_HOURS + 1, 2);
    await attempt(id);
    await eventually(async () => expect((await view(id)).status).toBe('disabled'));
    await eventually(() => notificationsOf(id).length === 1);
    webhooks.sink.behave('/unheard', answers(200));
    // The listener is away for a moment, as when a connection breaks.
    await webhooks.pool.query(
      `
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'qafila-webhooks-listen' AND datname = current_database()`,
    );
    await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
    const [event] = await webhooks.publish({});
    await eventually(async () => {
      const { rows } = await webhooks.pool.query(
        'SELECT 1 FROM dead_letter JOIN endpoint USING (endpoint_no) WHERE id = $1 AND event_id = $2',
        [id, event],
      );
      expect(rows).toEqual([]);
      expect(webhooks.sink.at('/unheard').map(({ headers }) => headers['webhook-id'])).toContain(event);
    });
  });

  test('its breaker is closed: it gets its events at once', async () => {
    webhooks.sink.behave('/broken', answers(500));
    const { id } = await webhooks.endpoint('/broken', { event_types: ['meter.created'], concurrency_max: 1 });
    for (let count = 0; count < 5; count++) await attempt(id as string);
    webhooks.sink.behave('/broken', answers(410));
    await attempt(id as string);
    await eventually(async () => expect((await view(id as string)).status).toBe('disabled'));
    webhooks.sink.behave('/broken', answers(200));
    await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
    const [event] = await webhooks.publish({});
    await eventually(() => webhooks.sink.at('/broken').some(({ headers }) => headers['webhook-id'] === event));
  });
});
