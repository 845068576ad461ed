import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { DispatcherHarness } from './dispatcher-harness.ts';

const EVENTS = 40;

/** Breaks a session once, right after it claimed retries: the claim is committed, but the dispatcher never gets it. */
const BREAK_AFTER_A_CLAIM = `
  CREATE TABLE to_break AS SELECT 1 AS once;
  CREATE FUNCTION break_session() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT 1 FROM changed WHERE epoch <> 0) THEN
      DELETE FROM webhooks.to_break;
      IF FOUND THEN PERFORM set_config('search_path', 'nowhere', false); END IF;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER break_session AFTER UPDATE ON retry REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION break_session();`;

describeWithKafka('retries whose claim never reached the dispatcher', (kafka) => {
  let harness: DispatcherHarness;
  beforeAll(async () => {
    harness = await DispatcherHarness.start(kafka, { WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,0.5,0.5,0.5' });
  }, 60_000);
  afterAll(() => harness?.stop(), 60_000);

  test('are attempted all the same while the dispatcher lives and keeps its partitions', async () => {
    await harness.dispatcher('first');
    await harness.pool.query(BREAK_AFTER_A_CLAIM);
    await harness.endpoint('/slowly-failing', { concurrency_max: 50 });
    await harness.publish(Array.from({ length: EVENTS }, (_, index) => `event-${index}`));
    await eventually(async () => (await harness.pool.query('SELECT 1 FROM to_break')).rowCount === 0, {
      what: 'a claim',
    });
    await delay(500);
    await harness.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'qafila-webhooks'`,
    );
    await eventually(
      async () => expect(await harness.waiting()).toEqual({ deliveries: EVENTS, retries: 0, unsettled: 0 }),
      { timeoutMs: 60_000, what: 'nothing waiting' },
    );
    const { rows } = await harness.pool.query<{ delivered: number; dead: number }>(
      `SELECT (SELECT count(*)::int FROM attempt WHERE outcome = 'delivered') AS delivered,
         (SELECT count(*)::int FROM dead_letter) AS dead`,
    );
    expect(rows[0]).toEqual({ delivered: EVENTS, dead: 0 });
  }, 120_000);
});
