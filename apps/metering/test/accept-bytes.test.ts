import { expect, test } from '@jest/globals';
import { parseStrict } from '@qafila/json/strict-json';
import { AcceptQueue } from '../src/events/accept-queue.ts';
import type { IngestResult } from '../src/events/ingest-result.ts';
import { readEvent } from '../src/events/read-event.ts';
import type { Submission } from '../src/events/submission.ts';
import { usage } from './usage-event.ts';

const MIB = 1024 * 1024;
const text = 'x'.repeat(64_000);

/** Of 960 KB, with few events: the bounds of counts let a thousand of them wait. */
const batch = (accountId: string): Submission[] =>
  Array.from({ length: 15 }, () => ({
    owner: { accountId, storeId: 'str_1' },
    meterId: 'tokens',
    event: readEvent(parseStrict(JSON.stringify(usage({ payload: { tokens: 1, text } })), { numbers: 'exact' })),
  }));
const bytesOf = (submissions: readonly Submission[]): number =>
  submissions.reduce((sum, { event }) => sum + event.payloadText.length, 0);

test('a statement, and what waits for one, are bounded by bytes, also of an account; the rest gets 503', async () => {
  const statements: number[] = [];
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const queue = new AcceptQueue(async (submissions) => {
    statements.push(bytesOf(submissions));
    await finished;
    return submissions.map((): IngestResult => ({ refusal: new Error('no result is needed') as never }));
  });
  const sent = ['acc_1', 'acc_2', 'acc_3'].flatMap((account) => {
    const submissions = batch(account);
    return Array.from({ length: 30 }, () => ({ account, answer: queue.submit(submissions) }));
  });
  const settled = Promise.allSettled(sent.map(({ answer }) => answer));
  // What waits when all have come: nothing has started in this turn of the event loop.
  finish();
  const answers = await settled;
  const accepted = (account: string): number =>
    sent.filter((one, n) => one.account === account && answers[n]?.status === 'fulfilled').length;
  expect([accepted('acc_1'), accepted('acc_2'), accepted('acc_3')]).toEqual([17, 17, 0]);
  for (const answer of answers.filter(({ status }) => status === 'rejected'))
    expect(answer).toMatchObject({
      reason: { status: 503, code: 'service_unavailable', more: { retryAfterSeconds: 1 } },
    });
  expect(Math.max(...statements)).toBeLessThanOrEqual(4 * MIB);
  expect(statements.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(32 * MIB);
});
