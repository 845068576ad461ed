import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LIMITS } from '../src/limits.ts';
import { insertShipments, shipmentRow } from '../src/shipments/new-shipment.ts';
import type { ShipmentRow } from '../src/shipments/shipment.entity.ts';
import { domestic, read } from './bodies.ts';
import type { Body } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { Answer, ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
let shipment: ShipmentUnderTest;
beforeAll(async () => { shipment = await startShipmentForTest(); });
afterAll(() => shipment.stop());

const WANTED = read(domestic());
let references = 0;
/** What no body can hold may be wanted here: what a reader lets through, the database may still refuse. */
const create = (more: object = {}): Promise<ShipmentRow> => shipment.shipments.creates.create(shipment.owner, (couriers) => (
  { request: { ...WANTED, referenceNumber: `queue-${++references}`, ...more }, couriers }));
const post = (body: Body, more = {}): Promise<Answer> => shipment.call('POST', BASE, body, more);

async function stored(reference: string): Promise<{ rows: number; statements: number }> {
  const { rows: [row] } = await shipment.pool.query<{ rows: number; statements: number }>(
    'SELECT count(*)::int AS rows, count(DISTINCT xmin::text)::int AS statements FROM shipment WHERE reference LIKE $1', [reference]);
  return row as { rows: number; statements: number };
}

test('creates of one moment are stored by one statement', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, at) => create({ referenceNumber: `together-${at}` })));
  expect(await stored('together-%')).toEqual({ rows: 50, statements: 1 });
});

test('large shipments share a statement only so far', async () => {
  const size = LIMITS.createCharactersPerStatementMax / 5;
  await Promise.all(Array.from({ length: 20 }, (_, at) => create({ referenceNumber: `large-${at}`, instructions: 'x'.repeat(size) })));
  expect(await stored('large-%')).toEqual({ rows: 20, statements: 4 });
});

test('a row is told as it is stored', async () => {
  const row = await create({ metadata: { note: 'ألف "x" \\' }, serviceCode: 'NOON' });
  const { rows: [kept] } = await shipment.pool.query<ShipmentRow>('SELECT * FROM shipment WHERE account_id = $1 AND id = $2', [row.account_id, row.id]);
  expect(kept).toEqual(row);
});

test('shipments sent at once are each answered with their own, as it reads back', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => post({ ...domestic(), referenceNumber: `own-${at}`, metadata: { at, note: 'هدية "x" \\ \n' } })));
  for (const [at, { status, body }] of answers.entries()) {
    expect(status).toBe(200);
    expect(await shipment.track(body.data.shipmentId)).toMatchObject({ referenceNumber: `own-${at}`, metadata: { at, note: 'هدية "x" \\ \n' } });
  }
}, 30_000);

test('of the same reference in one statement one is stored, and the others are told which', async () => {
  const results = await Promise.allSettled([...Array.from({ length: 10 }, () => create({ referenceNumber: 'same' })), create()]);
  const made = results.slice(0, 10).filter((one) => one.status === 'fulfilled');
  expect([made.length, results[10]?.status, (await stored('same')).rows]).toEqual([1, 'fulfilled', 1]);
  for (const one of results) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, code: 'REFERENCE_DUPLICATE', message: expect.stringContaining(made[0]?.value.id as string) });
  }
});

test('statements that want the same references in opposite orders do not lock each other out', async () => {
  for (let round = 0; round < 5; round++) {
    const rows = (): ShipmentRow[] => Array.from({ length: 400 }, (_, at) => shipmentRow(shipment.shipments, shipment.owner, {
      request: { ...WANTED, referenceNumber: `order-${round}-${String(at).padStart(3, '0')}` }, couriers: ['falcon'] }));
    const stored = await Promise.all([insertShipments(shipment.pool, rows()), insertShipments(shipment.pool, rows().reverse())]);
    expect(stored.reduce((sum, { size }) => sum + size, 0)).toBe(400);
  }
}, 30_000);

test('in one group each is refused alone, by what its own company has', async () => {
  const other = { principal: { ...shipment.owner, accountId: 'other-company' } };
  await shipment.call('PUT', `${BASE}/couriers/camel`, { enabled: false }, other);
  const body = (more: object): Body => ({ ...domestic(), referenceNumber: `alone-${++references}`, ...more });
  const answers = await Promise.all([
    post(body({})), post(body({ currency: 'XXX' })), post(body({ courierId: 'camel' })), post(body({ courierId: 'camel' }), other), post(body({ courierId: 'falcon' }), other),
  ]);
  expect(answers.map(({ status, body: { details } }) => [status, details?.[0].code])).toEqual([[200, undefined], [400, 'VALIDATION_FAILED'], [200, undefined], [400, 'COURIER_UNKNOWN'], [200, undefined]]);
});

test('a row that the database refuses fails alone: the others of its statement are stored', async () => {
  const results = await Promise.allSettled(['bad-1', 'bad-2', 'bad-3', 'bad-4'].map((referenceNumber, at) => create({ referenceNumber, ...(at % 2 === 0 ? {} : { serviceCode: 'nul \0' }) })));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect((await stored('bad-%')).rows).toBe(2);
});

test('creates beyond the bound are refused with 503, and those that wait are stored', async () => {
  const waiting = Array.from({ length: LIMITS.createsWaitingMax }, () => create());
  await expect(create()).rejects.toMatchObject({ status: 503 });
  expect(new Set((await Promise.all(waiting)).map(({ id }) => id)).size).toBe(LIMITS.createsWaitingMax);
  await expect(create()).resolves.toMatchObject({ status: 'PENDING' });
}, 60_000);
