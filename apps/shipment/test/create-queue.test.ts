import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LIMITS } from '../src/limits.ts';
import { insertShipments, shipmentRow } from '../src/shipments/insert-shipments.ts';
import type { ShipmentRow } from '../src/shipments/shipment.entity.ts';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { domestic, read } from './bodies.ts';
import type { Body } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
let shipment: ShipmentUnderTest;
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment.stop());

const REQUEST = read(domestic());
let references = 0;
/** Skips the reader of bodies, so a test can create rows that the database refuses. */
const create = (more: object = {}, characters = 1_000): Promise<ShipmentRow> =>
  shipment.dependencies.createQueue.submit({
    owner: shipment.owner,
    characters,
    read: (couriers) => ({
      request: { ...REQUEST, referenceNumber: `queue-${++references}`, ...more },
      couriers,
      selection: null,
    }),
  });
const post = (body: Body, more = {}): Promise<HttpAnswer> => shipment.call('POST', BASE, body, more);

async function stored(reference: string): Promise<{ rows: number; statements: number }> {
  const {
    rows: [row],
  } = await shipment.pool.query<{ rows: number; statements: number }>(
    'SELECT count(*)::int AS rows, count(DISTINCT xmin::text)::int AS statements FROM shipment WHERE reference LIKE $1',
    [reference],
  );
  return row as { rows: number; statements: number };
}

test('creates at the same time are stored by one statement', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, index) => create({ referenceNumber: `together-${index}` })));
  expect(await stored('together-%')).toEqual({ rows: 50, statements: 1 });
});

test('large shipments share a statement up to its size limit', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      create({ referenceNumber: `large-${index}` }, LIMITS.createBatchCharactersMax / 5),
    ),
  );
  expect(await stored('large-%')).toEqual({ rows: 20, statements: 4 });
});

test('the returned row is the stored one', async () => {
  const row = await create({ metadata: { note: 'ألف "x" \\' }, serviceCode: 'NOON' });
  const {
    rows: [stored],
  } = await shipment.pool.query<ShipmentRow>('SELECT * FROM shipment WHERE account_id = $1 AND id = $2', [
    row.account_id,
    row.id,
  ]);
  expect(stored).toEqual(row);
});

test('shipments created at once are each answered with their own id', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      post({ ...domestic(), referenceNumber: `own-${index}`, metadata: { index, note: 'هدية "x" \\ \n' } }),
    ),
  );
  for (const [index, { status, body }] of answers.entries()) {
    expect(status).toBe(200);
    expect(await shipment.track(body.data.shipmentId)).toMatchObject({
      referenceNumber: `own-${index}`,
      metadata: { index, note: 'هدية "x" \\ \n' },
    });
  }
}, 30_000);

test('one of several creates with the same reference is stored, and the refusals name it', async () => {
  const results = await Promise.allSettled([
    ...Array.from({ length: 10 }, () => create({ referenceNumber: 'same' })),
    create(),
  ]);
  const created = results
    .slice(0, 10)
    .filter(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<ShipmentRow>[];
  expect([created.length, results[10]?.status, (await stored('same')).rows]).toEqual([1, 'fulfilled', 1]);
  for (const result of results) {
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({
        status: 409,
        code: 'REFERENCE_DUPLICATE',
        message: expect.stringContaining(created[0]?.value.id as string),
      });
  }
});

test('statements with the same references in opposite orders do not deadlock', async () => {
  for (let round = 0; round < 5; round++) {
    const rows = (): ShipmentRow[] =>
      Array.from({ length: 400 }, (_, index) =>
        shipmentRow(shipment.dependencies, shipment.owner, {
          request: { ...REQUEST, referenceNumber: `order-${round}-${String(index).padStart(3, '0')}` },
          couriers: ['falcon'],
          selection: null,
        }),
      );
    const stored = await Promise.all([
      insertShipments(shipment.pool, rows()),
      insertShipments(shipment.pool, rows().reverse()),
    ]);
    expect(stored.reduce((sum, { size }) => sum + size, 0)).toBe(400);
  }
}, 30_000);

test('within a group each create is refused alone, by the couriers of its own company', async () => {
  const other = { principal: { ...shipment.owner, accountId: 'other-company' } };
  await shipment.call('PUT', `${BASE}/couriers/camel`, { enabled: false }, other);
  const body = (more: object): Body => ({ ...domestic(), referenceNumber: `alone-${++references}`, ...more });
  const answers = await Promise.all([
    post(body({})),
    post(body({ currency: 'XXX' })),
    post(body({ courierId: 'camel' })),
    post(body({ courierId: 'camel' }), other),
    post(body({ courierId: 'falcon' }), other),
  ]);
  expect(answers.map(({ status, body: { details } }) => [status, details?.[0].code])).toEqual([
    [200, undefined],
    [400, 'VALIDATION_FAILED'],
    [200, undefined],
    [400, 'COURIER_UNKNOWN'],
    [200, undefined],
  ]);
});

test('a row that the database refuses fails alone, and the others of its statement are stored', async () => {
  const results = await Promise.allSettled(
    ['bad-1', 'bad-2', 'bad-3', 'bad-4'].map((referenceNumber, index) =>
      create({ referenceNumber, ...(index % 2 === 0 ? {} : { serviceCode: 'nul \0' }) }),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect((await stored('bad-%')).rows).toBe(2);
});

test('creates above the limit are refused with 503, and the waiting ones are stored', async () => {
  const waiting = Array.from({ length: 1_024 }, () => create({}, LIMITS.createWaitingCharactersMax / 1_024));
  await expect(create()).rejects.toMatchObject({ status: 503 });
  expect(new Set((await Promise.all(waiting)).map(({ id }) => id)).size).toBe(1_024);
  await expect(create()).resolves.toMatchObject({ status: 'PENDING' });
}, 60_000);
