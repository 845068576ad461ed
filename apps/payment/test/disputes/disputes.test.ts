import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { AdoptionPlace, adoptKeptDisputes } from '../../src/callbacks/adopt-disputes.ts';
import { disputeRound } from '../../src/disputes/dispute-loop.ts';
import { checkBooks } from '../../src/ledger/check-books.ts';
import { DISPUTES } from '../../src/limits.ts';
import { startDisputeCases } from './dispute-cases.ts';
import type { DisputeCases, Paid } from './dispute-cases.ts';

const DAY_MS = 86_400_000;

let payment: DisputeCases['payment'];
let cases: DisputeCases;
beforeAll(async () => {
  cases = await startDisputeCases();
  ({ payment } = cases);
});
afterAll(() => payment.stop());

const gateway = (): ReturnType<DisputeCases['gateway']> => cases.gateway();
const disputes = (path = ''): Promise<HttpAnswer> => cases.disputes(path);
const refund = (intent: Json, amount?: number): Promise<HttpAnswer> =>
  payment.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: amount });
const pay = (): Promise<Paid> => cases.pay();
const notice: DisputeCases['notice'] = (...given) => cases.notice(...given);
const send: DisputeCases['send'] = (...given) => cases.send(...given);
const only = (intent: Json): Promise<Json> => cases.only(intent);
const balances: DisputeCases['balances'] = (intent) => cases.balances(intent);
const typesOf = (dispute: Json): string[] => cases.typesOf(dispute);

const PAID = { gateway_receivable: '10000', merchant_payable: '-10000' };

test('a dispute withholds its amount, is reviewed and won; the books, the list and the events say so', async () => {
  const paid = await pay();
  const dueAt = new Date(payment.deps.clock() + 10 * DAY_MS).toISOString();
  expect(await send(notice(paid, 'opened', { evidenceDueAt: dueAt }))).toBe(200);
  const opened = await only(paid.intent);
  expect(opened).toMatchObject({
    status: 'needs_response',
    amount: 100,
    amount_withheld: 100,
    amount_lost: 0,
    evidence_due_at: dueAt,
    gateway: 'fakepay',
    reference: paid.reference,
  });
  expect(await balances(paid.intent)).toEqual({ dispute_reserve: '10000', merchant_payable: '-10000' });
  await send(notice(paid, 'under_review'));
  await send(notice(paid, 'won'));
  const won = (await disputes(`/${opened._id}`)).body.data;
  expect(won.history.map((step: Json) => [step.status, step.by])).toEqual([
    ['needs_response', 'gateway'],
    ['under_review', 'gateway'],
    ['won', 'gateway'],
  ]);
  expect(await balances(paid.intent)).toEqual(PAID);
  await eventually(() => expect(typesOf(opened)).toEqual(['dispute.opened', 'dispute.updated', 'dispute.won']));
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('what a dispute withholds or has taken is not refunded; the rest is, and all of it after a win', async () => {
  const paid = await pay();
  await send(notice(paid, 'opened', { amount: 6_000 }));
  const tooMuch = await refund(paid.intent, 50);
  expect([tooMuch.status, tooMuch.body.error.code, tooMuch.body.error.amount_max]).toEqual([
    409,
    'payment_disputed',
    40,
  ]);
  expect((await refund(paid.intent)).body.data.refunded_amount).toBe(40);
  const nothing = await refund(paid.intent);
  expect([nothing.status, nothing.body.error.code]).toEqual([409, 'payment_disputed']);
  await send(notice(paid, 'lost', { amount: 6_000 }));
  expect((await refund(paid.intent, 1)).body.error.code).toBe('payment_disputed');
  expect(await balances(paid.intent)).toEqual({});
  await send(notice(paid, 'won', { amount: 6_000 }));
  expect((await refund(paid.intent)).body.data.refunded_amount).toBe(60);
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('calls that repeat, cross each other and come in any order leave one dispute and the same books', async () => {
  const paid = await pay();
  const facts = ['opened', 'under_review', 'lost', 'won'].map((status) => notice(paid, status));
  const [opened, reviewed, lost, won] = facts as [Json, Json, Json, Json];
  const calls = [won, won, opened, lost, reviewed, lost, opened, won];
  const answers = await Promise.all(calls.map((each) => send(each)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await only(paid.intent)).toMatchObject({ status: 'won', amount_withheld: 0, amount_lost: 0 });
  expect(await balances(paid.intent)).toEqual(PAID);
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('a refund and a dispute that arrive at once do not pay twice: one of them sees the other', async () => {
  const paid = await pay();
  const release = gateway().delay('refund');
  const requested = refund(paid.intent, 100);
  await eventually(() => expect(gateway().calls.at(-1)).toBe('refund'));
  await send(notice(paid, 'opened'));
  release();
  // The refund was requested before. Nothing further can be refunded.
  expect((await requested).status).toBe(200);
  expect((await refund(paid.intent, 1)).status).toBe(422);
  const other = await pay();
  await send(notice(other, 'opened'));
  expect((await refund(other.intent, 1)).status).toBe(409);
});

test('reminders come before the evidence is due, once each, and stop when it is answered', async () => {
  const paid = await pay();
  const dueAt = new Date(payment.deps.clock() + 8 * DAY_MS).toISOString();
  await send(notice(paid, 'opened', { evidenceDueAt: dueAt }));
  const dispute = await only(paid.intent);
  const reminders = (): number => typesOf(dispute).filter((type) => type === 'dispute.evidence.due').length;
  await disputeRound(payment.deps);
  expect(reminders()).toBe(0);
  payment.pass(2 * DAY_MS);
  await Promise.all([disputeRound(payment.deps), disputeRound(payment.deps)]);
  await eventually(() => expect(reminders()).toBe(1));
  payment.pass(4 * DAY_MS);
  await disputeRound(payment.deps);
  await eventually(() => expect(reminders()).toBe(2));
  await send(notice(paid, 'under_review', { evidenceDueAt: dueAt }));
  payment.pass(3 * DAY_MS);
  await disputeRound(payment.deps);
  await eventually(() => expect(typesOf(dispute).at(-1)).toBe('dispute.updated'));
  expect(reminders()).toBe(2);
});

test('accepting gives the money up once, however often it is requested', async () => {
  const paid = await pay();
  const opened = notice(paid, 'opened');
  gateway().disputes.set(paid.reference, opened);
  await send(opened);
  const dispute = await only(paid.intent);
  const accept = (): Promise<HttpAnswer> => payment.call('POST', `/public/v1/payment/dispute/${dispute._id}/accept`);
  const answers = await Promise.all([accept(), accept(), accept()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(gateway().calls.filter((name) => name === 'acceptDispute')).toHaveLength(1);
  expect(await only(paid.intent)).toMatchObject({ status: 'accepted', amount_lost: 100, answered_by: 'key_1' });
  // The gateway's own call says that it is lost, which is the same.
  await send(notice(paid, 'lost'));
  await eventually(() => expect(typesOf(dispute)).toEqual(['dispute.opened', 'dispute.lost']));
  expect(await balances(paid.intent)).toEqual({});
  expect((await accept()).body.error.code).toBe('illegal_transition');
});

test('a dispute of no payment here is kept; one of another store is not seen', async () => {
  const paid = await pay();
  const unknown = notice({ ...paid, payment: 'gw_elsewhere', reference: 'dp_elsewhere' }, 'opened');
  expect(await send(unknown)).toBe(200);
  const kept = (await payment.call('GET', '/public/v1/payment/gateway/fakepay/callbacks?kind=dispute')).body.data.items;
  expect(kept.map((each: Json) => each.content.reference)).toEqual(['dp_elsewhere']);
  await send(notice(paid, 'opened'));
  const { _id: id } = await only(paid.intent);
  const other = { ...payment.owner, storeId: 'str_2' };
  const read = await payment.call('GET', `/public/v1/payment/dispute/${id}`, undefined, { principal: other });
  expect(read.status).toBe(404);
});

test('a call that was kept before its payment was known becomes a dispute, and is kept no longer', async () => {
  const paid = await pay();
  const late = { ...paid, payment: `${paid.payment}_late` };
  await send(notice(late, 'opened'));
  expect((await disputes(`?payment_intent_id=${paid.intent._id}`)).body.data.items).toEqual([]);
  await adoptKeptDisputes(payment.deps);
  expect((await disputes(`?payment_intent_id=${paid.intent._id}`)).body.data.items).toEqual([]);
  await payment.pool.query('UPDATE attempt SET gateway_reference = $2 WHERE gateway_reference = $1', [
    paid.payment,
    late.payment,
  ]);
  gateway().disputes.set(late.reference, notice(late, 'under_review'));
  expect(await adoptKeptDisputes(payment.deps)).toBe(1);
  expect(await only(paid.intent)).toMatchObject({ status: 'under_review', amount_withheld: 100 });
  expect(await adoptKeptDisputes(payment.deps)).toBe(0);
});

test('kept calls that cannot be adopted do not stop the ones behind them', async () => {
  const [paid, ...stuck] = [await pay(), ...(await Promise.all(Array.from({ length: 1 }, pay)))] as [Paid, Paid];
  for (let index = 0; index < DISPUTES.perRoundMax; index++)
    await send(notice({ ...stuck[0], payment: `${stuck[0].payment}_late`, reference: `dp_stuck_${index}` }, 'opened'));
  await send(notice({ ...paid, payment: `${paid.payment}_late` }, 'opened'));
  await payment.pool.query(
    "UPDATE attempt SET gateway_reference = gateway_reference || '_late' WHERE intent_id = ANY ($1)",
    [[paid.intent._id, stuck[0].intent._id]],
  );
  gateway().disputes.set(paid.reference, notice({ ...paid, payment: `${paid.payment}_late` }, 'opened'));
  const place = new AdoptionPlace();
  expect(await adoptKeptDisputes(payment.deps, place)).toBe(DISPUTES.perRoundMax);
  expect(await adoptKeptDisputes(payment.deps, place)).toBe(1);
  expect(await only(paid.intent)).toMatchObject({ status: 'needs_response' });
});

test('lists filter by status, gateway and deadline', async () => {
  const paid = await pay();
  const dueAt = new Date(payment.deps.clock() + DAY_MS).toISOString();
  await send(notice(paid, 'opened', { evidenceDueAt: dueAt, isInquiry: true }));
  const idsOf = async (query: string): Promise<string[]> =>
    (await disputes(query)).body.data.items.map((each: Json) => each._id) as string[];
  const { _id: id, is_inquiry: isInquiry, amount_withheld: withheld } = await only(paid.intent);
  expect([isInquiry, withheld]).toEqual([true, 0]);
  expect(await idsOf('?status=needs_response&gateway=fakepay')).toContain(id);
  expect(await idsOf('?status=won')).not.toContain(id);
  expect(await idsOf('?gateway=card-a')).toEqual([]);
  expect(await idsOf(`?due_before=${new Date(payment.deps.clock() + 2 * DAY_MS).toISOString()}`)).toContain(id);
  expect(await idsOf(`?due_before=${new Date(payment.deps.clock()).toISOString()}`)).not.toContain(id);
  const first = (await disputes('?limit=1')).body.data;
  expect([first.items, typeof first.next_cursor]).toEqual([[expect.anything()], 'string']);
});
