import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { openA, openBnpl, payWith, startSandboxForTest } from './harness.ts';
import type { SandboxUnderTest } from './harness.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await startSandboxForTest();
});
afterAll(() => sandbox.stop());

async function paid(amount = 10_000): Promise<Json> {
  const opened = await openA(sandbox, amount);
  await payWith(sandbox, opened.page_url);
  return opened;
}

const dispute = (payment: Json, body: object = {}): ReturnType<SandboxUnderTest['control']> =>
  sandbox.control('POST', `/payments/${payment.id}/dispute`, body);
const move = (id: unknown, how: string, body: object = {}): ReturnType<SandboxUnderTest['control']> =>
  sandbox.control('POST', `/disputes/${id}/${how}`, body);

async function linesOf(payment: Json): Promise<string[][]> {
  const period = 'from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z';
  const { text } = await sandbox.page(`${sandbox.service.url}/control/settlement?gateway=cardgateway-a&${period}`);
  return text
    .split('\r\n')
    .filter((line) => line.includes(payment.id as string))
    .map((line) => line.split(',').slice(1, 7));
}

test('a dispute is opened, gets a deadline, is reviewed and won: each step calls, and the file has it', async () => {
  const payment = await paid();
  const opened = await dispute(payment, { amount_minor: 4_000, reason: 'not received' });
  expect([opened.status, opened.body]).toEqual([
    201,
    expect.objectContaining({
      object: 'dispute',
      payment_id: payment.id,
      merchant_reference: payment.merchant_reference,
      status: 'needs_response',
      amount: 4_000,
      currency: 'SAR',
      reason: 'not received',
    }),
  ]);
  const { id } = opened.body;
  const dueInMs = 3_600_000;
  const due = await move(id, 'evidence_due', { due_in_ms: dueInMs });
  const left = Date.parse(due.body.evidence_due_at as string) - Date.now();
  expect(left).toBeLessThanOrEqual(dueInMs);
  await move(id, 'review');
  expect((await move(id, 'win')).body.status).toBe('won');
  const calls = await sandbox.callbacksOf(id as string, 4);
  expect(calls.map(({ body }) => [body.type, body.data.status])).toEqual([
    ['dispute.needs_response', 'needs_response'],
    ['dispute.needs_response', 'needs_response'],
    ['dispute.under_review', 'under_review'],
    ['dispute.won', 'won'],
  ]);
  expect(new Set(calls.map(({ body }) => body.sequence)).size).toBe(4);
  expect(await linesOf(payment)).toEqual([
    ['capture', payment.merchant_reference, payment.id, '10000', '250', '9750'],
    ['dispute', payment.merchant_reference, payment.id, '-4000', '0', '-4000'],
    ['dispute_reversal', payment.merchant_reference, payment.id, '4000', '0', '4000'],
  ]);
  const decided = await move(id, 'lose');
  expect([decided.status, decided.body.error.code]).toEqual([409, 'illegal_status']);
});

test('a lost dispute takes the money once; what is left can be disputed, and nothing beyond it', async () => {
  const payment = await paid();
  const { body } = await dispute(payment, { amount_minor: 6_000 });
  await move(body.id, 'lose');
  expect((await dispute(payment, { amount_minor: 4_001 })).status).toBe(400);
  expect((await dispute(payment)).body.amount).toBe(4_000);
  expect((await dispute(payment)).status).toBe(409);
  expect((await linesOf(payment)).map(([type, , , gross]) => [type, gross])).toEqual([
    ['capture', '10000'],
    ['dispute', '-6000'],
    ['dispute', '-4000'],
  ]);
});

test('ten at once dispute an amount once', async () => {
  const payment = await paid();
  const answers = await Promise.all(Array.from({ length: 10 }, () => dispute(payment)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
});

test('a silent dispute makes no call, and can be sent by hand', async () => {
  const payment = await paid();
  const { body } = await dispute(payment, { silent: true });
  const report = (await sandbox.control('GET', `/payments/${payment.id}`)).body;
  const call = (report.callbacks as Json[]).find(({ event }) => event === 'dispute.needs_response') as Json;
  expect(call.state).toBe('lost');
  await sandbox.control('POST', `/callbacks/${call.id ?? call.callback_id}/resend`, {});
  expect(await sandbox.callbacksOf(body.id as string, 1)).toHaveLength(1);
});

test('only captured payments of gateway A are disputed', async () => {
  const open = await openA(sandbox, 1_000);
  expect((await dispute(open)).status).toBe(409);
  expect((await dispute({ id: 'unknown' })).status).toBe(404);
  const { body } = await openBnpl(sandbox, '0001');
  expect((await dispute({ id: body.operation.wallet_reference })).status).toBe(404);
  expect((await move('dp_unknown', 'win')).status).toBe(404);
  expect((await dispute(await paid(), { amount: 1 })).body.error.code).toBe('unknown_field');
});

test('the page disputes a payment and moves the dispute by its own forms only', async () => {
  const payment = await paid();
  const { url } = sandbox.service;
  const form = (path: string, origin = url): ReturnType<SandboxUnderTest['form']> =>
    sandbox.form(`${url}/control/form/${path}`, {}, { origin });
  expect((await sandbox.page(url)).text).toContain(`/control/form/payments/${payment.id}/dispute`);
  expect((await form(`payments/${payment.id}/dispute`, 'https://evil.example')).status).toBe(403);
  expect((await form(`payments/${payment.id}/dispute`)).status).toBe(303);
  const { rows } = await sandbox.pool.query('SELECT id FROM dispute WHERE payment_id = $1', [payment.id]);
  const { text } = await sandbox.page(url);
  for (const step of ['evidence_due', 'review', 'win', 'lose'])
    expect(text).toContain(`/control/form/disputes/${rows[0].id}/${step}`);
  expect((await form(`disputes/${rows[0].id}/win`, 'https://evil.example')).status).toBe(403);
  expect((await form(`disputes/${rows[0].id}/win`)).status).toBe(303);
  expect((await sandbox.page(url)).text).not.toContain(`/control/form/disputes/${rows[0].id}`);
});
