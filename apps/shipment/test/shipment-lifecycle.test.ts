import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { domestic, withCod } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { PublishedEvent, ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
let shipment: ShipmentUnderTest;
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment.stop());

/** The events of a shipment, once at least `count` are published. */
/** Without the texts for receivers (watch.test.ts). */
async function eventsOf(id: string, count: number): Promise<PublishedEvent[]> {
  const known = (): PublishedEvent[] =>
    shipment.published.filter(({ subject, type }) => subject === id && type !== 'shipment.notice');
  await eventually(() => known().length >= count);
  return known();
}

async function awbOf(id: string): Promise<string> {
  return (await shipment.track(id)).awb as string;
}

describe('a booking', () => {
  it('that the courier refused can be retried', async () => {
    shipment.falcon.next = ['refuse'];
    const id = await shipment.ship();
    expect(await shipment.track(id)).toMatchObject({
      shipmentStatus: 'BOOKING_FAILED',
      history: [
        {
          status: 'BOOKING_FAILED',
          reasonCode: 'address_not_served',
          reason: 'The address is not served.',
          source: 'courier',
        },
      ],
    });
    const retry = async (): Promise<[number, string, Json]> => {
      const { status, body } = await shipment.call('POST', `${BASE}/${id}/retry-booking`);
      return [status, body.message, body.data];
    };
    expect(await retry()).toEqual([202, 'Booking will be tried again', { retried: true, shipmentStatus: 'PENDING' }]);
    await shipment.makeDueCalls();
    expect((await shipment.track(id)).shipmentStatus).toBe('BOOKED');
    expect(await retry()).toEqual([
      202,
      'Nothing to try again: the shipment is BOOKED',
      { retried: false, shipmentStatus: 'BOOKED' },
    ]);
  });

  it('whose answer is lost is found, and not made twice', async () => {
    shipment.falcon.next = ['lose answer'];
    const id = await shipment.ship();
    expect((await shipment.track(id)).shipmentStatus).toBe('PENDING');
    shipment.passTime(1_100);
    await shipment.makeDueCalls();
    expect((await shipment.track(id)).shipmentStatus).toBe('BOOKED');
    expect(shipment.falcon.calls.filter((call) => call.endsWith(id))).toEqual([`book ${id}`, `find ${id}`]);
  });

  it('that never arrived is made again', async () => {
    shipment.falcon.next = ['never arrive'];
    const id = await shipment.ship();
    for (const _ of [1, 2]) {
      shipment.passTime(2_500);
      await shipment.makeDueCalls();
    }
    expect((await shipment.track(id)).shipmentStatus).toBe('BOOKED');
    expect(shipment.falcon.calls.filter((call) => call.endsWith(id))).toEqual([
      `book ${id}`,
      `find ${id}`,
      `book ${id}`,
    ]);
  });

  it('that cannot be stored raises an alarm after 15 attempts', async () => {
    const taken = await shipment.ship();
    const {
      rows: [next],
    } = await shipment.pool.query<{ awb: string }>(
      "UPDATE shipment SET awb = 'FALCON' || lpad((substr(awb, 7)::int + 1)::text, 8, '0') WHERE id = $1 RETURNING awb",
      [taken],
    );
    const id = await shipment.ship();
    for (let tries = 1; tries < 15; tries++) {
      shipment.passTime(60_000);
      await shipment.makeDueCalls();
    }
    expect(await shipment.track(id)).toMatchObject({
      shipmentStatus: 'PENDING',
      awb: null,
      alarms: ['COURIER_SILENT'],
    });
    // An operator has corrected the other shipment.
    await shipment.pool.query('UPDATE shipment SET awb = NULL, poll_at = NULL WHERE id = $1', [taken]);
    shipment.passTime(60_000);
    await shipment.makeDueCalls();
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'BOOKED', awb: next?.awb });
  });
});

describe('cancel', () => {
  it('answers 202 with empty data, then cancels at the courier, and a repeat changes nothing', async () => {
    const id = await shipment.ship();
    const answer = await shipment.call('POST', `${BASE}/${id}/cancel`);
    expect([answer.status, answer.body]).toEqual([
      202,
      { code: '202', status: 'Success', message: 'Cancellation accepted', data: {} },
    ]);
    expect((await shipment.track(id)).shipmentStatus).toBe('CANCEL_REQUESTED');
    await shipment.makeDueCalls();
    expect((await shipment.track(id)).shipmentStatus).toBe('CANCELLED');
    expect((await shipment.call('POST', `${BASE}/${id}/cancel`)).status).toBe(202);
    expect((await eventsOf(id, 6)).map((event) => event.type).at(-1)).toBe('shipment.cancelled');
  });

  it('loses against a pick-up, and an event reports it', async () => {
    const id = await shipment.ship();
    const scan = shipment.falcon.scan(await awbOf(id), 'PICKED_UP');
    await shipment.call('POST', `${BASE}/${id}/cancel`);
    expect((await shipment.sendScans(shipment.falcon, [scan])).status).toBe(200);
    await shipment.makeDueCalls();
    expect((await shipment.track(id)).shipmentStatus).toBe('PICKED_UP');
    expect((await eventsOf(id, 6)).map((event) => event.type)).toContain('shipment.cancel.rejected');
    const late = await shipment.call('POST', `${BASE}/${id}/cancel`);
    expect([late.status, late.body.details[0].code]).toEqual([409, 'NOT_CANCELLABLE']);
  });
});

describe('scans', () => {
  it('move the shipment forward, once each and in any order; skipped statuses are inferred', async () => {
    const id = await shipment.ship({ ...withCod(), referenceNumber: 'scans-1' });
    const awb = await awbOf(id);
    const { falcon } = shipment;
    const [picked, transit] = [falcon.scan(awb, 'PICKED_UP'), falcon.scan(awb, 'IN_TRANSIT')];
    const delivered = falcon.scan(awb, 'DELIVERED', { signedBy: 'أم خالد', codCollectedMinor: 11500 as never });
    await shipment.sendScans(falcon, [delivered, picked]);
    await shipment.sendScans(falcon, [transit, delivered]);
    await shipment.sendScans(falcon, [picked, transit, delivered]);
    const tracked = await shipment.track(id);
    expect(tracked).toMatchObject({ shipmentStatus: 'DELIVERED', codCollected: 115 });
    expect(tracked.history.map((entry: Json) => `${entry.status} ${entry.source}`)).toEqual([
      'BOOKED courier',
      'PICKED_UP webhook',
      'IN_TRANSIT webhook',
      'IN_TRANSIT inferred',
      'OUT_FOR_DELIVERY inferred',
      'DELIVERED webhook',
    ]);
    expect(tracked.history.at(-1)).toMatchObject({
      proofOfDelivery: { signedBy: 'أم خالد' },
      codCollected: 115,
      location: { city: 'الرياض', countryCode: 'SA' },
    });
    const events = await eventsOf(id, 8);
    expect(events.slice(6).map(({ type, data }) => [type, data.amount])).toEqual([
      ['cod.expected', 115],
      ['cod.collected', 115],
    ]);
    expect(
      events
        .slice(0, 6)
        .map((event) => `${event.type.slice(9)} ${event.data.shipmentStatus} ${event.data.previousStatus}`),
    ).toEqual([
      'status.changed BOOKED PENDING',
      'booked BOOKED PENDING',
      'awb.ready BOOKED PENDING',
      'status.changed PICKED_UP BOOKED',
      'status.changed DELIVERED PICKED_UP',
      'delivered DELIVERED PICKED_UP',
    ]);
  });

  it('with cash in another currency leave the collected amount unknown', async () => {
    const id = await shipment.ship({ ...withCod(), referenceNumber: 'scans-2' });
    await shipment.sendScans(shipment.falcon, [
      shipment.falcon.scan(await awbOf(id), 'DELIVERED', { codCollectedMinor: 11500 as never, codCurrency: 'USD' }),
    ]);
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'DELIVERED', codCollected: null });
  });

  it('are refused when unsigned, and answered 404 when the waybill is unknown', async () => {
    const scan = { awb: 'UNKNOWN', status: 'PICKED_UP', occurredAtMs: 1, courierStatusCode: 'x' };
    const unsigned = await fetch(`${shipment.service.url}/oe/aggtr/api/v1/couriers/falcon/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([scan]),
    });
    expect(unsigned.status).toBe(401);
    expect((await shipment.sendScans(shipment.falcon, [scan as never])).status).toBe(404);
  });
});

describe('return', () => {
  async function delivered(body: Json = {}): Promise<string> {
    const id = await shipment.ship(body);
    await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(await awbOf(id), 'DELIVERED')]);
    return id;
  }
  let returns = 0;
  const returnBody = (quantity: number): Json => ({
    ...domestic(),
    referenceNumber: `return-${++returns}`,
    shipmentType: 'RETURN',
    packagesInfo: [
      { weight: 1, description: 'Shirts', items: [{ sku: 'S1', name: 'Shirt', quantity, unitPrice: 50 }] },
    ],
  });

  it('needs a delivered shipment, and has its own id', async () => {
    const id = await shipment.ship();
    const early = await shipment.call('POST', `${BASE}/${id}/return`, returnBody(1));
    expect([early.status, early.body.details[0].code]).toEqual([409, 'RETURN_NOT_ALLOWED']);
    await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(await awbOf(id), 'DELIVERED')]);
    const answer = await shipment.call('POST', `${BASE}/${id}/return`, returnBody(1));
    expect([answer.status, answer.body.message]).toEqual([200, 'Return shipment created']);
    const { shipmentId } = answer.body.data;
    expect(shipmentId).not.toBe(id);
    await shipment.makeDueCalls();
    expect(await shipment.track(shipmentId)).toMatchObject({
      shipmentType: 'RETURN',
      shipmentStatus: 'BOOKED',
      originalShipmentId: id,
      codAmount: 0,
    });
    expect((await eventsOf(shipmentId, 1))[0]).toMatchObject({
      type: 'shipment.return.created',
      data: { originalShipmentId: id, previousStatus: null },
    });
    await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(await awbOf(shipmentId), 'DELIVERED')]);
    const again = await shipment.call('POST', `${BASE}/${shipmentId}/return`, returnBody(1));
    expect([again.status, again.body.details[0].code]).toEqual([409, 'RETURN_NOT_ALLOWED']);
  });

  it('never returns more than was delivered, also at the same time; a cancelled return frees its pieces', async () => {
    const id = await delivered();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => shipment.call('POST', `${BASE}/${id}/return`, returnBody(1))),
    );
    const made = answers.filter((answer) => answer.status === 200);
    expect(made).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect([answer.status, answer.body.details[0].code]).toEqual([409, 'RETURN_QUANTITY_EXCEEDED']);
    await shipment.call('POST', `${BASE}/${made[0]?.body.data.shipmentId}/cancel`);
    await shipment.makeDueCalls();
    expect((await shipment.call('POST', `${BASE}/${id}/return`, returnBody(1))).status).toBe(200);
    expect((await shipment.call('POST', `${BASE}/${id}/return`, returnBody(1))).status).toBe(409);
  });

  it('takes its pieces from any package with the reference that it names', async () => {
    const box = {
      packageReference: 'BOX',
      weight: 1,
      description: 'Shirts',
      items: [{ sku: 'S1', name: 'Shirt', quantity: 1, unitPrice: 50 }],
    };
    const id = await delivered({ packagesInfo: [box, box, { ...box, packageReference: undefined }] });
    const answer = await shipment.call('POST', `${BASE}/${id}/return`, {
      ...returnBody(1),
      packagesInfo: [{ ...box, packageReference: 'ANY' }, box, box],
    });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Return shipment created')]);
  });

  it('must have the type RETURN and name its items', async () => {
    const id = await delivered();
    const answer = await shipment.call('POST', `${BASE}/${id}/return`, {
      ...returnBody(1),
      shipmentType: 'DOMESTIC',
      packagesInfo: [{ weight: 1, description: 'Shirts' }],
    });
    expect([answer.status, answer.body.details[0].code]).toEqual([400, 'SHIPMENT_TYPE_MISMATCH']);
    const nothing = await shipment.call('POST', `${BASE}/${id}/return`, {
      ...returnBody(1),
      packagesInfo: [{ weight: 1, description: 'Shirts' }],
    });
    expect([nothing.status, nothing.body.details[0].field]).toEqual([400, 'packagesInfo.0.items']);
  });
});
