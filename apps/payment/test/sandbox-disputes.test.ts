import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { checkBooks } from '../src/ledger/check-books.ts';
import type { PaymentUnderTest } from './harness.ts';
import { describeWithSandbox } from './sandbox.ts';
import type { RunningSandbox } from './sandbox.ts';
import { startAtSandbox } from './sandbox-stage.ts';
import type { SandboxStage } from './sandbox-stage.ts';

const API = '/public/v1/payment';

describeWithSandbox('disputes of the sandbox, which serves all stores', () => {
  let stage: SandboxStage | undefined;
  let payment: PaymentUnderTest;
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    stage = await startAtSandbox();
    ({ payment, sandbox } = stage);
  });
  afterAll(() => stage?.stop());

  /** A payment by card, and what gateway A calls it. */
  async function pay(): Promise<{ intent: Json; reference: string }> {
    const intent = await payment.checkout({ amount: 100, gateway_instance_id: 'cardgateway-a' });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    await payment.open(location as string, { number: '4242424242424242', expiry: '12/34', cvc: '123' });
    await payment.open(`${intent.checkout_page_url}/return`);
    const { body } = await payment.call('GET', `${API}/transaction?payment_intent_id=${intent._id}`);
    const [{ status, gateway_reference: reference }] = body.data.items;
    expect(status).toBe('CAPTURED');
    return { intent, reference };
  }

  const disputesOf = async (intent: Json): Promise<Json[]> =>
    (await payment.call('GET', `${API}/dispute?payment_intent_id=${intent._id}`)).body.data.items as Json[];

  const statusIs = (intent: Json, status: string): Promise<Record<string, unknown>> =>
    eventually(async (): Promise<Record<string, unknown> | null> => {
      const [dispute] = await disputesOf(intent);
      return dispute?.status === status ? dispute : null;
    });

  /** Each file is of a period of its own, because it has a payout of its own. */
  async function importFile(from: Date, year: number): Promise<Json> {
    const period = `from=${from.toISOString()}&to=${year}-01-01T00:00:00Z`;
    const answer = await fetch(`${sandbox.url}/control/settlement?gateway=cardgateway-a&${period}`);
    const { body } = await payment.call('POST', `${API}/settlement/import`, {
      gateway: 'cardgateway-a',
      csv: await answer.text(),
    });
    return body.data as Json;
  }

  test('opened, due, won and lost: the calls report it, the file settles it, and the books agree', async () => {
    const [won, lost] = [await pay(), await pay()];
    const opened = await sandbox.control('POST', `/payments/${won.reference}/dispute`, { amount_minor: 4_000 });
    expect(await statusIs(won.intent, 'needs_response')).toMatchObject({
      reference: opened.id,
      gateway: 'cardgateway-a',
      amount: 40,
      amount_withheld: 40,
      evidence_due_at: opened.evidence_due_at,
    });
    const due = await sandbox.control('POST', `/disputes/${opened.id}/evidence_due`, { due_in_ms: 86_400_000 });
    await eventually(async () => {
      const [dispute] = await disputesOf(won.intent);
      return String(dispute?.evidence_due_at) === String(due.evidence_due_at);
    });
    await sandbox.control('POST', `/disputes/${opened.id}/win`, {});
    await statusIs(won.intent, 'won');
    const second = await sandbox.control('POST', `/payments/${lost.reference}/dispute`, {});
    await sandbox.control('POST', `/disputes/${second.id}/lose`, {});
    expect(await statusIs(lost.intent, 'lost')).toMatchObject({ amount_lost: 100, amount_withheld: 0 });
    expect(await importFile(new Date(0), 2100)).toMatchObject({ matched: 6, exceptions: 0 });
    expect(await checkBooks(payment.pool)).toEqual([]);
    const { rows } = await payment.pool.query(
      `SELECT ledger_account AS account, sum(amount_minor)::text AS sum FROM ledger_line
      GROUP BY 1 HAVING sum(amount_minor) <> 0 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { account: 'fees', sum: '500' },
      { account: 'merchant_payable', sum: '-10000' },
      { account: 'payouts', sum: '9500' },
    ]);
  });

  test('a dispute that no call reports is known by the file', async () => {
    const from = new Date();
    const { intent, reference } = await pay();
    const opened = await sandbox.control('POST', `/payments/${reference}/dispute`, { silent: true });
    expect(await disputesOf(intent)).toEqual([]);
    expect((await importFile(from, 2101)).exceptions).toBe(0);
    expect(await disputesOf(intent)).toMatchObject([{ status: 'needs_response', reference: null }]);
    await sandbox.control('POST', `/disputes/${opened.id}/lose`, {});
    expect(await statusIs(intent, 'lost')).toMatchObject({ reference: opened.id, amount_lost: 100 });
    expect(await checkBooks(payment.pool)).toEqual([]);
  });

  test("the merchant's answers are given at the gateway", async () => {
    const { intent, reference } = await pay();
    await sandbox.control('POST', `/payments/${reference}/dispute`, {});
    const { _id: id } = await statusIs(intent, 'needs_response');
    const answer = await payment.call('POST', `${API}/dispute/${id}/accept`);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'dispute_not_answerable']);
  });
});
