import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import type { Courier } from '../src/couriers/courier.ts';
import { withCod } from './bodies.ts';
import type { FakeCourier } from './fake-courier.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';
import { fileOf, MAPPING, PAID_AT } from './remittance-file.ts';
import type { Line } from './remittance-file.ts';

const COD = '/oe/aggtr/api/v1/cod';
let shipment: ShipmentUnderTest;
let count = 0;
beforeAll(async () => {
  shipment = await startShipmentForTest();
  const { status } = await shipment.call('PUT', `${COD}/mappings/falcon`, { mapping: MAPPING });
  expect(status).toBe(200);
});
afterAll(() => shipment.stop());

async function importLines(lines: readonly Line[]): Promise<Json> {
  const { status, body } = await shipment.call('POST', `${COD}/remittances/import`, {
    courierId: 'falcon',
    csv: fileOf(lines),
  });
  expect([status, body.details]).toEqual([200, undefined]);
  return body.data as Json;
}

const list = async (path: string): Promise<Json[]> =>
  (await shipment.call('GET', `${COD}/${path}`)).body.data.items as Json[];
const exceptionsOf = (id: string): Promise<Json[]> => list(`exceptions?shipmentId=${id}`);
const remittance = async (id: string): Promise<Json | undefined> =>
  (await list('remittances?limit=500')).find(({ remittanceId }) => remittanceId === id);
const parcel = async (id: string): Promise<Json | undefined> =>
  (await list('parcels?limit=500')).find(({ shipmentId }) => shipmentId === id);

/** A parcel of 115 SAR that was delivered, with what the driver reports. */
async function delivered(cashMinor: number | null = 11_500): Promise<{ id: string; awb: string; reference: string }> {
  const reference = `remitted-${++count}`;
  const id = await shipment.ship({ ...withCod(), referenceNumber: reference });
  const { awb } = await shipment.track(id);
  const more = cashMinor === null ? {} : { codCollectedMinor: cashMinor as never };
  await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, 'DELIVERED', more)]);
  return { id, awb, reference };
}

describe('a remittance', () => {
  it('pays its parcels, whether it names the waybill or the reference, and closes to zero', async () => {
    const [first, second] = [await delivered(), await delivered()];
    const lines: Line[] = [
      { no: '1', awb: first.awb, cash: '115', fee: '2.30', batch: 'R1' },
      { no: '2', order: second.reference, cash: '115', fee: '2.30', batch: 'R1' },
      { no: '3', what: 'CHARGE', cash: '10', batch: 'R1' },
      { no: '4', what: 'INFO', cash: '99', batch: 'R1' },
      { no: '5', what: 'TRANSFER', cash: '215.40', batch: 'R1' },
    ];
    expect(await importLines(lines)).toMatchObject({ lines: 4, added: 4, matched: 4, exceptions: 0, status: 'done' });
    expect(await remittance('R1')).toMatchObject({
      status: 'reconciled',
      ...{ cash: 230, fees: 14.6, paid: 215.4, difference: 0, unmatched: 0, lines: 3 },
    });
    expect(await parcel(first.id)).toMatchObject({ collected: 115, remitted: 115, fees: 2.3, owed: 0 });
    expect(await parcel(second.id)).toMatchObject({ owed: 0, remittedAt: '2026-11-22T09:30:00.000Z' });
    const published = await eventually(() => {
      const found = shipment.published.filter(({ data }) => data.remittanceId === 'R1');
      return found.length === 5 ? found : null;
    });
    expect(published.map(({ type, data }) => `${type} ${data.amount}`).sort()).toEqual([
      'cod.fee.charged 10',
      'cod.fee.charged 2.3',
      'cod.fee.charged 2.3',
      'cod.remitted 115',
      'cod.remitted 115',
    ]);
  });

  it('that is imported twice changes nothing', async () => {
    const { id, awb } = await delivered();
    const lines: Line[] = [{ no: '1', awb, cash: '115', batch: 'R2' }];
    await importLines(lines);
    const before = await list('entries?limit=500');
    expect(await importLines(lines)).toMatchObject({ added: 0, repeated: 1, matched: 0, exceptions: 0 });
    expect(await list('entries?limit=500')).toEqual(before);
    expect(await parcel(id)).toMatchObject({ remitted: 115, owed: 0 });
    // Several at once take turns.
    const other = await delivered();
    await Promise.all([1, 2, 3].map(() => importLines([{ no: '2', awb: other.awb, cash: '115', batch: 'R2' }])));
    expect(await parcel(other.id)).toMatchObject({ remitted: 115, owed: 0 });
  });

  it('of a courier that reports no cash in its scans reports it as collected', async () => {
    const { id, awb } = await delivered(null);
    expect(await parcel(id)).toMatchObject({ collected: null, expected: 115, owed: 115 });
    await importLines([{ no: '1', awb, cash: '115', batch: 'R3' }]);
    expect(await parcel(id)).toMatchObject({ collected: 115, remitted: 115, owed: 0 });
    expect(await shipment.track(id)).toMatchObject({ codCollected: 115, alarms: [] });
  });
});

describe("a courier's API", () => {
  it('is read with the same result, again from some days before the last reading', async () => {
    const { id, awb } = await delivered();
    const periods: number[] = [];
    const lines = [{ lineId: '1', awb, amountMinor: 11_500n, feeMinor: 230n }];
    const paid = { remittanceId: 'A1', paidAtMs: Date.now(), currency: 'SAR', paidMinor: 11_270n, lines };
    const falcon = shipment.falcon as FakeCourier & Pick<Courier, 'remittances'>;
    falcon.remittances = async ({ fromMs, toMs }) => {
      periods.push(Math.round((toMs - fromMs) / 86_400_000));
      return [paid];
    };
    const read = async (courierId: string): Promise<Json> =>
      shipment.call('POST', `${COD}/remittances/read`, { courierId });
    expect((await read('falcon')).body.data).toMatchObject({ added: 2, matched: 2, exceptions: 0 });
    expect(await remittance('A1')).toMatchObject({ status: 'reconciled', difference: 0 });
    expect(await parcel(id)).toMatchObject({ remitted: 115, fees: 2.3, owed: 0 });
    expect((await read('falcon')).body.data).toMatchObject({ added: 0, repeated: 2 });
    expect(periods).toEqual([31, 3]);
    falcon.remittances = () => Promise.reject(new Error('timed out'));
    expect((await read('falcon')).status).toBe(503);
    expect((await read('camel')).body.details[0].code).toBe('REMITTANCE_API_MISSING');
  });
});

describe('an exception', () => {
  it.each<[string, (awb: string) => Line, Json]>([
    ['unknown_waybill', () => ({ no: 'u', awb: 'NONE', cash: '50', batch: 'E1' }), { actual: 50 }],
    ['amount_differs', (awb) => ({ no: 'a', awb, cash: '100', batch: 'E2' }), { expected: 115, actual: 100 }],
    ['currency_differs', (awb) => ({ no: 'c', awb, cash: '115', ccy: 'AED', batch: 'E3' }), { actual: 115 }],
    ['fee_differs', (awb) => ({ no: 'f', awb, cash: '115', fee: '6', batch: 'E4' }), { expected: 5.75, actual: 6 }],
    ['fee_differs', (awb) => ({ no: 'n', awb, cash: '115', fee: '1', net: '113', batch: 'E5' }), { actual: 2 }],
  ])('%s names what is wrong', async (kind, line, more) => {
    const { awb } = await delivered();
    const made = line(awb);
    expect(await importLines([made])).toMatchObject({ exceptions: 1 });
    const found = (await list(`exceptions?kind=${kind}&status=open`)).find(
      ({ remittanceId }) => remittanceId === made.batch,
    );
    expect(found).toMatchObject({ kind, status: 'open', ...more });
    await eventually(() =>
      shipment.published.some(({ type, data }) => type === 'cod.differs' && data.exceptionId === found?.exceptionId),
    );
  });

  it('paid_twice stays unmatched, and another line of the same key is reissued_line', async () => {
    const { id, awb } = await delivered();
    await importLines([{ no: '1', awb, cash: '115', batch: 'T1' }]);
    await importLines([{ no: '1', awb, cash: '115', batch: 'T2' }]);
    await importLines([{ no: '1', awb, cash: '114', batch: 'T1' }]);
    const found = await list('exceptions?status=open&limit=500');
    const of = (batch: string): Json | undefined => found.find(({ remittanceId }) => remittanceId === batch);
    expect(of('T2')).toMatchObject({ kind: 'paid_twice', shipmentId: id, actual: 115, expected: 0 });
    expect(of('T1')).toMatchObject({ kind: 'reissued_line', expected: 115, actual: 114 });
    expect(await parcel(id)).toMatchObject({ remitted: 115, owed: 0 });
    expect(await remittance('T2')).toMatchObject({ unmatched: 115, status: 'open' });
  });

  it('amount_differs ends when later lines pay the rest, and only what is too much is paid_twice', async () => {
    const { id, awb } = await delivered();
    await importLines([{ no: '1', awb, cash: '60', batch: 'I1' }]);
    expect(await exceptionsOf(id)).toMatchObject([{ kind: 'amount_differs', status: 'open', actual: 60 }]);
    expect(await importLines([{ no: '1', awb, cash: '55', batch: 'I2' }])).toMatchObject({ matched: 1, exceptions: 0 });
    expect(await exceptionsOf(id)).toMatchObject([{ status: 'resolved', resolution: 'explained' }]);
    expect(await parcel(id)).toMatchObject({ remitted: 115, owed: 0 });
    await importLines([{ no: '1', awb, cash: '1', batch: 'I3' }]);
    expect(await exceptionsOf(id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'paid_twice', actual: 1, expected: 0 })]),
    );
    // Both parts in one import differ at no time.
    const other = await delivered(null);
    const parts = ['60', '55'].map((cash, at) => ({ no: `${at}`, awb: other.awb, cash, batch: 'I4' }));
    expect(await importLines(parts)).toMatchObject({ matched: 2, exceptions: 0 });
    expect(await parcel(other.id)).toMatchObject({ collected: 115, remitted: 115, owed: 0 });
  });

  it('not_delivered is explained once the parcel is delivered', async () => {
    const id = await shipment.ship({ ...withCod(), referenceNumber: 'early' });
    const { awb } = await shipment.track(id);
    await importLines([{ no: '1', awb, cash: '115', batch: 'N1' }]);
    expect(await exceptionsOf(id)).toMatchObject([{ kind: 'not_delivered', status: 'open', actual: 115 }]);
    const scan = shipment.falcon.scan(awb, 'DELIVERED', { codCollectedMinor: 11_500 as never });
    await shipment.sendScans(shipment.falcon, [scan]);
    expect(await exceptionsOf(id)).toMatchObject([{ status: 'resolved', resolution: 'explained' }]);
    expect(await parcel(id)).toMatchObject({ owed: 0 });
  });

  it('amount_differs is explained once the courier corrects the cash that it collected', async () => {
    const { id, awb } = await delivered(10_000);
    await importLines([{ no: '1', awb, cash: '115', batch: 'N2' }]);
    expect(await exceptionsOf(id)).toMatchObject([{ kind: 'amount_differs', status: 'open', actual: 115 }]);
    const other = await delivered(10_000);
    await importLines([{ no: '2', awb: other.awb, cash: '115', batch: 'N2' }]);
    const right = shipment.falcon.scan(awb, 'DELIVERED', { codCollectedMinor: 11_500 as never });
    await shipment.sendScans(shipment.falcon, [right]);
    expect(await exceptionsOf(id)).toMatchObject([{ status: 'resolved', resolution: 'explained', resolvedBy: null }]);
    expect(await exceptionsOf(other.id)).toMatchObject([{ status: 'open' }]);
  });

  it('remittance_differs when the bank gets other than the lines say, until a line explains it', async () => {
    const [first, second] = [await delivered(), await delivered()];
    const payment: Line = { no: '9', what: 'TRANSFER', cash: '230', batch: 'D1' };
    await importLines([{ no: '1', awb: first.awb, cash: '115', batch: 'D1' }, payment]);
    expect(await remittance('D1')).toMatchObject({ status: 'differs', difference: -115 });
    await importLines([{ no: '2', awb: second.awb, cash: '115', batch: 'D1' }]);
    expect(await remittance('D1')).toMatchObject({ status: 'reconciled', difference: 0 });
    const [found] = (await list('exceptions?kind=remittance_differs')).filter((each) => each.remittanceId === 'D1');
    expect(found).toMatchObject({ status: 'resolved', resolution: 'explained' });
  });
});

describe('a person', () => {
  const resolve = (id: string, body: Json): Promise<Json> =>
    shipment.call('POST', `${COD}/exceptions/${id}/resolve`, { note: 'Asked the courier', ...body });

  it('writes off what was paid too little, once, with a note in the history', async () => {
    const { id, awb } = await delivered();
    await importLines([{ no: '1', awb, cash: '100', batch: 'P1' }]);
    const [found] = await exceptionsOf(id);
    const answers = await Promise.all([1, 2].map(() => resolve(found?.exceptionId, { action: 'adjust' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await exceptionsOf(id)).toMatchObject([
      { status: 'resolved', resolution: 'adjusted', adjusted: 15, note: 'Asked the courier', resolvedBy: 'cl_1' },
    ]);
    expect(await parcel(id)).toMatchObject({ remitted: 100, adjusted: 15, owed: 0 });
    expect((await shipment.track(id)).history.at(-1)).toMatchObject({ action: 'adjust-cash', actor: 'cl_1' });
  });

  it('says which parcel a line pays', async () => {
    const { id } = await delivered();
    await importLines([{ no: '1', awb: 'MISPRINT', cash: '115', batch: 'P2' }]);
    const [found] = (await list('exceptions?kind=unknown_waybill')).filter((each) => each.remittanceId === 'P2');
    expect((await resolve(found?.exceptionId, { action: 'match' })).status).toBe(409);
    expect((await resolve(found?.exceptionId, { action: 'match', shipmentId: id })).status).toBe(200);
    expect(await parcel(id)).toMatchObject({ remitted: 115, owed: 0 });
    expect(await remittance('P2')).toMatchObject({ unmatched: 0 });
    expect(await list('remittances/lines?remittanceId=P2')).toMatchObject([{ status: 'matched', shipmentId: id }]);
  });

  it('cannot match a line to a parcel that is paid, and a part leaves the rest an exception', async () => {
    const [paid, open] = [await delivered(), await delivered(null)];
    await importLines([
      { no: '1', awb: paid.awb, cash: '115', batch: 'P4' },
      { no: '2', awb: 'MISPRINT-4', cash: '60', batch: 'P4' },
      { no: '3', awb: 'MISPRINT-5', cash: '55', batch: 'P5' },
    ]);
    const unknown = await list('exceptions?kind=unknown_waybill&status=open&limit=500');
    const of = (batch: string): string => unknown.find((each) => each.remittanceId === batch)?.exceptionId as string;
    const { status, body } = await resolve(of('P4'), { action: 'match', shipmentId: paid.id });
    expect([status, body.details[0].code]).toEqual([409, 'COD_RESOLUTION_NOT_POSSIBLE']);
    expect(await parcel(paid.id)).toMatchObject({ remitted: 115, owed: 0 });
    expect((await resolve(of('P4'), { action: 'match', shipmentId: open.id })).status).toBe(200);
    expect(await exceptionsOf(open.id)).toMatchObject([{ kind: 'amount_differs', status: 'open', actual: 60 }]);
    expect((await resolve(of('P5'), { action: 'match', shipmentId: open.id })).status).toBe(200);
    expect(await exceptionsOf(open.id)).toMatchObject([{ status: 'resolved', resolution: 'explained' }]);
    expect(await parcel(open.id)).toMatchObject({ collected: 115, remitted: 115, owed: 0 });
  });

  it('writes off money of no parcel, and accepts what needs no change', async () => {
    await importLines([{ no: '1', awb: 'MISPRINT-2', cash: '40', batch: 'P3' }]);
    const [found] = (await list('exceptions?kind=unknown_waybill')).filter((each) => each.remittanceId === 'P3');
    expect((await resolve(found?.exceptionId, { action: 'adjust' })).status).toBe(200);
    expect((await list('entries?remittanceId=P3')).map(({ kind, amount }) => `${kind} ${amount}`).sort()).toEqual([
      'adjusted -40',
      'remitted 40',
    ]);
    expect((await resolve('rx_none', { action: 'accept' })).status).toBe(404);
  });
});

describe('the books', () => {
  it('total what was expected, collected and remitted by day in the zone asked for', async () => {
    const { id, awb } = await delivered();
    const [entry] = await list(`entries?shipmentId=${id}`);
    await importLines([{ no: '1', awb, cash: '115', fee: '1', batch: 'B1' }]);
    const zoned = async (timeZone: string): Promise<Json[]> => {
      const { body } = await shipment.call(
        'GET',
        `${COD}/totals?from=2026-11-01&to=2027-10-30&timeZone=${timeZone}&courierId=falcon`,
      );
      return body.data.items as Json[];
    };
    const day = (at: string, timeZone: string): string =>
      new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(new Date(at));
    for (const timeZone of ['Asia/Riyadh', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const items = await zoned(timeZone);
      expect(items.map(({ date }) => date)).toContain(day(entry?.occurredAt, timeZone));
      const sum = (name: string): number =>
        Math.round(items.reduce((total, item) => total + Number(item[name]), 0) * 100);
      const entries = await list('entries?limit=500');
      const booked = (kind: string): number =>
        Math.round(
          entries
            .filter((each) => each.kind === kind && each.currency === 'SAR')
            .reduce((total, each) => total + Number(each.amount), 0) * 100,
        );
      for (const [name, kind] of [
        ['expected', 'expected'],
        ['collected', 'collected'],
        ['remitted', 'remitted'],
        ['adjusted', 'adjusted'],
      ])
        expect([name, sum(name as string)]).toEqual([name, booked(kind as string)]);
    }
  });

  it('say what the courier owes, by age, and no sum is lost between parcel, entry and ageing', async () => {
    const { id } = await delivered();
    shipment.passTime(9 * 86_400_000);
    const young = await delivered();
    const [age] = (await list('ageing?courierId=falcon')).filter(({ currency }) => currency === 'SAR');
    const owed = (await list('parcels?limit=500')).filter((each) => each.owed !== 0);
    expect(owed.map(({ shipmentId }) => shipmentId)).toEqual(expect.arrayContaining([id, young.id]));
    const total = owed.reduce((sum, each) => sum + Number(each.owed) * 100, 0);
    expect(Math.round(Number(age?.owed) * 100)).toBe(Math.round(total));
    expect(Number(age?.days8to14)).toBeGreaterThanOrEqual(115);
    expect(Number(age?.days0to7)).toBe(115);
    expect((await list('parcels?status=owed&limit=500')).map(({ shipmentId }) => shipmentId)).toContain(id);
  });

  it('page through all entries once', async () => {
    const all = await list('entries?limit=500');
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await shipment.call('GET', `${COD}/entries?limit=7${cursor}`);
      seen.push(...(body.data.items as Json[]).map(({ entryId }) => entryId as string));
      if (body.data.next_cursor === null) break;
      cursor = `&cursor=${body.data.next_cursor}`;
    }
    expect(seen).toEqual(all.map(({ entryId }) => entryId));
    for (const path of ['remittances', 'remittances/lines', 'remittances/import', 'parcels', 'exceptions']) {
      const whole = await list(`${path}?limit=500`);
      const first = await shipment.call('GET', `${COD}/${path}?limit=1`);
      const second = await shipment.call('GET', `${COD}/${path}?limit=1&cursor=${first.body.data.next_cursor}`);
      expect([first.body.data.items[0], second.body.data.items[0]]).toEqual(whole.slice(0, 2));
    }
  });
});

describe('a file', () => {
  it('with a mistake changes nothing, and the refusal names row and column', async () => {
    const { awb, id } = await delivered();
    const wrong = `2;COD;${awb};;1.234;0;1.234;SAR;F1;${PAID_AT}`;
    const csv = `${fileOf([{ no: '1', awb, cash: '115', batch: 'F1' }])}\r\n${wrong}`;
    const { status, body } = await shipment.call('POST', `${COD}/remittances/import`, { courierId: 'falcon', csv });
    expect([status, body.details[0].message]).toEqual([400, expect.stringMatching(/Row 3 of csv: cash /)]);
    expect(await parcel(id)).toMatchObject({ remitted: 0 });
  });

  it('without ids keeps equal lines, and a line that takes back another; again it changes nothing', async () => {
    const { awb, id } = await delivered();
    const line = { no: '', batch: 'F2' };
    const lines: Line[] = [
      { ...line, what: 'CHARGE', cash: '10' },
      { ...line, what: 'CHARGE', cash: '10' },
      { ...line, awb, cash: '115' },
      { ...line, awb, cash: '-115' },
      { ...line, awb, cash: '115' },
    ];
    expect(await importLines(lines)).toMatchObject({ lines: 5, added: 5, repeated: 0, matched: 5 });
    expect(await remittance('F2')).toMatchObject({ cash: 115, fees: 20, lines: 5 });
    expect(await importLines(lines)).toMatchObject({ lines: 5, added: 0, repeated: 5, exceptions: 0 });
    expect(await parcel(id)).toMatchObject({ remitted: 115, owed: 0 });
  });

  it('of a courier without a mapping is refused', async () => {
    const { status, body } = await shipment.call('POST', `${COD}/remittances/import`, { courierId: 'camel', csv: 'a' });
    expect([status, body.details[0].code]).toEqual([409, 'REMITTANCE_MAPPING_MISSING']);
    const known = await shipment.call('GET', `${COD}/mappings/sandbox-express`);
    expect(known.body.data).toMatchObject({ source: 'built_in', mapping: { units: 'major' } });
  });
});
