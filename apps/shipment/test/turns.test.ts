import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Principal } from '@qafila/auth/principal';
import { eventually } from '@qafila/testing/wait';
import { CourierLoop } from '../src/courier-calls/courier-loop.ts';
import { TaskLoop } from '../src/courier-tasks/task-loop.ts';
import { COURIER } from '../src/limits.ts';
import { insertShipments, shipmentRow } from '../src/shipments/insert-shipments.ts';
import { TASK_HANDLERS } from '../src/task-handlers.ts';
import { readCreateBody } from '../src/body/create-body.ts';
import { domestic } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
const WAITING = 1_500;
let under: ShipmentUnderTest;
let references = 0;
beforeAll(async () => {
  under = await startShipmentForTest();
});
afterAll(() => under.stop());
beforeEach(async () => {
  await under.pool.query('TRUNCATE shipment, history, courier_task, instruction, pickup, pickup_parcel, alarm');
  Object.assign(under.falcon, { instruct: undefined, next: [] });
  under.falcon.calls.length = 0;
});

const company = (accountId: string): Principal => ({ ...under.owner, accountId });

/** Bookings of a company that are due since before all others, as a file of shipments leaves them. */
async function bulkOf(accountId: string, count: number): Promise<void> {
  const couriers = ['falcon'];
  const request = readCreateBody(
    { ...domestic(), courierId: 'falcon' },
    { purpose: 'shipment', couriers, nationalAddress: true },
  );
  const clock = (): number => under.dependencies.clock() - 60_000;
  const rows = Array.from({ length: count }, () =>
    shipmentRow({ clock }, company(accountId), {
      request: { ...request, referenceNumber: `bulk-${++references}` },
      couriers,
      selection: null,
    }),
  );
  for (let at = 0; at < rows.length; at += 500) await insertShipments(under.pool, rows.slice(at, at + 500));
}

async function create(accountId: string): Promise<string> {
  const body = { ...domestic(), courierId: 'falcon', referenceNumber: `single-${++references}` };
  const answer = await under.call('POST', BASE, body, { principal: company(accountId) });
  expect(answer.status).toBe(200);
  return answer.body.data.shipmentId as string;
}

/** A courier that takes a while for each booking. Each call notes how many were made before it. */
async function whileBooking(work: () => Promise<void>): Promise<void> {
  const { falcon } = under;
  const book = Object.getPrototypeOf(falcon).book as typeof falcon.book;
  falcon.book = async (booking) => {
    const answer = await book.call(falcon, booking);
    await new Promise((resolve) => setImmediate(resolve));
    return answer;
  };
  const loop = new CourierLoop(under.dependencies);
  loop.start();
  try {
    await work();
  } finally {
    await loop.stop();
    delete (falcon as Partial<typeof falcon>).book;
  }
}

const callsBefore = (id: string): number => under.falcon.calls.indexOf(`book ${id}`);
const isBooked = (id: string): Promise<true> =>
  eventually(() => under.falcon.calls.includes(`book ${id}`), { what: 'the booking of the other company' });

describe('at a courier of the deployment', () => {
  it('a single booking of a company is made at once while more than a thousand of another one wait', async () => {
    await bulkOf('big0000000company', WAITING);
    const first = await create('small00000company');
    await whileBooking(async () => {
      await isBooked(first);
      expect(callsBefore(first)).toBeLessThanOrEqual(COURIER.callsAtOnce);
      // Also one that comes while all slots are taken.
      const second = await create('small00000company');
      const made = under.falcon.calls.length;
      await isBooked(second);
      expect(callsBefore(second) - made).toBeLessThanOrEqual(2 * COURIER.callsAtOnce);
      expect(under.falcon.calls.length).toBeLessThan(WAITING);
    });
  });

  it('companies that all wait take turns, however long each has waited', async () => {
    const others = Array.from({ length: 2 * COURIER.callsAtOnce }, (_, at) => `early${at}`);
    for (const accountId of others) await bulkOf(accountId, 20);
    const late = await create('late');
    await whileBooking(async () => {
      await isBooked(late);
    });
    expect(callsBefore(late)).toBeLessThanOrEqual(others.length + COURIER.callsAtOnce);
  });
});

describe('daily work at two couriers', () => {
  const instruct = async (courierId: string): Promise<string> => {
    const id = await under.ship({ courierId });
    const courier = courierId === 'falcon' ? under.falcon : under.camel;
    const { awb } = await under.track(id);
    await under.sendScans(courier, [courier.scan(awb, 'DELIVERY_FAILED')]);
    const answer = await under.call('POST', `${BASE}/${id}/instructions`, { instruction: 'return_now' });
    expect(answer.status).toBe(202);
    return id;
  };
  const stateOf = async (id: string): Promise<string> =>
    (await under.call('GET', `${BASE}/instructions?shipmentId=${id}`)).body.data.items[0].instructionStatus as string;

  it('of which one hangs, and whose adapter ignores the signal, goes on at the other', async () => {
    let hanging = 0;
    under.falcon.instruct = () => {
      hanging++;
      return new Promise(() => {});
    };
    under.camel.instruct = async () => ({ kind: 'accepted' });
    const loop = new TaskLoop(under.dependencies, TASK_HANDLERS);
    await instruct('falcon');
    loop.start();
    try {
      await eventually(() => hanging > 0, { what: 'the call that hangs' });
      for (let times = 0; times < 2; times++) {
        const id = await instruct('camel');
        loop.wake();
        await eventually(async () => (await stateOf(id)) === 'ACCEPTED', { what: 'the instruction', timeoutMs: 5_000 });
      }
    } finally {
      await loop.stop();
    }
  });
});
