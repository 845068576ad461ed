import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { WaybillsOfTheDeployment1700000000007 } from '../src/migrations/0007-waybills-of-the-deployment.ts';
import { domestic, withCod } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
let shipment: ShipmentUnderTest;
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment.stop());

const post = (id: string, command: string, body?: Json): Promise<HttpAnswer> =>
  shipment.call('POST', `${BASE}/${id}/${command}`, body);
const codeOf = ({ status, body }: HttpAnswer): [number, string] => [status, body.details?.[0].code];

async function refused(body: Json = {}): Promise<string> {
  shipment.falcon.next = ['refuse'];
  return shipment.ship(body);
}

/** A shipment whose booking the courier never answers, and whose look-ups say nothing. */
async function silent(): Promise<string> {
  await shipment.makeDueCalls();
  const { find } = shipment.falcon;
  shipment.falcon.next = ['never arrive'];
  shipment.falcon.find = async () => ({ kind: 'unknown' });
  const id = await shipment.ship();
  for (let tries = 1; tries < 16; tries++) {
    shipment.passTime(61_000);
    await shipment.makeDueCalls();
  }
  shipment.falcon.find = find;
  expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'PENDING', alarms: ['COURIER_SILENT'] });
  return id;
}

async function entriesOf(id: string): Promise<string[]> {
  const { history } = await shipment.track(id);
  return history.map((entry: Json) => [entry.status, entry.action, entry.actor].filter(Boolean).join(' '));
}

describe('a refused booking', () => {
  it('is tried again with another courier and service, and the history says who did it', async () => {
    const id = await refused({ serviceCode: 'EXPRESS' });
    const unknown = await post(id, 'retry-booking', { courierId: 'pigeon' });
    expect(codeOf(unknown)).toEqual([400, 'COURIER_UNKNOWN']);
    const answer = await post(id, 'retry-booking', { courierId: 'camel', serviceCode: 'ECONOMY' });
    expect([answer.status, answer.body.data]).toEqual([202, { retried: true, shipmentStatus: 'PENDING' }]);
    await shipment.makeDueCalls();
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'BOOKED', courierId: 'camel' });
    expect(shipment.camel.booked(id)).toBeDefined();
    expect(shipment.falcon.booked(id)).toBeUndefined();
    expect(await entriesOf(id)).toEqual(['BOOKING_FAILED', 'PENDING retry-booking cl_1', 'BOOKED']);
  });

  it('has no service at another courier unless one is named', async () => {
    const id = await refused({ serviceCode: 'EXPRESS' });
    await post(id, 'retry-booking', { courierId: 'camel' });
    const { rows } = await shipment.pool.query('SELECT courier, service_code FROM shipment WHERE id = $1', [id]);
    expect(rows).toEqual([{ courier: 'camel', service_code: null }]);
    await shipment.makeDueCalls();
  });

  it('is edited before it is tried again; a booked shipment is not', async () => {
    const id = await refused({ referenceNumber: 'edit-1' });
    const body = { ...withCod(), referenceNumber: 'edit-2' };
    const wrong = await shipment.call('PUT', `${BASE}/${id}`, { ...body, codAmount: 0 });
    expect(codeOf(wrong)).toEqual([400, 'COD_NOT_ALLOWED']);
    expect((await shipment.call('PUT', `${BASE}/${id}`, body)).status).toBe(200);
    expect(await shipment.track(id)).toMatchObject({ referenceNumber: 'edit-2', codAmount: 115 });
    const other = await shipment.ship();
    const { referenceNumber } = await shipment.track(other);
    const taken = await shipment.call('PUT', `${BASE}/${id}`, { ...body, referenceNumber });
    expect(codeOf(taken)).toEqual([409, 'REFERENCE_DUPLICATE']);
    await post(id, 'retry-booking');
    await shipment.makeDueCalls();
    const late = await shipment.call('PUT', `${BASE}/${id}`, body);
    expect(codeOf(late)).toEqual([409, 'NOT_EDITABLE']);
    expect(await entriesOf(id)).toContain('BOOKING_FAILED edit cl_1');
  });
});

describe('the reference of a cancelled shipment', () => {
  it('is free for another one, also for one of many at the same time', async () => {
    const create = (): Promise<HttpAnswer> =>
      shipment.call('POST', BASE, { ...domestic(), referenceNumber: 'used-again' });
    const first = (await create()).body.data.shipmentId as string;
    expect(codeOf(await create())).toEqual([409, 'REFERENCE_DUPLICATE']);
    await post(first, 'cancel');
    await shipment.makeDueCalls();
    const answers = await Promise.all([1, 2, 3, 4].map(create));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await shipment.track(first)).toMatchObject({ shipmentStatus: 'CANCELLED', referenceNumber: 'used-again' });
    const { items } = (await shipment.call('GET', `${BASE}?referenceNumber=used-again`)).body.data;
    expect(items).toHaveLength(2);
  });
});

describe('the reference of a dead shipment', () => {
  it.each(['LOST', 'RETURNED'] as const)('that is %s is free for another one, and for an edit', async (status) => {
    const dead = async (referenceNumber: string): Promise<void> => {
      const { awb } = await shipment.track(await shipment.ship({ referenceNumber }));
      await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, status)]);
    };
    await dead(`${status}-1`);
    await shipment.ship({ referenceNumber: `${status}-1` });
    await dead(`${status}-2`);
    const id = await refused();
    const edited = await shipment.call('PUT', `${BASE}/${id}`, { ...domestic(), referenceNumber: `${status}-2` });
    expect(edited.status).toBe(200);
    expect((await shipment.track(id)).referenceNumber).toBe(`${status}-2`);
  });
});

describe('a booking without an answer', () => {
  it('gets its waybill by hand, and has a label', async () => {
    const id = await silent();
    const elsewhere = await post(id, 'set-waybill', { awb: 'HAND-1', courierId: 'camel' });
    expect([codeOf(elsewhere), elsewhere.text]).toEqual([
      [409, 'BOOKING_NOT_OPEN'],
      expect.stringContaining('declare-absent'),
    ]);
    expect((await post(id, 'declare-absent')).status).toBe(202);
    const answer = await post(id, 'set-waybill', { awb: 'HAND-1', courierId: 'camel', note: 'by phone' });
    expect([answer.status, answer.body.data]).toEqual([202, { shipmentStatus: 'BOOKED' }]);
    expect(await shipment.track(id)).toMatchObject({ awb: 'HAND-1', courierId: 'camel', alarms: [] });
    const { awbUrl } = (await shipment.call('GET', `${BASE}/${id}/awb`)).body.data;
    expect((await shipment.call('GET', awbUrl)).status).toBe(200);
    const other = await silent();
    expect((await post(other, 'declare-absent')).status).toBe(202);
    expect(codeOf(await post(other, 'set-waybill', { awb: 'HAND-1', courierId: 'camel' }))).toEqual([
      409,
      'WAYBILL_TAKEN',
    ]);
    expect(codeOf(await post(id, 'set-waybill', { awb: 'HAND-2' }))).toEqual([409, 'BOOKING_NOT_OPEN']);
    await shipment.sendScans(shipment.camel, [
      { awb: 'HAND-1', status: 'DELIVERED', courierStatusCode: 'D', occurredAtMs: Date.now() },
    ]);
    expect((await shipment.track(id)).shipmentStatus).toBe('DELIVERED');
  });

  it('is declared absent, and a waybill that comes all the same raises an alarm with both waybills', async () => {
    const id = await silent();
    expect((await post(id, 'declare-absent', { note: 'they have nothing' })).status).toBe(202);
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'BOOKING_FAILED', alarms: [] });
    expect(codeOf(await post(id, 'declare-absent'))).toEqual([409, 'BOOKING_NOT_OPEN']);
    await post(id, 'retry-booking', { courierId: 'camel' });
    await shipment.makeDueCalls();
    const { awb } = await shipment.track(id);
    expect(awb).toMatch(/^CAMEL/);
    expect(await entriesOf(id)).toEqual([
      'BOOKING_FAILED declare-absent cl_1',
      'BOOKING_FAILED resolve-alarm cl_1',
      'PENDING retry-booking cl_1',
      'BOOKED',
    ]);
  });

  it('is not declared absent, and gets no waybill by hand, while a request is under way', async () => {
    const created = await shipment.call('POST', BASE, { ...domestic(), referenceNumber: 'under-way' });
    const id = created.body.data.shipmentId as string;
    await shipment.pool.query(
      "UPDATE shipment SET booking = 'asked', sent_until = now() + interval '1 day' WHERE id = $1",
      [id],
    );
    expect(codeOf(await post(id, 'declare-absent'))).toEqual([409, 'BOOKING_NOT_OPEN']);
    expect(codeOf(await post(id, 'set-waybill', { awb: 'HAND-3' }))).toEqual([409, 'BOOKING_NOT_OPEN']);
    await shipment.pool.query("UPDATE shipment SET booking = 'unasked' WHERE id = $1", [id]);
  });
});

describe('an outcome that a person declares', () => {
  it('ends a cancellation that the courier does not answer, with note and key in the history', async () => {
    const id = await shipment.ship();
    await post(id, 'cancel');
    expect((await shipment.track(id)).shipmentStatus).toBe('CANCEL_REQUESTED');
    const early = await post(id, 'declare-absent');
    expect(codeOf(early)).toEqual([409, 'BOOKING_NOT_OPEN']);
    const body = { outcome: 'cancelled', note: 'by phone', evidence: 'ticket 4711' };
    const answer = await post(id, 'declare-outcome', body);
    expect([answer.status, answer.body.data]).toEqual([202, { shipmentStatus: 'CANCELLED' }]);
    const { history } = await shipment.track(id);
    expect(history.at(-1)).toMatchObject({
      status: 'CANCELLED',
      source: 'merchant',
      action: 'declare-outcome',
      actor: 'cl_1',
      reasonCode: 'declared',
      description: 'cancelled: by phone: ticket 4711',
    });
    const event = await eventually(
      () => shipment.published.find(({ subject, type }) => subject === id && type === 'shipment.cancelled') ?? null,
    );
    expect(event.data.reasonCode).toBe('declared');
  });

  it('makes a delivery on the way back a return, of one package alone', async () => {
    const [box] = domestic().packagesInfo as Json[];
    const id = await shipment.ship({ packagesInfo: [box, box] });
    const { awb } = await shipment.track(id);
    await shipment.sendScans(shipment.falcon, [
      shipment.falcon.scan(awb, 'RETURN_TO_ORIGIN'),
      shipment.falcon.scan(awb, 'DELIVERED'),
    ]);
    expect((await shipment.track(id)).shipmentStatus).toBe('DELIVERED');
    expect(codeOf(await post(id, 'declare-outcome', { outcome: 'cancelled', note: 'x' }))).toEqual([
      409,
      'OUTCOME_NOT_POSSIBLE',
    ]);
    const unknown = await post(id, 'declare-outcome', { outcome: 'lost', note: 'x', packageNumber: 3 });
    expect(unknown.status).toBe(400);
    for (const packageNumber of [1, 2])
      await post(id, 'declare-outcome', { outcome: 'returned', note: 'we have it', packageNumber });
    expect(await shipment.track(id)).toMatchObject({
      shipmentStatus: 'RETURNED',
      packages: [{ packageStatus: 'RETURNED' }, { packageStatus: 'RETURNED' }],
    });
  });
});

describe('alarms', () => {
  it('are listed with what raised them, and each is resolved with a note', async () => {
    const id = await shipment.ship();
    const { awb } = await shipment.track(id);
    const now = Date.now();
    await shipment.sendScans(shipment.falcon, [
      shipment.falcon.scan(awb, 'LOST', { occurredAtMs: now }),
      shipment.falcon.scan(awb, 'DELIVERED', { occurredAtMs: now + 1_000 }),
      shipment.falcon.scan(awb, 'IN_TRANSIT', { occurredAtMs: now + 2_000 }),
    ]);
    const list = async (more = ''): Promise<Json[]> =>
      (await shipment.call('GET', `${BASE}/alarms?shipmentId=${id}${more}`)).body.data.items;
    const [second, first] = await list();
    expect([first, second]).toMatchObject([
      { alarm: 'SCANS_CONTRADICT', shipmentId: id, courierId: 'falcon', awb, otherAwb: null, resolvedAt: null },
      { alarm: 'SCAN_AFTER_END', scan: expect.stringContaining('IN_TRANSIT (in_transit)') },
    ]);
    const resolve = (alarmId: string): Promise<HttpAnswer> =>
      post(id, `alarms/${alarmId}/resolve`, { note: 'the customer has it' });
    expect((await resolve(first?.alarmId)).status).toBe(200);
    expect(codeOf(await resolve(first?.alarmId))).toEqual([404, 'ALARM_NOT_FOUND']);
    expect((await shipment.track(id)).alarms).toEqual(['SCAN_AFTER_END']);
    expect(await list()).toHaveLength(1);
    expect((await list('&resolved=true'))[1]).toMatchObject({ resolvedBy: 'cl_1', note: 'the customer has it' });
    await post(id, 'clear-alarms');
    expect([await list(), (await shipment.track(id)).alarms]).toEqual([[], []]);
  });
});

describe('a waybill of a courier of the deployment', () => {
  it('is not set by hand on a shipment of another company', async () => {
    const { awb } = await shipment.track(await shipment.ship());
    const principal = { ...shipment.owner, accountId: 'another00company' };
    shipment.falcon.next = ['refuse'];
    const body = { ...domestic(), referenceNumber: 'theirs' };
    const created = await shipment.call('POST', BASE, body, { principal });
    const id = created.body.data.shipmentId as string;
    await shipment.makeDueCalls();
    const set = await shipment.call('POST', `${BASE}/${id}/set-waybill`, { awb }, { principal });
    expect(codeOf(set)).toEqual([409, 'WAYBILL_TAKEN']);
  });

  it('that a company set by hand is not given to the shipment of another by a booking', async () => {
    const { awb } = await shipment.track(await shipment.ship());
    const next = `FALCON${String(Number(awb.slice(6)) + 2).padStart(8, '0')}`;
    shipment.falcon.next = ['refuse'];
    const guessed = await shipment.ship();
    expect((await post(guessed, 'set-waybill', { awb: next })).status).toBe(202);
    await shipment.ship();
    const principal = { ...shipment.owner, accountId: 'another00company' };
    const body = { ...domestic(), referenceNumber: 'theirs-too' };
    const created = await shipment.call('POST', BASE, body, { principal });
    await shipment.makeDueCalls();
    const { rows } = await shipment.pool.query('SELECT account_id FROM shipment WHERE awb = $1', [next]);
    expect(rows).toEqual([{ account_id: shipment.owner.accountId }]);
    const theirs = `${BASE}/${created.body.data.shipmentId}/track`;
    const { data } = (await shipment.call('GET', theirs, undefined, { principal })).body;
    expect(data).toMatchObject({ shipmentStatus: 'PENDING', awb: null });
  });
});

describe('waybills of an older version', () => {
  it('are marked as those of the deployment, page by page, each once, and a repeat changes nothing', async () => {
    const id = await shipment.ship();
    const copies = `
      INSERT INTO shipment SELECT (json_populate_record(s, json_build_object(
        'account_id', 'old' || c, 'id', s.id || n,
        'reference', s.id || n, 'courier', 'sandbox-economy', 'awb', 'SEC' || n, 'of_deployment', null))).*
      FROM shipment s, generate_series(1, $1) n, generate_series(1, 1) c WHERE s.id = $2`;
    await shipment.pool.query(copies, [4_500, id]);
    await shipment.pool.query(copies.replace("'old' || c", "'twin' || c"), [1, id]);
    const runner = {
      query: async (text: string, values?: unknown[]) => (await shipment.pool.query<Json>(text, values)).rows,
    };
    for (let time = 0; time < 2; time++) {
      await new WaybillsOfTheDeployment1700000000007().up(runner as never);
      const { rows } = await shipment.pool.query(
        `SELECT count(*)::int AS marked, count(DISTINCT awb)::int AS awbs FROM shipment
         WHERE courier = 'sandbox-economy' AND of_deployment`,
      );
      expect(rows).toEqual([{ marked: 4_500, awbs: 4_500 }]);
    }
    await shipment.pool.query("DELETE FROM shipment WHERE courier = 'sandbox-economy'");
  });
});

describe('an alarm that an older version raised', () => {
  it('is resolved though it has no row, and others that have none stay', async () => {
    const id = await shipment.ship();
    await shipment.pool.query("UPDATE shipment SET alarms = '{SCAN_AFTER_END,COD_DIFFERS}' WHERE id = $1", [id]);
    const { awb } = await shipment.track(id);
    await shipment.sendScans(shipment.falcon, [
      shipment.falcon.scan(awb, 'LOST'),
      shipment.falcon.scan(awb, 'DELIVERED'),
    ]);
    const { items } = (await shipment.call('GET', `${BASE}/alarms?shipmentId=${id}`)).body.data;
    for (const { alarmId } of items) await post(id, `alarms/${alarmId}/resolve`, {});
    expect((await shipment.track(id)).alarms.sort()).toEqual(['COD_DIFFERS', 'SCAN_AFTER_END']);
    await post(id, 'clear-alarms');
    expect((await shipment.track(id)).alarms).toEqual([]);
  });
});

describe('the list of shipments', () => {
  it('finds by waybill, courier, phone and time', async () => {
    const from = new Date(shipment.dependencies.clock()).toISOString();
    const { shipToInfo } = domestic();
    const id = await shipment.ship({ shipToInfo: { ...shipToInfo, phone: '+966559876543' } });
    const other = await refused();
    const { awb } = await shipment.track(id);
    const found = async (query: string): Promise<string[]> =>
      (await shipment.call('GET', `${BASE}?${query}`)).body.data.items.map((item: Json) => item.shipmentId);
    expect(await found(`awb=${awb}`)).toEqual([id]);
    expect(await found('phone=%2B966559876543')).toEqual([id]);
    expect(await found('phone=966559876543&courierId=camel')).toEqual([]);
    expect(await found(`from=${from}`)).toEqual([other, id]);
    expect(await found(`from=${from}&courierId=falcon&status=BOOKING_FAILED`)).toEqual([other]);
    expect(await found(`to=${from}&awb=${awb}`)).toEqual([]);
  });
});

describe('a shipment', () => {
  it('is answered with all that was sent, which can be sent again', async () => {
    const body = { ...withCod(), insuranceAmount: '90.00', instructions: 'الاتصال قبل التسليم', metadata: { a: 1 } };
    const id = await shipment.ship({ ...body, referenceNumber: 'all-sent' });
    const { data } = (await shipment.call('GET', `${BASE}/${id}`)).body;
    expect(data).toMatchObject({
      shipmentId: id,
      shipmentStatus: 'BOOKED',
      sent: {
        referenceNumber: 'all-sent',
        codAmount: '115.00',
        insuranceAmount: '90.00',
        instructions: body.instructions,
        metadata: { a: 1 },
        shipToInfo: { phone: '+966501234567', shortAddress: 'RRRD2929' },
        packagesInfo: [{ weight: '1.250', items: [{ quantity: 2, unitPrice: '50.00', taxRate: '15.0000' }] }],
      },
    });
    const again = await shipment.call('POST', BASE, { ...data.sent, referenceNumber: 'sent-again' });
    expect(again.status).toBe(200);
    const copy = (await shipment.call('GET', `${BASE}/${again.body.data.shipmentId}`)).body.data;
    expect(copy.sent).toEqual({ ...data.sent, referenceNumber: 'sent-again' });
    expect(codeOf(await shipment.call('GET', `${BASE}/shp_none`))).toEqual([404, 'SHIPMENT_NOT_FOUND']);
  });
});

describe('a label', () => {
  it('of a cancelled shipment is answered 409, and an address from before draws VOID', async () => {
    const id = await shipment.ship();
    const { awbUrl, formats } = (await shipment.call('GET', `${BASE}/${id}/awb`)).body.data;
    const before = await shipment.call('GET', formats.zpl);
    await post(id, 'cancel');
    await shipment.makeDueCalls();
    expect(codeOf(await shipment.call('GET', `${BASE}/${id}/awb`))).toEqual([409, 'AWB_CANCELLED']);
    const after = await shipment.call('GET', formats.zpl);
    expect([after.status, after.text === before.text]).toEqual([200, false]);
    expect((await shipment.call('GET', awbUrl)).status).toBe(200);
  });
});
