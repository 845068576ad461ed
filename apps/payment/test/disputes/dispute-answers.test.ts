import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { disputeRound } from '../../src/disputes/dispute-loop.ts';
import { endAnswer } from '../../src/disputes/end-answer.ts';
import { findDispute } from '../../src/disputes/find-disputes.ts';
import { countAnswer } from '../../src/disputes/keep-answer.ts';
import { DISPUTES } from '../../src/limits.ts';
import { startDisputeCases } from './dispute-cases.ts';
import type { DisputeCases, Paid } from './dispute-cases.ts';

let payment: DisputeCases['payment'];
let cases: DisputeCases;
beforeAll(async () => {
  cases = await startDisputeCases();
  ({ payment } = cases);
});
afterAll(() => payment.stop());

const gateway = (): ReturnType<DisputeCases['gateway']> => cases.gateway();
const pay = (): Promise<Paid> => cases.pay();
const notice: DisputeCases['notice'] = (...given) => cases.notice(...given);
const send: DisputeCases['send'] = (...given) => cases.send(...given);
const only = (intent: Json): Promise<Json> => cases.only(intent);
const typesOf = (dispute: Json): string[] => cases.typesOf(dispute);

test('evidence whose reply is lost is found again; a refused answer leaves the dispute as it was', async () => {
  const paid = await pay();
  const opened = notice(paid, 'opened');
  gateway().disputes.set(paid.reference, opened);
  await send(opened);
  const { _id: id } = await only(paid.intent);
  const evidence = (text: string): Promise<HttpAnswer> =>
    payment.call('POST', `/public/v1/payment/dispute/${id}/evidence`, { text });
  gateway().fail('submitEvidence', 'declined');
  const refused = await evidence('Delivered.');
  expect([refused.status, refused.body.error.code, refused.body.error.gateway_code]).toEqual([
    409,
    'dispute_answer_refused',
    '05',
  ]);
  gateway().fail('submitEvidence', 'lost-after');
  const lost = await evidence('Delivered to the cardholder.');
  expect([lost.status, lost.body.data.answering, lost.body.data.status]).toEqual([202, 'evidence', 'needs_response']);
  expect((await evidence('Once more.')).status).toBe(409);
  payment.pass(60_000);
  await disputeRound(payment.deps);
  expect(await only(paid.intent)).toMatchObject({ status: 'under_review', answering: null });
  expect(gateway().evidence).toEqual(['Delivered to the cardholder.']);
});

test('evidence of a request that died before it reached the gateway is sent by the worker, once', async () => {
  const paid = await pay();
  const opened = notice(paid, 'opened');
  gateway().disputes.set(paid.reference, opened);
  await send(opened);
  const dispute = await only(paid.intent);
  const before = gateway().evidence.length;
  const headers = { 'idempotency-key': `evidence_${dispute._id}` };
  const evidence = (): Promise<HttpAnswer> =>
    payment.call('POST', `/public/v1/payment/dispute/${dispute._id}/evidence`, { text: 'Sent by post.' }, { headers });
  gateway().fail('submitEvidence', 'lost-before');
  expect((await evidence()).body.data.answering).toBe('evidence');
  // As a process that died after its claim leaves the key.
  await payment.pool.query('UPDATE idempotency SET status = NULL, answer = NULL WHERE key = $1', [
    headers['idempotency-key'],
  ]);
  payment.pass(90_000);
  await disputeRound(payment.deps);
  expect(await only(paid.intent)).toMatchObject({ status: 'under_review', answering: null, answered_by: 'key_1' });
  const repeated = await evidence();
  expect([repeated.status, repeated.body.data.status]).toEqual([200, 'under_review']);
  expect(gateway().evidence.slice(before)).toEqual(['Sent by post.']);
});

/** A dispute that waits for an answer, which the gateway knows too. */
async function opened(): Promise<{
  paid: Paid;
  dispute: Json;
  answer: (how: string, key?: string) => Promise<HttpAnswer>;
}> {
  const paid = await pay();
  const first = notice(paid, 'opened');
  gateway().disputes.set(paid.reference, first);
  await send(first);
  const dispute = await only(paid.intent);
  const answer = (how: string, key?: string): Promise<HttpAnswer> =>
    payment.call(
      'POST',
      `/public/v1/payment/dispute/${dispute._id}/${how}`,
      how === 'evidence' ? { text: `Evidence of ${paid.reference}` } : {},
      { headers: key === undefined ? {} : { 'idempotency-key': key } },
    );
  return { paid, dispute, answer };
}

test.each([
  ['evidence', 'submitEvidence', 'under_review'],
  ['accept', 'acceptDispute', 'accepted'],
])('an answer (%s) that never reached the gateway is sent again under the same request', async (how, call, status) => {
  const { paid, answer } = await opened();
  gateway().fail(call, 'lost-before', 'lost-before');
  const first = await answer(how, `again_${paid.reference}`);
  expect([first.status, first.body.data.answering]).toEqual([202, how]);
  for (let round = 0; round < 2; round += 1) {
    payment.pass(3_600_000);
    await disputeRound(payment.deps);
  }
  expect(await only(paid.intent)).toMatchObject({ status, answering: null, answered_by: 'key_1' });
  // The same key has the same answer; the dispute says what became of it.
  const repeated = await answer(how, `again_${paid.reference}`);
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
  expect(gateway().evidence.filter((text) => text.endsWith(paid.reference))).toHaveLength(how === 'accept' ? 0 : 1);
  const { rows } = await payment.pool.query('SELECT * FROM dispute_answer');
  expect(rows).toEqual([]);
});

test('after five times the dispute waits for another answer, and an event says so', async () => {
  const { paid, dispute, answer } = await opened();
  gateway().fail('submitEvidence', ...Array.from({ length: 20 }, () => 'lost-before' as const));
  const before = gateway().calls.filter((name) => name === 'submitEvidence').length;
  expect((await answer('evidence')).status).toBe(202);
  for (let round = 0; round < DISPUTES.answerTimesMax + 2; round += 1) {
    payment.pass(3_600_000);
    await disputeRound(payment.deps);
  }
  const sent = gateway().calls.filter((name) => name === 'submitEvidence').length - before;
  expect(sent).toBe(DISPUTES.answerTimesMax);
  expect(await only(paid.intent)).toMatchObject({ status: 'needs_response', answering: null });
  await eventually(() => expect(typesOf(dispute)).toEqual(['dispute.opened', 'dispute.updated']));
  gateway().faults.clear();
  expect((await answer('evidence')).body.data.status).toBe('under_review');
});

test('an answer that the gateway refuses the second time ends, and an event says so', async () => {
  const { paid, dispute, answer } = await opened();
  gateway().fail('submitEvidence', 'lost-before', 'declined');
  expect((await answer('evidence')).status).toBe(202);
  payment.pass(60_000);
  await disputeRound(payment.deps);
  expect(await only(paid.intent)).toMatchObject({ status: 'needs_response', answering: null });
  await eventually(() => expect(typesOf(dispute)).toEqual(['dispute.opened', 'dispute.updated']));
});

test('a dispute that the bank decides meanwhile gets no answer any more', async () => {
  const { paid, answer } = await opened();
  gateway().fail('acceptDispute', 'lost-before');
  const calls = gateway().calls.filter((name) => name === 'acceptDispute').length;
  await answer('accept');
  gateway().disputes.set(paid.reference, notice(paid, 'won'));
  payment.pass(60_000);
  await disputeRound(payment.deps);
  expect(await only(paid.intent)).toMatchObject({ status: 'won', answering: null });
  expect(gateway().calls.filter((name) => name === 'acceptDispute')).toHaveLength(calls + 1);
});

const answersOf = async ({ _id: id }: Json): Promise<Json[]> =>
  (await payment.pool.query<Json>('SELECT * FROM dispute_answer WHERE dispute_id = $1', [id])).rows;
const silence = (): void => {
  gateway().fail('submitEvidence', 'lost-before');
  gateway().fail('inquireDispute', ...Array.from({ length: 100 }, () => 'lost-before' as const));
};

test('an answer of which the gateway says nothing ends with its evidence, and an event says so', async () => {
  const { paid, dispute, answer } = await opened();
  silence();
  expect((await answer('evidence')).status).toBe(202);
  payment.pass(DISPUTES.answerMsMax - 60_000);
  await disputeRound(payment.deps);
  expect([(await only(paid.intent)).answering, (await answersOf(dispute)).length]).toEqual(['evidence', 1]);
  payment.pass(3_600_000);
  await disputeRound(payment.deps);
  gateway().faults.clear();
  expect(await only(paid.intent)).toMatchObject({ status: 'needs_response', answering: null });
  expect(await answersOf(dispute)).toEqual([]);
  await eventually(() => expect(typesOf(dispute)).toEqual(['dispute.opened', 'dispute.updated']));
});

test('an answer ends when a call decides its dispute, though the gateway answers nothing', async () => {
  const { paid, dispute, answer } = await opened();
  silence();
  await answer('evidence');
  await send(notice(paid, 'lost'));
  payment.pass(3_600_000);
  await disputeRound(payment.deps);
  gateway().faults.clear();
  expect(await only(paid.intent)).toMatchObject({ status: 'lost', answering: null });
  expect(await answersOf(dispute)).toEqual([]);
});

test('what is known of an earlier answer neither ends nor counts the one that took its place', async () => {
  const { dispute, answer } = await opened();
  gateway().fail('submitEvidence', 'lost-before');
  await answer('evidence');
  const row = await findDispute(payment.pool, payment.owner, dispute._id);
  const [current] = await answersOf(dispute);
  await endAnswer(payment.deps, row, { isUnattended: true, requestId: `${row.id}.evidence.1` });
  expect(await countAnswer(payment.pool, row, `${row.id}.evidence.1`)).toBeUndefined();
  expect(await answersOf(dispute)).toEqual([current]);
  expect((await findDispute(payment.pool, payment.owner, dispute._id)).answering).toBe('evidence');
  await endAnswer(payment.deps, row, { isUnattended: true, requestId: current?.request_id });
  expect(await answersOf(dispute)).toEqual([]);
});

test('a gateway is not disconnected while an answer is under way there', async () => {
  const { answer } = await opened();
  silence();
  await answer('evidence');
  const disconnect = (): Promise<HttpAnswer> => payment.call('DELETE', '/public/v1/payment/gateway/fakepay');
  const inUse = await disconnect();
  expect([inUse.status, inUse.body.error.code]).toEqual([409, 'gateway_in_use']);
  payment.pass(DISPUTES.answerMsMax);
  await disputeRound(payment.deps);
  expect((await disconnect()).status).toBe(200);
});
