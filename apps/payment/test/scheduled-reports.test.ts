import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { reportRound } from '../src/reports/report-loop.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

const API = '/public/v1/payment/report';
const DAY_MS = 86_400_000;

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
  // Files are made some minutes after midnight. At noon no count of days depends on when the test runs.
  payment.pass(DAY_MS - ((payment.deps.clock() + DAY_MS / 2) % DAY_MS));
});
afterAll(() => payment.stop());

const api = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
  payment.call(method, `${API}/${path}`, body);

async function makeAll(): Promise<number> {
  let made = 0;
  while ((await reportRound(payment.deps)) > 0) made += 1;
  return made;
}

test('a daily schedule makes a file a day, which is listed, downloaded, announced, and deleted in time', async () => {
  const intent = await payment.checkout({ amount: 100 });
  const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
  payment.cardA.finish('pay', location?.split('/').at(-1));
  await payment.open(`${intent.checkout_page_url}/return`);
  const schedule = (await api('POST', 'schedule', { report: 'reconciliation', every: 'daily' })).body.data;
  expect(schedule).toMatchObject({ report: 'reconciliation', every: 'daily', by: null });
  expect(await makeAll()).toBe(0);
  payment.pass(2 * DAY_MS);
  // Several processes take turns by the lock of the schedule.
  const made = await Promise.all([makeAll(), makeAll(), makeAll()]);
  expect(made.reduce((sum, each) => sum + each, 0)).toBe(2);
  const { items } = (await api('GET', 'file')).body.data;
  expect(items).toHaveLength(2);
  expect(items[1]).toMatchObject({ schedule_id: schedule._id, status: 'ready', rows: 1, to: schedule.next_at });
  const file = await api('GET', `file/${items[1]._id}/csv`);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.text).toMatch(/^date,gateway,.*\r\n\d{4}-\d\d-\d\d,card-a,SAR,0,100,0,0,0,0,0,100,0\r\n$/);
  await eventually(() =>
    expect(payment.published.filter(({ type }) => type === 'report.ready').map(({ subject }) => subject)).toEqual(
      items.map(({ _id: id }: { _id: string }) => id).reverse(),
    ),
  );
  expect((await api('DELETE', `schedule/${schedule._id}`)).status).toBe(200);
  expect((await api('DELETE', `schedule/${schedule._id}`)).status).toBe(404);
  payment.pass(31 * DAY_MS);
  expect(await makeAll()).toBe(0);
  expect((await api('GET', 'file')).body.data.items).toEqual([]);
  expect((await api('GET', `file/${items[1]._id}/csv`)).status).toBe(404);
});

test('a weekly report of performance; a store has at most ten schedules', async () => {
  const weekly = { report: 'performance', every: 'weekly', by: 'method' };
  const answers = await Promise.all(Array.from({ length: 11 }, () => api('POST', 'schedule', weekly)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(200), 409]);
  const { items } = (await api('GET', 'schedule')).body.data;
  expect(items).toHaveLength(10);
  expect(items[0]).toMatchObject(weekly);
  payment.pass(DAY_MS);
  expect(await makeAll()).toBe(10);
  payment.pass(DAY_MS);
  expect(await makeAll()).toBe(0);
});
