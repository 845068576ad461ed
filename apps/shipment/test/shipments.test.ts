import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { domestic, international, withCod } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { Json, ShipmentUnderTest, Told } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
let shipment: ShipmentUnderTest;
beforeAll(async () => { shipment = await startShipmentForTest(); });
afterAll(() => shipment.stop());

async function toldOf(id: string, count: number): Promise<Told[]> {
  await eventually(() => shipment.told.filter((event) => event.subject === id).length >= count);
  return shipment.told.filter((event) => event.subject === id);
}

async function awbOf(id: string): Promise<string> {
  return (await shipment.track(id)).awb as string;
}

describe('create', () => {
  it('answers the envelope of §4.3 at once, and books behind it', async () => {
    const answer = await shipment.call('POST', BASE, { ...withCod(), referenceNumber: 'create-1' });
    expect([answer.status, answer.body]).toEqual([200, { code: '200', status: 'Success', message: 'Shipment created', data: { shipmentId: expect.stringMatching(/^shp_[0-9a-f]{27}$/) } }]);
    const { shipmentId } = answer.body.data;
    expect((await shipment.track(shipmentId)).shipmentStatus).toBe('PENDING');
    await shipment.work();
    expect(await shipment.track(shipmentId)).toMatchObject({ shipmentStatus: 'BOOKED', courierId: 'falcon', awb: 'FALCON00000001', referenceNumber: 'create-1', codAmount: 115, codCollected: null });
    const events = await toldOf(shipmentId, 3);
    expect(events.map((event) => event.type)).toEqual(['shipment.status.changed', 'shipment.booked', 'shipment.awb.ready']);
    expect(events[1]?.data).toEqual({
      event: 'shipment.booked', version: 1, shipmentId, referenceNumber: 'create-1', shipmentType: 'DOMESTIC', shipmentStatus: 'BOOKED', previousStatus: 'PENDING', inferred: false,
      courierId: 'falcon', awb: 'FALCON00000001', reasonCode: null, originalShipmentId: null, currency: 'SAR', codAmount: 115, codCollected: null,
      occurredAt: expect.any(String), account_id: shipment.owner.accountId, store_id: 'str_1', mode: 'stage',
    });
  });

  it('warns of what a courier may stumble over, under a key or without', async () => {
    const body = { ...domestic(), packagesInfo: [{ weight: 1, description: 'Lamp', length: 30, width: 30, height: 60 }] };
    for (const key of ['', 'lamp', 'lamp']) {
      const headers: Record<string, string> = key === '' ? {} : { 'idempotency-key': key };
      const answer = await shipment.call('POST', BASE, { ...body, referenceNumber: `lamp-${key}` }, { headers });
      expect([answer.status, answer.body.data]).toEqual([200, { shipmentId: expect.any(String), warnings: [{ code: 'VOLUMETRIC_WEIGHT', field: 'packagesInfo.0.weight', message: expect.stringContaining('10.800 kg') }] }]);
    }
  });

  it('takes one of two with the same reference, and names it to the other', async () => {
    const body = { ...domestic(), referenceNumber: 'twice' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => shipment.call('POST', BASE, body)));
    const [made] = answers.filter((answer) => answer.status === 200);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 200)) {
      expect([answer.status, answer.body.errorCode, answer.body.errorStatus, answer.body.details[0].code]).toEqual([409, '409', 'Error', 'REFERENCE_DUPLICATE']);
      expect(answer.body.errorMessage).toContain(made?.body.data.shipmentId);
    }
    const other = { ...shipment.owner, accountId: 'another-company' };
    expect((await shipment.call('POST', BASE, body, { principal: other })).status).toBe(200);
  });

  it('repeats its answer under the same idempotency key, and refuses another body under it', async () => {
    const body = { ...domestic(), referenceNumber: 'repeat' };
    const headers = { 'idempotency-key': 'key-1' };
    const [first, again] = [await shipment.call('POST', BASE, body, { headers }), await shipment.call('POST', BASE, body, { headers })];
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true']);
    const changed = await shipment.call('POST', BASE, { ...body, referenceNumber: 'other' }, { headers });
    expect([changed.status, changed.body.details[0].code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('repeats its answer also when the company\'s couriers are others by then', async () => {
    const principal = { ...shipment.owner, accountId: 'changes-couriers' };
    const more = { headers: { 'idempotency-key': 'key-1' }, principal };
    const body = { ...domestic(), referenceNumber: 'repeat', courierId: 'camel' };
    const first = await shipment.call('POST', BASE, body, more);
    await shipment.call('PUT', `${BASE}/couriers/camel`, { enabled: false }, { principal });
    expect(await shipment.call('POST', BASE, body, more)).toMatchObject({ status: 200, body: first.body });
  });

  it('tells everything that is wrong, in the reader\'s language', async () => {
    const body = { ...international(), currency: 'SAR', incoterm: undefined, shipToInfo: { ...international().shipToInfo, phone: '12' }, referenceNumber: undefined };
    const answer = await shipment.call('POST', BASE, body, { headers: { 'accept-language': 'ar, en;q=0.5' } });
    expect(answer.status).toBe(400);
    expect(answer.body.details.map((one: Json) => `${one.code} ${one.field}`).sort()).toEqual(['CUSTOMS_REQUIRED incoterm', 'PHONE_INVALID shipToInfo.phone', 'VALIDATION_FAILED referenceNumber']);
    expect(answer.body.userMessage).toMatch(/رقم الهاتف غير صحيح/);
    expect(answer.headers.get('content-language')).toBe('ar');
  });

  it('keeps metadata as it came and tells it again', async () => {
    const id = await shipment.ship({ metadata: { order: { lines: [1.5, 2], note: 'هدية' } } });
    expect((await shipment.track(id)).metadata).toEqual({ order: { lines: [1.5, 2], note: 'هدية' } });
  });

  it('is refused without its scope, and without a seal', async () => {
    const reader = { ...shipment.owner, scopes: ['shipments:read' as const] };
    const answer = await shipment.call('POST', BASE, domestic(), { principal: reader });
    expect([answer.status, answer.body.details[0].code]).toEqual([403, 'SCOPE_MISSING']);
    expect((await fetch(`${shipment.service.url}${BASE}/couriers`)).status).toBe(401);
  });
});

describe('couriers that fail', () => {
  it('a refused booking can be tried again', async () => {
    shipment.falcon.next = ['refuse'];
    const id = await shipment.ship();
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'BOOKING_FAILED', history: [{ status: 'BOOKING_FAILED', reasonCode: 'address_not_served', source: 'courier' }] });
    const retry = async (): Promise<[number, Json]> => { const { status, body } = await shipment.call('POST', `${BASE}/${id}/retry-booking`); return [status, body.message]; };
    expect(await retry()).toEqual([202, 'Booking will be tried again']);
    await shipment.work();
    expect((await shipment.track(id)).shipmentStatus).toBe('BOOKED');
    expect(await retry()).toEqual([202, 'Nothing to try again: the shipment is BOOKED']);
  });

  it('a booking whose answer is lost is found again, and not made twice', async () => {
    shipment.falcon.next = ['lose answer'];
    const id = await shipment.ship();
    expect((await shipment.track(id)).shipmentStatus).toBe('PENDING');
    shipment.pass(1_100);
    await shipment.work();
    expect((await shipment.track(id)).shipmentStatus).toBe('BOOKED');
    expect(shipment.falcon.calls.filter((call) => call.endsWith(id))).toEqual([`book ${id}`, `find ${id}`]);
  });

  it('a booking that never arrived is made again', async () => {
    shipment.falcon.next = ['never arrive'];
    const id = await shipment.ship();
    for (const _ of [1, 2]) { shipment.pass(2_500); await shipment.work(); }
    expect((await shipment.track(id)).shipmentStatus).toBe('BOOKED');
    expect(shipment.falcon.calls.filter((call) => call.endsWith(id))).toEqual([`book ${id}`, `find ${id}`, `book ${id}`]);
  });
});

describe('a booking that cannot be kept', () => {
  it('calls a person, as one that is not answered does', async () => {
    const taken = await shipment.ship();
    const { rows: [next] } = await shipment.pool.query<{ awb: string }>("UPDATE shipment SET awb = 'FALCON' || lpad((substr(awb, 7)::int + 1)::text, 8, '0') WHERE id = $1 RETURNING awb", [taken]);
    const id = await shipment.ship();
    for (let tries = 1; tries < 15; tries++) {
      shipment.pass(60_000);
      await shipment.work();
    }
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'PENDING', awb: null, alarms: ['COURIER_SILENT'] });
    // Somebody has cleared the other.
    await shipment.pool.query('UPDATE shipment SET awb = NULL, poll_at = NULL WHERE id = $1', [taken]);
    shipment.pass(60_000);
    await shipment.work();
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'BOOKED', awb: next?.awb });
  });
});

describe('cancel', () => {
  it('answers 202 and nothing, then cancels with the courier, and a repeat is harmless', async () => {
    const id = await shipment.ship();
    const answer = await shipment.call('POST', `${BASE}/${id}/cancel`);
    expect([answer.status, answer.body]).toEqual([202, { code: '202', status: 'Success', message: 'Cancellation accepted', data: {} }]);
    expect((await shipment.track(id)).shipmentStatus).toBe('CANCEL_REQUESTED');
    await shipment.work();
    expect((await shipment.track(id)).shipmentStatus).toBe('CANCELLED');
    expect((await shipment.call('POST', `${BASE}/${id}/cancel`)).status).toBe(202);
    expect((await toldOf(id, 6)).map((event) => event.type).at(-1)).toBe('shipment.cancelled');
  });

  it('loses against pick-up, which is told', async () => {
    const id = await shipment.ship();
    const scan = shipment.falcon.scan(await awbOf(id), 'PICKED_UP');
    await shipment.call('POST', `${BASE}/${id}/cancel`);
    expect((await shipment.tell(shipment.falcon, [scan])).status).toBe(200);
    await shipment.work();
    expect((await shipment.track(id)).shipmentStatus).toBe('PICKED_UP');
    expect((await toldOf(id, 6)).map((event) => event.type)).toContain('shipment.cancel.rejected');
    const late = await shipment.call('POST', `${BASE}/${id}/cancel`);
    expect([late.status, late.body.details[0].code]).toEqual([409, 'NOT_CANCELLABLE']);
  });
});

describe('scans', () => {
  it('move the shipment forward, once each, in any order; what was skipped is inferred', async () => {
    const id = await shipment.ship({ ...withCod(), referenceNumber: 'scans-1' });
    const awb = await awbOf(id);
    const { falcon } = shipment;
    const [picked, transit] = [falcon.scan(awb, 'PICKED_UP'), falcon.scan(awb, 'IN_TRANSIT')];
    const delivered = falcon.scan(awb, 'DELIVERED', { signedBy: 'أم خالد', codCollectedMinor: 11500 as never });
    await shipment.tell(falcon, [delivered, picked]);
    await shipment.tell(falcon, [transit, delivered]);
    await shipment.tell(falcon, [picked, transit, delivered]);
    const tracked = await shipment.track(id);
    expect(tracked).toMatchObject({ shipmentStatus: 'DELIVERED', codCollected: 115 });
    expect(tracked.history.map((entry: Json) => `${entry.status} ${entry.source}`)).toEqual(['BOOKED courier', 'PICKED_UP webhook', 'IN_TRANSIT webhook', 'IN_TRANSIT inferred', 'OUT_FOR_DELIVERY inferred', 'DELIVERED webhook']);
    expect(tracked.history.at(-1)).toMatchObject({ proofOfDelivery: { signedBy: 'أم خالد' }, codCollected: 115, location: { city: 'الرياض', countryCode: 'SA' } });
    const events = await toldOf(id, 8);
    expect(events.map((event) => `${event.type.slice(9)} ${event.data.shipmentStatus} ${event.data.previousStatus}`)).toEqual([
      'status.changed BOOKED PENDING', 'booked BOOKED PENDING', 'awb.ready BOOKED PENDING', 'status.changed PICKED_UP BOOKED', 'status.changed IN_TRANSIT PICKED_UP',
      'status.changed OUT_FOR_DELIVERY IN_TRANSIT', 'status.changed DELIVERED OUT_FOR_DELIVERY', 'delivered DELIVERED OUT_FOR_DELIVERY',
    ]);
  });

  it('with cash of another currency leave open what was collected', async () => {
    const id = await shipment.ship({ ...withCod(), referenceNumber: 'scans-2' });
    await shipment.tell(shipment.falcon, [shipment.falcon.scan(await awbOf(id), 'DELIVERED', { codCollectedMinor: 11500 as never, codCurrency: 'USD' })]);
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'DELIVERED', codCollected: null });
  });

  it('are refused unsigned, and told to come again when the waybill is not known', async () => {
    const scan = { awb: 'NOBODY', status: 'PICKED_UP', occurredAtMs: 1, courierStatusCode: 'x' };
    const unsigned = await fetch(`${shipment.service.url}/oe/aggtr/api/v1/couriers/falcon/webhook`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify([scan]) });
    expect(unsigned.status).toBe(401);
    expect((await shipment.tell(shipment.falcon, [scan as never])).status).toBe(404);
  });
});

describe('return', () => {
  async function delivered(body: Json = {}): Promise<string> {
    const id = await shipment.ship(body);
    await shipment.tell(shipment.falcon, [shipment.falcon.scan(await awbOf(id), 'DELIVERED')]);
    return id;
  }
  let returns = 0;
  const back = (quantity: number): Json => ({
    ...domestic(), referenceNumber: `return-${++returns}`, shipmentType: 'RETURN', packagesInfo: [{ weight: 1, description: 'Shirts', items: [{ sku: 'S1', name: 'Shirt', quantity, unitPrice: 50 }] }],
  });

  it('is made of a delivered shipment only, with its own id', async () => {
    const id = await shipment.ship();
    const early = await shipment.call('POST', `${BASE}/${id}/return`, back(1));
    expect([early.status, early.body.details[0].code]).toEqual([409, 'RETURN_NOT_ALLOWED']);
    await shipment.tell(shipment.falcon, [shipment.falcon.scan(await awbOf(id), 'DELIVERED')]);
    const answer = await shipment.call('POST', `${BASE}/${id}/return`, back(1));
    expect([answer.status, answer.body.message]).toEqual([200, 'Return shipment created']);
    const { shipmentId } = answer.body.data;
    expect(shipmentId).not.toBe(id);
    await shipment.work();
    expect(await shipment.track(shipmentId)).toMatchObject({ shipmentType: 'RETURN', shipmentStatus: 'BOOKED', originalShipmentId: id, codAmount: 0 });
    expect((await toldOf(shipmentId, 1))[0]).toMatchObject({ type: 'shipment.return.created', data: { originalShipmentId: id, previousStatus: null } });
    await shipment.tell(shipment.falcon, [shipment.falcon.scan(await awbOf(shipmentId), 'DELIVERED')]);
    const again = await shipment.call('POST', `${BASE}/${shipmentId}/return`, back(1));
    expect([again.status, again.body.details[0].code]).toEqual([409, 'RETURN_NOT_ALLOWED']);
  });

  it('never gives back more than was delivered, however many ask at once; a cancelled return frees its pieces', async () => {
    const id = await delivered();
    const answers = await Promise.all(Array.from({ length: 6 }, () => shipment.call('POST', `${BASE}/${id}/return`, back(1))));
    const made = answers.filter((answer) => answer.status === 200);
    expect(made).toHaveLength(2);
    for (const answer of answers.filter((one) => one.status !== 200)) expect([answer.status, answer.body.details[0].code]).toEqual([409, 'RETURN_QUANTITY_EXCEEDED']);
    await shipment.call('POST', `${BASE}/${made[0]?.body.data.shipmentId}/cancel`);
    await shipment.work();
    expect((await shipment.call('POST', `${BASE}/${id}/return`, back(1))).status).toBe(200);
    expect((await shipment.call('POST', `${BASE}/${id}/return`, back(1))).status).toBe(409);
  });

  it('finds its pieces in any package of the reference that it names', async () => {
    const box = { packageReference: 'BOX', weight: 1, description: 'Shirts', items: [{ sku: 'S1', name: 'Shirt', quantity: 1, unitPrice: 50 }] };
    const id = await delivered({ packagesInfo: [box, box, { ...box, packageReference: undefined }] });
    const answer = await shipment.call('POST', `${BASE}/${id}/return`, { ...back(1), packagesInfo: [{ ...box, packageReference: 'ANY' }, box, box] });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Return shipment created')]);
  });

  it('must say RETURN, and what comes back', async () => {
    const id = await delivered();
    const answer = await shipment.call('POST', `${BASE}/${id}/return`, { ...back(1), shipmentType: 'DOMESTIC', packagesInfo: [{ weight: 1, description: 'Shirts' }] });
    expect([answer.status, answer.body.details[0].code]).toEqual([400, 'SHIPMENT_TYPE_MISMATCH']);
    const nothing = await shipment.call('POST', `${BASE}/${id}/return`, { ...back(1), packagesInfo: [{ weight: 1, description: 'Shirts' }] });
    expect([nothing.status, nothing.body.details[0].field]).toEqual([400, 'packagesInfo.0.items']);
  });
});

describe('labels', () => {
  it('have an address once they are booked, which opens the same bytes until it expires', async () => {
    shipment.falcon.next = ['refuse'];
    const early = await shipment.call('GET', `${BASE}/${await shipment.ship()}/awb`);
    expect([early.status, early.body.details[0].code]).toEqual([409, 'AWB_NOT_READY']);
    const id = await shipment.ship({ ...withCod(), referenceNumber: 'label-1' });
    const { body: { data } } = await shipment.call('GET', `${BASE}/${id}/awb`);
    const [pdf, again] = [await shipment.call('GET', data.awbUrl), await shipment.call('GET', data.awbUrl)];
    expect([pdf.status, pdf.headers.get('content-type'), pdf.bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
    expect(again.bytes.equals(pdf.bytes)).toBe(true);
    expect((await shipment.call('GET', data.formats.png[0])).bytes.subarray(1, 4).toString()).toBe('PNG');
    expect((await shipment.call('GET', data.formats.zpl)).text).toMatch(/^\^XA/);
    expect((await shipment.call('GET', data.awbUrl.replace('.pdf', '.png'))).status).toBe(403);
    shipment.pass(24 * 3_600_000);
    expect((await shipment.call('GET', data.awbUrl)).status).toBe(410);
  });
});

describe('what belongs to others', () => {
  it('answers as what does not exist', async () => {
    const id = await shipment.ship();
    const other = { ...shipment.owner, accountId: 'another-company' };
    for (const [method, path] of [['GET', 'track'], ['GET', 'awb'], ['POST', 'cancel'], ['POST', 'return'], ['POST', 'retry-booking'], ['POST', 'clear-alarms']] as const) {
      const [foreign, unknown] = [await shipment.call(method, `${BASE}/${id}/${path}`, undefined, { principal: other }), await shipment.call(method, `${BASE}/shp_unknown/${path}`)];
      expect([path, foreign.status, foreign.body.details[0].code]).toEqual([path, 404, 'SHIPMENT_NOT_FOUND']);
      expect({ ...foreign.body, details: [] }).toEqual(JSON.parse(JSON.stringify({ ...unknown.body, details: [] }).replaceAll('shp_unknown', id)) as Json);
    }
    expect((await shipment.call('GET', BASE, undefined, { principal: { ...other, accountId: 'nobody' } })).body.data.items).toEqual([]);
  });

  it('is a company\'s own choice of couriers', async () => {
    const other = { ...shipment.owner, accountId: 'chooses-camels' };
    expect((await shipment.call('GET', `${BASE}/couriers`, undefined, { principal: other })).body).toMatchObject({ code: '200', status: 'Success', data: { couriers: ['falcon', 'camel'] } });
    expect((await shipment.call('PUT', `${BASE}/couriers/falcon`, { enabled: false }, { principal: other })).body.data).toEqual({ couriers: ['camel'] });
    expect((await shipment.call('GET', `${BASE}/couriers`)).body.data.couriers).toEqual(['falcon', 'camel']);
    const refused = await shipment.call('POST', BASE, { ...domestic(), courierId: 'falcon', referenceNumber: 'camels-1' }, { principal: other });
    expect([refused.status, refused.body.details[0].code]).toEqual([400, 'COURIER_UNKNOWN']);
    expect((await shipment.call('PUT', `${BASE}/couriers/eagle`, { enabled: true })).status).toBe(404);
  });
});

describe('the list', () => {
  it('is paged newest first, and filtered', async () => {
    const principal = { ...shipment.owner, accountId: 'lists' };
    const ids: string[] = [];
    for (const no of [1, 2, 3]) ids.push((await shipment.call('POST', BASE, { ...domestic(), referenceNumber: `list-${no}` }, { principal })).body.data.shipmentId as string);
    const first = (await shipment.call('GET', `${BASE}?limit=2`, undefined, { principal })).body.data;
    const second = (await shipment.call('GET', `${BASE}?limit=2&cursor=${first.next_cursor}`, undefined, { principal })).body.data;
    expect([...first.items, ...second.items].map((one: Json) => one.shipmentId)).toEqual([...ids].reverse());
    expect((await shipment.call('GET', `${BASE}?referenceNumber=list-2`, undefined, { principal })).body.data.items).toMatchObject([{ shipmentId: ids[1] }]);
    expect((await shipment.call('GET', `${BASE}?status=SHIPPED`, undefined, { principal })).status).toBe(400);
  });
});
