import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import type { PickupRequest, PickupResult } from '../src/couriers/daily-work.ts';
import { localTime, momentOf } from '../src/pickups/local-time.ts';
import { DEFAULT_HOURS } from '../src/pickups/pickup-hours.ts';
import { pickupTime } from '../src/pickups/pickup-time.ts';
import { domestic } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
let shipment: ShipmentUnderTest;
let orders: PickupRequest[];
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment.stop());
afterEach(() => {
  Object.assign(shipment.falcon, { repeatable: undefined, schedulePickup: undefined, cancelPickup: undefined });
});

const post = (path: string, body?: Json, headers?: Record<string, string>): Promise<HttpAnswer> =>
  shipment.call('POST', `${BASE}/${path}`, body, { headers });
const codeOf = ({ status, body }: HttpAnswer): [number, string] => [status, body.details?.[0].code];
const read = async (id: string): Promise<Json> => (await shipment.call('GET', `${BASE}/pickups/${id}`)).body.data;
const order = (shipmentIds: string[], more: Json = {}): Promise<HttpAnswer> =>
  post('pickups', { courierId: 'falcon', shipmentIds, ...more });

/** The courier answers orders in this order. */
function answering(...results: (PickupResult | 'lose answer')[]): void {
  orders = [];
  shipment.falcon.schedulePickup = async (request) => {
    orders.push(request);
    const next = results.shift() ?? { kind: 'scheduled', confirmation: `PU-${orders.length}` };
    if (next === 'lose answer') throw new Error('timed out');
    return next;
  };
}

async function ordered(more: Json = {}): Promise<{ id: string; shipmentId: string }> {
  const shipmentId = await shipment.ship();
  const answer = await order([shipmentId], more);
  expect(answer.status).toBe(202);
  return { id: answer.body.data.pickupId as string, shipmentId };
}

describe('when a driver comes', () => {
  const at = (text: string): number => Date.parse(text);
  const dayOf = (now: string, wanted = {}): string => pickupTime(DEFAULT_HOURS, wanted, at(now)).day;

  it('is today before the cut-off hour of the address, else the next day on which the courier comes', () => {
    // 2026-11-23 is a Monday; 12:00 in Riyadh is 09:00 UTC.
    expect(dayOf('2026-11-23T08:59:59Z')).toBe('2026-11-23');
    expect(dayOf('2026-11-23T09:00:00Z')).toBe('2026-11-24');
    expect(dayOf('2026-11-26T09:00:00Z')).toBe('2026-11-28');
    expect(dayOf('2026-11-22T21:30:00Z')).toBe('2026-11-23');
    expect(pickupTime(DEFAULT_HOURS, {}, at('2026-11-23T06:00:00Z'))).toMatchObject({
      readyAtMs: at('2026-11-23T07:00:00Z'),
      closeAtMs: at('2026-11-23T15:00:00Z'),
    });
  });

  it('is a day that is named, unless it is past, no working day, too far, or past the cut-off', () => {
    const now = '2026-11-23T09:30:00Z';
    expect(dayOf(now, { date: '2026-11-24', closeTime: '20:00' })).toBe('2026-11-24');
    for (const date of ['2026-11-22', '2026-11-27', '2026-12-31', '2026-02-30'])
      expect(() => dayOf(now, { date })).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => dayOf(now, { date: '2026-11-23' })).toThrow(expect.objectContaining({ code: 'PICKUP_CUT_OFF' }));
    expect(() => dayOf(now, { readyTime: '19:00' })).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('is a local time, also where summer time begins and ends', () => {
    expect(momentOf('2026-03-29', '10:00', 'Europe/Berlin')).toBe(at('2026-03-29T08:00:00Z'));
    expect(momentOf('2026-03-28', '10:00', 'Europe/Berlin')).toBe(at('2026-03-28T09:00:00Z'));
    expect(momentOf('2026-10-25', '10:00', 'Europe/Berlin')).toBe(at('2026-10-25T09:00:00Z'));
    expect(localTime(at('2026-12-31T22:30:00Z'), 'Asia/Riyadh')).toEqual({
      day: '2027-01-01',
      time: '01:30',
      weekday: 5,
    });
  });
});

describe('a pick-up', () => {
  it('takes parcels of one address, and has the courier’s number', async () => {
    answering();
    const ids = [await shipment.ship(), await shipment.ship()].sort();
    const body = { note: 'بوابة 3' };
    const answer = await order(ids, body);
    expect([answer.status, answer.body.data]).toEqual([
      202,
      expect.objectContaining({ pickupStatus: 'REQUESTED', shipmentIds: ids, pieces: 2, weight: '2.500' }),
    ]);
    await shipment.makeDueCalls();
    const { pickupId, date } = answer.body.data;
    expect(await read(pickupId)).toMatchObject({ pickupStatus: 'SCHEDULED', confirmation: 'PU-1', createdBy: 'cl_1' });
    expect(orders).toMatchObject([
      { pickupId, date, note: 'بوابة 3', address: { city: 'الرياض' }, parcels: [{ pieces: 1 }, { pieces: 1 }] },
    ]);
    const listed = await shipment.call('GET', `${BASE}/pickups?date=${date}&courierId=falcon&status=SCHEDULED`);
    expect(listed.body.data.items[0].pickupId).toBe(pickupId);
  });

  it('is ordered once under an idempotency key, and no parcel waits for two drivers', async () => {
    answering();
    const ids = [await shipment.ship()];
    const headers = { 'idempotency-key': 'driver-1' };
    const body = { courierId: 'falcon', shipmentIds: ids };
    const [first, again] = [await post('pickups', body, headers), await post('pickups', body, headers)];
    expect(again.body.data.pickupId).toBe(first.body.data.pickupId);
    const more = [await shipment.ship(), ...ids];
    expect(codeOf(await order(more))).toEqual([409, 'PICKUP_OPEN']);
    const free = [await shipment.ship()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(free)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    await shipment.makeDueCalls();
    expect(orders).toHaveLength(2);
  });

  it('is refused for parcels of another address, courier, company or state', async () => {
    const id = await shipment.ship();
    const elsewhere = await shipment.ship({ shipFromInfo: { ...domestic().shipFromInfo, shortAddress: 'JEDA1234' } });
    expect((await order([id, elsewhere])).status).toBe(400);
    expect((await order([await shipment.ship({ courierId: 'camel' })])).status).toBe(400);
    expect(codeOf(await order(['shp_none']))).toEqual([404, 'SHIPMENT_NOT_FOUND']);
    const { awb } = await shipment.track(id);
    await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, 'PICKED_UP')]);
    expect(codeOf(await order([id]))).toEqual([409, 'PICKUP_NOT_POSSIBLE']);
    const principal = { ...shipment.owner, accountId: 'another00company' };
    const { id: own } = await ordered();
    const foreign = await shipment.call('GET', `${BASE}/pickups/${own}`, undefined, { principal });
    expect(codeOf(foreign)).toEqual([404, 'PICKUP_NOT_FOUND']);
    await shipment.makeDueCalls();
  });

  it('frees its parcels when the courier refuses, and when its time is over', async () => {
    answering({ kind: 'refused', code: 'full', reason: 'No driver is free.' });
    const { id, shipmentId } = await ordered();
    await shipment.makeDueCalls();
    expect(await read(id)).toMatchObject({ pickupStatus: 'REFUSED', reasonCode: 'full', reason: 'No driver is free.' });
    expect((await order([shipmentId])).status).toBe(202);
    await shipment.makeDueCalls();
    expect(codeOf(await order([shipmentId]))).toEqual([409, 'PICKUP_OPEN']);
    shipment.passTime(4 * 86_400_000);
    expect((await order([shipmentId])).status).toBe(202);
    await shipment.makeDueCalls();
  });

  it('whose answer is lost is ordered again only where the courier makes one of two', async () => {
    answering('lose answer');
    const lost = await ordered();
    for (let times = 0; times < 3; times++) {
      await shipment.makeDueCalls();
      shipment.passTime(61_000);
    }
    expect(orders).toHaveLength(1);
    expect(await read(lost.id)).toMatchObject({ pickupStatus: 'BY_PHONE', reasonCode: 'courier_silent' });
    expect(codeOf(await post(`pickups/${lost.id}/cancel`))).toEqual([409, 'PICKUP_UNDECIDED']);
    const resolved = await post(`pickups/${lost.id}/resolve`, { outcome: 'scheduled', confirmation: 'P-9' });
    expect(resolved.body.data).toMatchObject({ pickupStatus: 'SCHEDULED', confirmation: 'P-9', resolvedBy: 'cl_1' });

    shipment.falcon.repeatable = { pickup: true };
    answering('lose answer', 'lose answer');
    const repeated = await ordered();
    for (let times = 0; times < 3; times++) {
      await shipment.makeDueCalls();
      shipment.passTime(61_000);
    }
    expect(orders.map(({ pickupId }) => pickupId)).toEqual([repeated.id, repeated.id, repeated.id]);
    expect(await read(repeated.id)).toMatchObject({ pickupStatus: 'SCHEDULED', confirmation: 'PU-3' });
  });

  it('of a courier without orders is a person’s, who reports it', async () => {
    const { id, shipmentId } = await ordered();
    await shipment.makeDueCalls();
    const list = await shipment.call('GET', `${BASE}/pickups?status=BY_PHONE`);
    expect(list.body.data.items.map((item: Json) => item.pickupId)).toContain(id);
    const resolve = (outcome: string): Promise<HttpAnswer> =>
      post(`pickups/${id}/resolve`, { outcome, note: 'called' });
    expect((await resolve('cancelled')).body.data).toMatchObject({ pickupStatus: 'CANCELLED', resolution: 'called' });
    expect((await resolve('cancelled')).status).toBe(200);
    expect(codeOf(await resolve('scheduled'))).toEqual([409, 'PICKUP_UNDECIDED']);
    expect((await order([shipmentId])).status).toBe(202);
    await shipment.makeDueCalls();
  });
});

describe('the cancellation of a pick-up', () => {
  it('takes back an order that was not sent, and asks the courier about one that was', async () => {
    answering();
    const early = await ordered();
    expect((await post(`pickups/${early.id}/cancel`, { reason: 'nothing to take' })).body.data).toMatchObject({
      pickupStatus: 'CANCELLED',
      resolution: 'nothing to take',
    });
    await shipment.makeDueCalls();
    expect(orders).toEqual([]);

    const { id, shipmentId } = await ordered();
    await shipment.makeDueCalls();
    const cancelled: string[] = [];
    let isLost = true;
    shipment.falcon.cancelPickup = async ({ confirmation, reason }) => {
      cancelled.push(`${confirmation} ${reason}`);
      if (isLost) throw new Error('timed out');
      return { kind: 'cancelled' };
    };
    expect((await post(`pickups/${id}/cancel`, { reason: 'closed' })).body.data.pickupStatus).toBe('CANCEL_REQUESTED');
    await shipment.makeDueCalls();
    expect((await order([shipmentId])).status).toBe(409);
    isLost = false;
    shipment.passTime(61_000);
    await shipment.makeDueCalls();
    expect(cancelled).toEqual(['PU-1 closed', 'PU-1 closed']);
    expect((await read(id)).pickupStatus).toBe('CANCELLED');
    expect((await post(`pickups/${id}/cancel`)).status).toBe(202);
    expect((await order([shipmentId])).status).toBe(202);
    await shipment.makeDueCalls();
  });

  it('is cancelled when the courier no longer knows it after a lost answer, and only then', async () => {
    answering();
    const unknown = { kind: 'refused', code: 'unknown_pickup', reason: 'No data found' } as const;
    shipment.falcon.cancelPickup = async () => unknown;
    const { id, shipmentId } = await ordered();
    await shipment.makeDueCalls();
    await post(`pickups/${id}/cancel`);
    await shipment.makeDueCalls();
    expect(await read(id)).toMatchObject({ pickupStatus: 'SCHEDULED', reasonCode: 'unknown_pickup' });
    let isLost = true;
    shipment.falcon.cancelPickup = async () => {
      if (!isLost) return unknown;
      isLost = false;
      throw new Error('timed out');
    };
    await post(`pickups/${id}/cancel`);
    await shipment.makeDueCalls();
    shipment.passTime(61_000);
    await shipment.makeDueCalls();
    expect((await read(id)).pickupStatus).toBe('CANCELLED');
    expect((await order([shipmentId])).status).toBe(202);
    await shipment.makeDueCalls();
  });

  it('stays scheduled when the courier refuses, and is a person’s where it has no such call', async () => {
    answering();
    shipment.falcon.cancelPickup = async () => ({ kind: 'refused', code: 'late', reason: 'The driver is there.' });
    const { id } = await ordered();
    await shipment.makeDueCalls();
    await post(`pickups/${id}/cancel`);
    await shipment.makeDueCalls();
    expect(await read(id)).toMatchObject({ pickupStatus: 'SCHEDULED', reason: 'The driver is there.' });
    shipment.falcon.cancelPickup = undefined;
    await post(`pickups/${id}/cancel`);
    await shipment.makeDueCalls();
    expect((await read(id)).pickupStatus).toBe('CANCEL_BY_PHONE');
    await post(`pickups/${id}/resolve`, { outcome: 'cancelled' });
    expect((await read(id)).pickupStatus).toBe('CANCELLED');
  });
});

describe('the hours of a courier', () => {
  it('are set for a courier and for a city, and decide the day', async () => {
    const set = (courier: string, body: Json): Promise<HttpAnswer> =>
      shipment.call('PUT', `${BASE}/pickup-hours/${courier}`, body);
    const hours = { timeZone: 'Asia/Dubai', readyTime: '08:00', closeTime: '23:59', cutOffTime: '23:58', days: [7, 1] };
    expect((await set('camel', hours)).body.data).toMatchObject({ courierId: 'camel', city: null, days: [1, 7] });
    expect((await set('camel', { ...hours, city: 'الرياض', days: [3] })).status).toBe(200);
    expect(codeOf(await set('pigeon', hours))).toEqual([404, 'COURIER_NOT_FOUND']);
    expect((await set('camel', { ...hours, timeZone: 'Mars/Base' })).status).toBe(400);
    expect((await set('camel', { ...hours, closeTime: '07:00' })).status).toBe(400);
    const { items } = (await shipment.call('GET', `${BASE}/pickup-hours`)).body.data;
    expect(items).toMatchObject([
      { courierId: 'falcon', cutOffTime: '12:00' },
      { courierId: 'camel', city: null },
      { courierId: 'camel', city: 'الرياض' },
    ]);
    const id = await shipment.ship({ courierId: 'camel' });
    const { date, timeZone } = (await post('pickups', { courierId: 'camel', shipmentIds: [id] })).body.data;
    expect([new Date(`${date}T00:00:00Z`).getUTCDay(), timeZone]).toEqual([3, 'Asia/Dubai']);
  });
});
