import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openA, payWith, reference, startSandboxForTest } from './harness.ts';
import type { SandboxUnderTest } from './harness.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await startSandboxForTest();
});
afterAll(() => sandbox.stop());

const PERIOD = 'from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z';

async function file(more = '', gateway = 'cardgateway-a'): Promise<string[][]> {
  const { status, text } = await sandbox.page(
    `${sandbox.service.url}/control/settlement?gateway=${gateway}&${PERIOD}${more}`,
  );
  expect(status).toBe(200);
  return text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
}

test('the file has what the books of the gateway say: captures, refunds, and a payout of their net sum', async () => {
  const opened = await openA(sandbox, 12_345);
  await payWith(sandbox, opened.page_url);
  await openA(sandbox, 999);
  const later = await openA(sandbox, 10_000, { capture: 'false' });
  await payWith(sandbox, later.page_url);
  const captured = reference('cap');
  await sandbox.a(`/payments/${later.id}/captures`, { merchant_reference: captured, amount: 4_000 });
  const refunded = reference('ref');
  await sandbox.a(`/payments/${opened.id}/refunds`, { merchant_reference: refunded, amount: 345 });
  const [head, ...lines] = await file();
  expect(head?.join()).toBe('line_id,type,merchant_reference,payment_id,gross,fee,net,currency,payout_id,created_at');
  expect(lines.map((line) => line.slice(1, 8))).toEqual([
    ['capture', opened.merchant_reference, opened.id, '12345', '309', '12036', 'SAR'],
    ['capture', captured, later.id, '4000', '100', '3900', 'SAR'],
    ['refund', refunded, opened.id, '-345', '0', '-345', 'SAR'],
    ['payout', '', '', '-15591', '0', '-15591', 'SAR'],
  ]);
  expect(new Set(lines.map((line) => line[8]))).toEqual(new Set(['PO-cardgateway-a-SAR-21000101T000000']));
  expect(await file()).toEqual([head, ...lines]);
  expect(await file('', 'cardgateway-b')).toEqual([head]);
});

test.each([
  ['unmatched', 1, 'op_unknown'],
  ['amount', 0, ',12344,'],
  ['fee', 0, ',1543,'],
  ['duplicate', 1, '_again'],
  ['missing', -1, undefined],
  ['currency', 1, ',USD,'],
  ['payout', 0, 'SAR-21000101T000000-unknown'],
])('the lever %s makes its mistake at the first capture', async (lever, more, shown) => {
  const [right, wrong] = [await file(), await file(`&lever=${lever}`)];
  expect(wrong.length - right.length).toBe(more);
  if (shown !== undefined) expect(wrong.map((line) => line.join()).join('\n')).toContain(shown);
});

test('a wrong query is refused with all that is wrong', async () => {
  const { status, text } = await sandbox.page(`${sandbox.service.url}/control/settlement?gateway=visa&from=1`);
  expect(status).toBe(400);
  expect(text).toMatch(/gateway/);
});
