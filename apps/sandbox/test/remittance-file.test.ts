import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { act, bookedWaybill, HOUR_MS } from './courier-calls.ts';
import { startSandboxForTest } from './harness.ts';
import type { SandboxUnderTest } from './harness.ts';

let sandbox: SandboxUnderTest;
let waybills: string[];
beforeAll(async () => {
  sandbox = await startSandboxForTest({ SANDBOX_COURIER_HOUR_MS: String(HOUR_MS) });
  waybills = [await bookedWaybill(sandbox, 'express'), await bookedWaybill(sandbox, 'express')].sort();
  for (const waybill of waybills) await act(sandbox, waybill, 'deliver');
  await bookedWaybill(sandbox, 'express');
});
afterAll(() => sandbox.stop());

async function file(more = '', courier = 'sandbox-express'): Promise<string[][]> {
  const period = 'from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z';
  const { status, text } = await sandbox.page(
    `${sandbox.service.url}/control/remittance?courier=${courier}&${period}${more}`,
  );
  expect(status).toBe(200);
  return text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
}

test('the file pays the cash of what was delivered, less its fee, and is the same again', async () => {
  const [head, ...lines] = await file();
  expect(head?.join()).toBe('line_id,type,waybill,reference,amount,fee,net,currency,remittance_id,paid_at');
  expect(lines.map((line) => [line[1], line[2], ...line.slice(4, 8)])).toEqual([
    ['cod', waybills[0], '115.00', '2.30', '112.70', 'SAR'],
    ['cod', waybills[1], '115.00', '2.30', '112.70', 'SAR'],
    ['payment', '', '225.40', '0.00', '225.40', 'SAR'],
  ]);
  expect(new Set(lines.map((line) => line[8]))).toEqual(new Set(['REM-sandbox-express-SAR-21000101T000000']));
  expect(await file()).toEqual([head, ...lines]);
  expect(await file('&orders=SHOP')).toEqual([head]);
  const economy = await bookedWaybill(sandbox, 'economy');
  await act(sandbox, economy, 'deliver');
  const [, cod] = await file('', 'sandbox-economy');
  expect([cod?.[2], cod?.[4], cod?.[5]]).toEqual([economy, '11500', '230']);
});

test.each([
  ['short', 0, ',103.50,'],
  ['missing', -1, ',225.40,'],
  ['double', 1, '_again'],
  ['unknown', 1, ',UNKNOWN,'],
  ['currency', 1, ',USD,'],
  ['fee', 0, ',13.80,'],
  ['payment', 0, ',225.39,'],
])('the lever %s makes its mistake at the first parcel', async (lever, more, shown) => {
  const [right, wrong] = [await file(), await file(`&lever=${lever}`)];
  expect(wrong.length - right.length).toBe(more);
  expect(wrong.map((line) => line.join()).join('\n')).toContain(shown);
});
