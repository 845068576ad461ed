import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import type { InstructionRequest, InstructionResult } from '../src/couriers/daily-work.ts';
import type { ScanStatus } from '../src/state/status.ts';
import { INSTRUCTIBLE } from '../src/instructions/read-instruction.ts';
import { SCAN_STATUSES } from '../src/state/status.ts';
import { domestic, withCod } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
let shipment: ShipmentUnderTest;
let received: InstructionRequest[];
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment.stop());
afterEach(() => {
  shipment.falcon.instruct = undefined;
});

const post = (path: string, body?: Json, headers?: Record<string, string>): Promise<HttpAnswer> =>
  shipment.call('POST', `${BASE}/${path}`, body, { headers });
const codeOf = ({ status, body }: HttpAnswer): [number, string] => [status, body.details?.[0].code];
const list = async (query: string): Promise<Json[]> =>
  (await shipment.call('GET', `${BASE}/instructions?${query}`)).body.data.items;

/** The courier answers instructions in this order. */
function answering(...results: (InstructionResult | 'lose answer')[]): void {
  received = [];
  shipment.falcon.instruct = async (request) => {
    received.push(request);
    const next = results.shift() ?? { kind: 'accepted' };
    if (next === 'lose answer') throw new Error('timed out');
    return next;
  };
}

/** A shipment whose last scan reports this state. */
async function shipmentIn(status: ScanStatus, body: Json = {}): Promise<string> {
  const id = await shipment.ship(body);
  const { awb } = await shipment.track(id);
  await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, status)]);
  return id;
}

async function actionsOf(id: string): Promise<string[]> {
  const { history } = await shipment.track(id);
  return history
    .filter(({ action }: Json) => action !== null)
    .map((entry: Json) => [entry.action, entry.source, entry.actor, entry.reasonCode].filter(Boolean).join(' '));
}

async function eventsOf(id: string): Promise<string[]> {
  const of = (): string[] =>
    shipment.published
      .filter(({ type, subject }) => type === 'shipment.instruction' && subject === id)
      .map(({ data }) => data.instruction.instructionStatus as string);
  await eventually(() => of().length > 1, { what: 'events of the instruction' });
  return of();
}

describe('an instruction', () => {
  it('goes to the courier after the answer, and history and events have it', async () => {
    answering({ kind: 'accepted', reference: 'R-1' });
    const id = await shipmentIn('DELIVERY_FAILED');
    const date = new Date(shipment.dependencies.clock() + 86_400_000).toISOString().slice(0, 10);
    const body = { instruction: 'reattempt', date, note: 'بعد العصر' };
    const answer = await post(`${id}/instructions`, body, { 'idempotency-key': 'once' });
    expect([answer.status, answer.body.data]).toEqual([
      202,
      expect.objectContaining({ shipmentId: id, instructionStatus: 'PENDING', date, createdBy: 'cl_1' }),
    ]);
    const again = await post(`${id}/instructions`, body, { 'idempotency-key': 'once' });
    expect(again.body.data.instructionId).toBe(answer.body.data.instructionId);
    await shipment.makeDueCalls();
    const { awb } = await shipment.track(id);
    expect(received).toEqual([
      {
        instructionId: answer.body.data.instructionId,
        shipmentId: id,
        awb,
        draft: undefined,
        instruction: { kind: 'reattempt', date },
        note: 'بعد العصر',
      },
    ]);
    expect(await list(`shipmentId=${id}`)).toMatchObject([{ instructionStatus: 'ACCEPTED', courierReference: 'R-1' }]);
    expect(await actionsOf(id)).toEqual(['instruct merchant cl_1', 'instruction-accepted courier']);
    expect(await eventsOf(id)).toEqual(['PENDING', 'ACCEPTED']);
  });

  it('whose answer is lost is sent again under its id, and a person takes over from a silent courier', async () => {
    answering('lose answer', 'lose answer', { kind: 'refused', code: 'late', reason: 'Too late today.' });
    const id = await shipmentIn('DELIVERY_FAILED');
    await post(`${id}/instructions`, { instruction: 'return_now' });
    for (let times = 0; times < 3; times++) {
      await shipment.makeDueCalls();
      shipment.passTime(61_000);
    }
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ instructionId }) => instructionId)).size).toBe(1);
    expect(await list(`shipmentId=${id}`)).toMatchObject([
      { instructionStatus: 'REFUSED', reasonCode: 'late', reason: 'Too late today.' },
    ]);
    answering(...Array.from({ length: 20 }, () => 'lose answer' as const));
    await post(`${id}/instructions`, { instruction: 'return_now' });
    for (let times = 0; times < 16; times++) {
      await shipment.makeDueCalls();
      shipment.passTime(61_000);
    }
    expect(received).toHaveLength(15);
    expect((await list(`shipmentId=${id}&status=TO_DO`))[0]).toMatchObject({ reasonCode: 'courier_silent' });
    expect((await shipment.track(id)).alarms).toEqual(['INSTRUCTION_TO_DO']);
  });

  it('is a person’s work where the courier has no such call, with an alarm until it is resolved', async () => {
    const id = await shipmentIn('DELIVERY_FAILED');
    const { instructionId } = (await post(`${id}/instructions`, { instruction: 'reattempt' })).body.data;
    const resolve = (outcome: string, of = id): Promise<HttpAnswer> =>
      post(`${of}/instructions/${instructionId}/resolve`, { outcome, note: 'by phone' });
    expect(codeOf(await resolve('done'))).toEqual([409, 'INSTRUCTION_NOT_OPEN']);
    await shipment.makeDueCalls();
    expect((await list('status=TO_DO')).map((item) => item.instructionId)).toContain(instructionId);
    const alarms = (await shipment.call('GET', `${BASE}/alarms?shipmentId=${id}`)).body.data.items;
    expect(alarms).toMatchObject([{ alarm: 'INSTRUCTION_TO_DO' }]);
    expect(codeOf(await post(`${id}/instructions`, { instruction: 'return_now' }))).toEqual([409, 'INSTRUCTION_OPEN']);
    expect(codeOf(await resolve('done', await shipment.ship()))).toEqual([404, 'INSTRUCTION_NOT_FOUND']);
    expect((await resolve('done')).body.data).toMatchObject({
      instructionStatus: 'DONE',
      endedBy: 'cl_1',
      resolution: 'by phone',
    });
    expect((await resolve('done')).status).toBe(200);
    expect(codeOf(await resolve('not_done'))).toEqual([409, 'INSTRUCTION_NOT_OPEN']);
    expect((await shipment.track(id)).alarms).toEqual([]);
    expect(await eventsOf(id)).toEqual(['PENDING', 'TO_DO', 'DONE']);
  });

  it('is not sent for a parcel that ended meanwhile', async () => {
    answering();
    const id = await shipmentIn('DELIVERY_FAILED');
    await post(`${id}/instructions`, { instruction: 'reattempt' });
    const { awb } = await shipment.track(id);
    await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, 'DELIVERED')]);
    await shipment.makeDueCalls();
    expect(received).toEqual([]);
    expect(await list(`shipmentId=${id}`)).toMatchObject([{ instructionStatus: 'REFUSED', reasonCode: 'too_late' }]);
  });

  it('that waits for a person ends with its parcel, and so does its alarm', async () => {
    const id = await shipmentIn('DELIVERY_FAILED');
    await post(`${id}/instructions`, { instruction: 'reattempt' });
    await shipment.makeDueCalls();
    const { awb, alarms } = await shipment.track(id);
    expect(alarms).toEqual(['INSTRUCTION_TO_DO']);
    await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, 'DELIVERED')]);
    expect(await list(`shipmentId=${id}`)).toMatchObject([
      { instructionStatus: 'NOT_DONE', reasonCode: 'too_late', endedBy: null },
    ]);
    expect((await shipment.track(id)).alarms).toEqual([]);
  });

  it('whose answer was lost is asked for again after its parcel ended, and never ends as too late', async () => {
    answering('lose answer', { kind: 'accepted', reference: 'R-2' });
    const id = await shipmentIn('DELIVERY_FAILED');
    await post(`${id}/instructions`, { instruction: 'return_now' });
    await shipment.makeDueCalls();
    const { awb } = await shipment.track(id);
    await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, 'RETURNED')]);
    expect(await list(`shipmentId=${id}`)).toMatchObject([{ instructionStatus: 'PENDING' }]);
    shipment.passTime(61_000);
    await shipment.makeDueCalls();
    expect(received).toHaveLength(2);
    expect(await list(`shipmentId=${id}`)).toMatchObject([{ instructionStatus: 'ACCEPTED', courierReference: 'R-2' }]);
  });

  it('of a silent courier waits for a person, with its alarm, also after its parcel ended', async () => {
    answering('lose answer');
    const id = await shipmentIn('DELIVERY_FAILED');
    const { instructionId } = (await post(`${id}/instructions`, { instruction: 'return_now' })).body.data;
    await shipment.makeDueCalls();
    // No repeat can ask: the courier has no such call by now.
    shipment.falcon.instruct = undefined;
    shipment.passTime(61_000);
    await shipment.makeDueCalls();
    const { awb } = await shipment.track(id);
    await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, 'RETURNED')]);
    expect(await list(`shipmentId=${id}`)).toMatchObject([
      { instructionStatus: 'TO_DO', reasonCode: 'courier_silent' },
    ]);
    expect((await shipment.track(id)).alarms).toEqual(['INSTRUCTION_TO_DO']);
    await post(`${id}/instructions/${instructionId}/resolve`, { outcome: 'done', note: 'It was given.' });
    expect((await shipment.track(id)).alarms).toEqual([]);
  });

  it('is open once for each shipment, however many are given at the same time', async () => {
    const id = await shipmentIn('DELIVERY_FAILED');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post(`${id}/instructions`, { instruction: 'return_now' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409, 409]);
    expect(await list(`shipmentId=${id}`)).toHaveLength(1);
    await shipment.makeDueCalls();
  });
});

describe('the receiver of a parcel under way', () => {
  const { shipToInfo } = domestic();
  const elsewhere = { ...shipToInfo, name: 'هند العتيبي', city: 'جدة', shortAddress: 'JEDA1234' };

  it('changes once the courier has the new address; the instruction keeps the old one', async () => {
    answering();
    const id = await shipmentIn('IN_TRANSIT');
    const sent = async (): Promise<Json> => (await shipment.call('GET', `${BASE}/${id}`)).body.data.sent;
    await post(`${id}/instructions`, { instruction: 'change_address', shipToInfo: elsewhere });
    expect((await sent()).shipToInfo.city).toBe(shipToInfo.city);
    await shipment.makeDueCalls();
    expect(received[0]?.instruction).toMatchObject({ kind: 'change_address', shipTo: { city: 'جدة' } });
    expect((await sent()).shipToInfo).toMatchObject({ name: 'هند العتيبي', city: 'جدة', shortAddress: 'JEDA1234' });
    expect(await list(`shipmentId=${id}`)).toMatchObject([
      { shipToInfo: { city: 'جدة' }, previousShipToInfo: { city: shipToInfo.city } },
    ]);
    expect(JSON.stringify((await shipment.track(id)).history)).not.toContain('هند');
  });

  it('stays as it was when the courier refuses', async () => {
    answering({ kind: 'refused', code: 'zone', reason: 'Not in this zone.' });
    const id = await shipmentIn('DELIVERY_FAILED');
    await post(`${id}/instructions`, { instruction: 'change_address', shipToInfo: elsewhere });
    await shipment.makeDueCalls();
    const { sent } = (await shipment.call('GET', `${BASE}/${id}`)).body.data;
    expect(sent.shipToInfo.city).toBe(shipToInfo.city);
  });

  it('is found by the new phone, which follows the rules of create', async () => {
    answering();
    const id = await shipmentIn('OUT_FOR_DELIVERY', withCod());
    const change = (phone: string): Promise<HttpAnswer> =>
      post(`${id}/instructions`, { instruction: 'change_phone', phone });
    expect(codeOf(await change('0112345678'))).toEqual([400, 'PHONE_INVALID']);
    expect((await change('٠٥٥٩٨٧٦٠٠١')).status).toBe(202);
    await shipment.makeDueCalls();
    expect(received[0]?.instruction).toEqual({ kind: 'change_phone', phone: '+966559876001' });
    const found = await shipment.call('GET', `${BASE}?phone=966559876001`);
    expect(found.body.data.items.map((item: Json) => item.shipmentId)).toEqual([id]);
  });

  it('is refused in another country, without a National Address, and with fields of another instruction', async () => {
    const id = await shipmentIn('DELIVERY_FAILED');
    const refused = async (body: Json): Promise<[number, string]> => codeOf(await post(`${id}/instructions`, body));
    const change = { instruction: 'change_address' };
    const { shortAddress: _, ...without } = elsewhere;
    expect(await refused(change)).toEqual([400, 'VALIDATION_FAILED']);
    expect(await refused({ ...change, shipToInfo: { ...without, buildingNumber: undefined } })).toEqual([
      400,
      'NATIONAL_ADDRESS_REQUIRED',
    ]);
    expect((await refused({ ...change, shipToInfo: { ...elsewhere, countryCode: 'AE' } }))[0]).toBe(400);
    expect((await refused({ ...change, shipToInfo: elsewhere, date: '2026-12-01' }))[0]).toBe(400);
    expect((await refused({ instruction: 'reattempt', date: '2026-02-30' }))[0]).toBe(400);
    expect((await refused({ instruction: 'reattempt', date: '2020-01-01' }))[0]).toBe(400);
    expect(await list(`shipmentId=${id}`)).toEqual([]);
  });
});

describe('the state of a shipment', () => {
  it.each(SCAN_STATUSES)('%s allows the instructions that make sense', async (status) => {
    const id = await shipmentIn(status);
    for (const [instruction, states] of Object.entries(INSTRUCTIBLE)) {
      const more = instruction === 'change_address' ? { shipToInfo: domestic().shipToInfo } : {};
      const phone = instruction === 'change_phone' ? { phone: '+966559876002' } : {};
      const answer = await post(`${id}/instructions`, { instruction, ...more, ...phone });
      if (!states.includes(status)) expect(codeOf(answer)).toEqual([409, 'INSTRUCTION_NOT_POSSIBLE']);
      else expect(answer.status).toBe(202);
      await shipment.pool.query('DELETE FROM instruction WHERE shipment_id = $1', [id]);
    }
    await shipment.pool.query('DELETE FROM courier_task');
  });
});

describe('a cancellation', () => {
  it('has a reason, which the courier gets and the history shows', async () => {
    const id = await shipment.ship();
    expect((await post(`${id}/cancel`, { reason: 'nonsense' })).status).toBe(400);
    const answer = await post(`${id}/cancel`, { reason: 'out_of_stock', note: 'no more of it' });
    expect(answer.status).toBe(202);
    await shipment.makeDueCalls();
    expect(shipment.falcon.cancellations.at(-1)).toMatchObject({ reason: 'out_of_stock', note: 'no more of it' });
    const { history } = await shipment.track(id);
    expect(history.slice(-2)).toMatchObject([
      { status: 'CANCEL_REQUESTED', reasonCode: 'out_of_stock', description: 'no more of it', actor: 'cl_1' },
      { status: 'CANCELLED', reasonCode: 'out_of_stock', source: 'courier' },
    ]);
    const other = await shipment.ship();
    await post(`${other}/cancel`);
    await shipment.makeDueCalls();
    expect(shipment.falcon.cancellations.at(-1)).toMatchObject({ reason: 'merchant_request', note: undefined });
  });
});
