import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import type { ManifestRequest, ManifestResult } from '../src/couriers/daily-work.ts';
import { LIMITS } from '../src/limits.ts';
import { domestic, withCod } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
let shipment: ShipmentUnderTest;
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment.stop());
afterEach(() => {
  Object.assign(shipment.falcon, { repeatable: undefined, closeManifest: undefined });
});

const codeOf = ({ status, body }: HttpAnswer): [number, string] => [status, body.details?.[0].code];
const close = (more: Json = {}, headers?: Record<string, string>): Promise<HttpAnswer> =>
  shipment.call('POST', `${BASE}/manifests`, { courierId: 'falcon', ...more }, { headers });
const read = async (id: string): Promise<Json> => (await shipment.call('GET', `${BASE}/manifests/${id}`)).body.data;
const jeddah = { ...domestic().shipFromInfo, city: 'جدة', shortAddress: 'JEDA1234' };

/** The courier answers manifests in this order. */
function answering(...results: (ManifestResult | 'lose answer')[]): ManifestRequest[] {
  const received: ManifestRequest[] = [];
  shipment.falcon.closeManifest = async (request) => {
    received.push(request);
    const next = results.shift() ?? { kind: 'closed', number: `M-${received.length}` };
    if (next === 'lose answer') throw new Error('timed out');
    return next;
  };
  return received;
}

/** Copies a parcel, with ids before those of all others. */
async function copyBefore(id: string, count: number): Promise<void> {
  await shipment.pool.query(
    `
    INSERT INTO shipment (
      account_id, id, store_id, mode, reference, type, courier, currency, cod_minor, status, booking, awb, request,
      created_at, updated_at)
    SELECT account_id, 'shp_0' || id || n, store_id, mode, reference || '-' || n, type, courier, currency, cod_minor,
      status, booking, awb || '-' || n, request, created_at, updated_at
    FROM shipment s, generate_series(1, $1::int) n WHERE s.id = $2`,
    [count, id],
  );
}

async function closedId(): Promise<string> {
  await shipment.ship();
  return (await close()).body.data.manifests[0].manifestId as string;
}

describe('the close of a day', () => {
  it('has a manifest for each address, with its totals, and takes each parcel once', async () => {
    const [first, second] = [await shipment.ship(withCod()), await shipment.ship()];
    const elsewhere = await shipment.ship({ shipFromInfo: jeddah });
    const ofCamel = await shipment.ship({ courierId: 'camel' });
    const { awb } = await shipment.track(second);
    const taken = await shipment.ship();
    await shipment.sendScans(shipment.falcon, [
      shipment.falcon.scan((await shipment.track(taken)).awb, 'PICKED_UP'),
      shipment.falcon.scan(awb, 'READY_FOR_PICKUP'),
    ]);
    const answer = await close({}, { 'idempotency-key': 'monday' });
    expect(answer.status).toBe(201);
    const { manifests, complete } = answer.body.data;
    expect([manifests, complete]).toEqual([
      [
        expect.objectContaining({
          manifestStatus: 'CLOSED',
          shipments: 2,
          pieces: 2,
          weight: '2.500',
          cod: [{ currency: 'SAR', amount: 115 }],
          closedBy: 'cl_1',
        }),
        expect.objectContaining({ shipments: 1, cod: [], address: expect.objectContaining({ city: 'جدة' }) }),
      ],
      true,
    ]);
    const { lines } = await read(manifests[0].manifestId);
    expect(lines).toMatchObject([
      { shipmentId: first, codAmount: 115, currency: 'SAR', pieces: 1, weight: '1.250', city: 'الرياض' },
      { shipmentId: second, awb, codAmount: 0 },
    ]);
    expect((await close({}, { 'idempotency-key': 'monday' })).body.data).toEqual(answer.body.data);
    expect(codeOf(await close())).toEqual([409, 'MANIFEST_EMPTY']);
    const found = await shipment.call('GET', `${BASE}/manifests?shipmentId=${elsewhere}`);
    expect(found.body.data.items).toMatchObject([{ manifestId: manifests[1].manifestId }]);
    expect((await close({ courierId: 'camel' })).body.data.manifests).toMatchObject([{ shipments: 1 }]);
    expect(ofCamel).toMatch(/^shp_/);
  });

  it('is for one city where it names one, and the next one takes what was booked since', async () => {
    await shipment.ship({ shipFromInfo: jeddah });
    await shipment.ship();
    expect((await close({ city: 'جدة' })).body.data.manifests).toMatchObject([{ address: { city: 'جدة' } }]);
    expect((await close()).body.data.manifests).toMatchObject([{ address: { city: 'الرياض' }, shipments: 1 }]);
  });

  it('finds the parcels of a city behind more of others than one close takes', async () => {
    const model = await shipment.ship({ courierId: 'camel' });
    const elsewhere = await shipment.ship({ courierId: 'camel', shipFromInfo: { ...jeddah, city: 'JEDDAH' } });
    await copyBefore(model, LIMITS.closedParcelsMax);
    const ofCity = (await close({ courierId: 'camel', city: ' Jeddah ' })).body.data;
    expect(ofCity).toMatchObject({ manifests: [{ shipments: 1, address: { city: 'JEDDAH' } }], complete: true });
    expect((await read(ofCity.manifests[0].manifestId)).lines).toMatchObject([{ shipmentId: elsewhere }]);
    const { manifests, complete } = (await close({ courierId: 'camel' })).body.data;
    expect([manifests.length, complete]).toEqual([LIMITS.closedParcelsMax / LIMITS.manifestParcelsMax, false]);
    expect((await close({ courierId: 'camel' })).body.data).toMatchObject({
      manifests: [{ shipments: 1 }],
      complete: true,
    });
  });

  it('is complete where exactly as many wait as one close takes', async () => {
    const model = await shipment.ship({ courierId: 'camel' });
    await copyBefore(model, LIMITS.closedParcelsMax - 1);
    const { manifests, complete } = (await close({ courierId: 'camel' })).body.data;
    expect([manifests.length, complete]).toEqual([LIMITS.closedParcelsMax / LIMITS.manifestParcelsMax, true]);
  });

  it('shares the parcels out when many close at the same time', async () => {
    const ids = [await shipment.ship(), await shipment.ship(), await shipment.ship()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => close()));
    const counts = answers.flatMap(({ body }) =>
      ((body.data?.manifests ?? []) as Json[]).map((one) => one.shipments as number),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6 - counts.length);
    const { rows } = await shipment.pool.query('SELECT 1 FROM manifest_parcel WHERE shipment_id = ANY ($1)', [ids]);
    expect(rows).toHaveLength(3);
  });

  it('is a file for the driver to sign', async () => {
    await shipment.ship({ ...withCod(), referenceNumber: 'on-paper' });
    const id = (await close()).body.data.manifests[0].manifestId as string;
    const file = await shipment.call('GET', `${BASE}/manifests/${id}/pdf`);
    expect([file.status, file.headers.get('content-type'), file.text.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
  });

  it('shows nothing to another company', async () => {
    const id = await closedId();
    const principal = { ...shipment.owner, accountId: 'another00company' };
    const foreign = await shipment.call('GET', `${BASE}/manifests/${id}`, undefined, { principal });
    expect(codeOf(foreign)).toEqual([404, 'MANIFEST_NOT_FOUND']);
    const theirs = await shipment.call('POST', `${BASE}/manifests`, { courierId: 'falcon' }, { principal });
    expect(codeOf(theirs)).toEqual([409, 'MANIFEST_EMPTY']);
  });
});

describe('parcels that the driver leaves behind', () => {
  const leave = (id: string, ...shipmentIds: string[]): Promise<HttpAnswer> =>
    shipment.call('POST', `${BASE}/manifests/${id}/left-behind`, { shipmentIds });

  it('stay with their manifest and go on the next one', async () => {
    const taken = await shipment.ship();
    const left = await shipment.ship({ ...withCod(), referenceNumber: 'left-behind' });
    const { manifestId } = (await close()).body.data.manifests[0];
    const answer = await leave(manifestId, left);
    expect(answer.body.data).toMatchObject({
      shipments: 1,
      pieces: 1,
      weight: '1.250',
      cod: [],
      lines: [{ shipmentId: taken }],
      leftBehind: [{ shipmentId: left, codAmount: 115, leftBy: 'cl_1' }],
    });
    expect(await read(manifestId)).toEqual(answer.body.data);
    const next = (await close()).body.data.manifests;
    expect(next).toMatchObject([{ shipments: 1, cod: [{ currency: 'SAR', amount: 115 }] }]);
    // The repeat takes nothing from the next manifest.
    expect((await leave(manifestId, left)).body.data).toEqual(answer.body.data);
    expect((await read(next[0].manifestId)).lines).toMatchObject([{ shipmentId: left }]);
    const listed = await shipment.call('GET', `${BASE}/manifests?shipmentId=${left}`);
    expect(listed.body.data.items.map((item: Json) => item.manifestId)).toEqual([next[0].manifestId, manifestId]);
  });

  it('are counted once when reports cross', async () => {
    const ids = [await shipment.ship(), await shipment.ship()];
    const { manifestId } = (await close()).body.data.manifests[0];
    await Promise.all(Array.from({ length: 6 }, (_, at) => leave(manifestId, ...(at % 2 ? ids : ids.toReversed()))));
    const after = await read(manifestId);
    expect([after.shipments, after.pieces, after.weight, after.lines]).toEqual([0, 0, '0.000', []]);
    expect(after.leftBehind.map((line: Json) => line.shipmentId)).toEqual(ids);
    expect((await close()).body.data.manifests).toMatchObject([{ shipments: 2 }]);
  });

  it('are on the manifest, are not with the courier, and wait until it has answered', async () => {
    answering();
    const id = await shipment.ship();
    const other = await shipment.ship({ courierId: 'camel' });
    const { manifestId } = (await close()).body.data.manifests[0];
    expect(codeOf(await leave(manifestId, id))).toEqual([409, 'MANIFEST_UNDECIDED']);
    await shipment.makeDueCalls();
    expect(codeOf(await leave(manifestId, other))).toEqual([404, 'SHIPMENT_NOT_FOUND']);
    expect(codeOf(await leave('mnf_unknown', id))).toEqual([404, 'MANIFEST_NOT_FOUND']);
    const { awb } = await shipment.track(id);
    await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, 'PICKED_UP')]);
    expect(codeOf(await leave(manifestId, id))).toEqual([409, 'MANIFEST_PARCEL_TAKEN']);
    expect((await read(manifestId)).leftBehind).toEqual([]);
  });
});

describe('a courier with manifests of its own', () => {
  it('is asked after the close, and its number is kept', async () => {
    const received = answering();
    const shipmentId = await shipment.ship();
    const { manifestId, manifestStatus } = (await close()).body.data.manifests[0];
    expect(manifestStatus).toBe('REQUESTED');
    await shipment.makeDueCalls();
    const { awb } = await shipment.track(shipmentId);
    expect(received).toMatchObject([
      { manifestId, address: { city: 'الرياض' }, parcels: [{ shipmentId, awb, pieces: 1, weightGrams: 1250n }] },
    ]);
    expect(await read(manifestId)).toMatchObject({ manifestStatus: 'CONFIRMED', courierNumber: 'M-1' });
  });

  it('is asked again after a lost answer only where it makes one of two', async () => {
    const received = answering('lose answer', 'lose answer');
    const lost = await closedId();
    const wait = async (): Promise<void> => {
      await shipment.makeDueCalls();
      shipment.passTime(61_000);
    };
    for (let times = 0; times < 3; times++) await wait();
    expect(received).toHaveLength(1);
    expect(await read(lost)).toMatchObject({ manifestStatus: 'BY_PHONE', reasonCode: 'courier_silent' });
    shipment.falcon.repeatable = { manifest: true };
    const repeated = await closedId();
    for (let times = 0; times < 3; times++) await wait();
    expect(received).toHaveLength(3);
    expect(await read(repeated)).toMatchObject({ manifestStatus: 'CONFIRMED', courierNumber: 'M-3' });
  });

  it('that refuses leaves the paper, with its reason', async () => {
    answering({ kind: 'refused', code: 'twice', reason: 'Closed already today.' });
    const id = await closedId();
    await shipment.makeDueCalls();
    expect(await read(id)).toMatchObject({ manifestStatus: 'BY_PHONE', reason: 'Closed already today.' });
    const listed = await shipment.call('GET', `${BASE}/manifests?status=BY_PHONE&courierId=falcon`);
    expect(listed.body.data.items.map((item: Json) => item.manifestId)).toContain(id);
  });

  it('leaves one by phone, which a person resolves once', async () => {
    answering({ kind: 'refused', code: 'twice', reason: 'Closed already today.' });
    const id = await closedId();
    const resolve = (body: Json): Promise<HttpAnswer> => shipment.call('POST', `${BASE}/manifests/${id}/resolve`, body);
    expect(codeOf(await resolve({ outcome: 'on_paper' }))).toEqual([409, 'MANIFEST_UNDECIDED']);
    await shipment.makeDueCalls();
    const confirmed = { outcome: 'confirmed', courierNumber: 'M-77', note: 'By phone' };
    const answer = await resolve(confirmed);
    expect(answer.body.data).toMatchObject({
      manifestStatus: 'CONFIRMED',
      courierNumber: 'M-77',
      resolvedBy: 'cl_1',
      resolution: 'By phone',
    });
    expect((await resolve({ outcome: 'confirmed', courierNumber: 'M-78' })).body.data).toEqual(answer.body.data);
    expect(codeOf(await resolve({ outcome: 'on_paper' }))).toEqual([409, 'MANIFEST_UNDECIDED']);
  });
});
