import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import type { CourierScan, UnreadableScan } from '../src/couriers/courier.ts';
import { COURIER } from '../src/limits.ts';
import type { ScanStatus } from '../src/state/status.ts';
import { domestic, withCod } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { PublishedEvent, ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
const HOUR_MS = 3_600_000;
let shipment: ShipmentUnderTest;
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment.stop());

const twoBoxes = (): Json[] =>
  [1, 2].map((number) => ({
    packageReference: `box-${number}`,
    weight: 1,
    description: 'Shirts',
    items: [{ sku: `S${number}`, name: 'Shirt', quantity: 1, unitPrice: '50.00', taxRate: 15 }],
  }));

/** A booked shipment, and the driver who scans it. */
async function booked(
  body: Json = {},
): Promise<{ id: string; awb: string; scan: (status: ScanStatus, more?: Partial<CourierScan>) => Promise<void> }> {
  const id = await shipment.ship(body);
  const { awb } = await shipment.track(id);
  return {
    id,
    awb,
    scan: async (status, more = {}) => {
      const answer = await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, status, more)]);
      expect([status, answer.status]).toEqual([status, 200]);
    },
  };
}

async function eventOf(id: string, type: string): Promise<PublishedEvent> {
  return eventually(() => shipment.published.find((event) => event.subject === id && event.type === type) ?? null, {
    what: `${type} of ${id}`,
  });
}

describe('what couriers report', () => {
  it('a delivery counts that is older than the failure before it', async () => {
    const { id, scan } = await booked({ ...withCod(), referenceNumber: 'late-delivery' });
    const now = Date.now();
    await scan('DELIVERY_FAILED', { occurredAtMs: now, reasonCode: 'customer_not_available', reason: 'No answer' });
    await scan('DELIVERED', { occurredAtMs: now - HOUR_MS, codCollectedMinor: 11500 as never });
    expect(await shipment.track(id)).toMatchObject({
      shipmentStatus: 'DELIVERED',
      codCollected: 115,
      alarms: [],
      failedDeliveries: [{ reasonCode: 'customer_not_available', reason: 'No answer', packageNumber: null }],
    });
    expect((await eventOf(id, 'shipment.delivered')).data).toMatchObject({ codCollected: 115, inferred: false });
  });

  it('a scan of the future is kept with an alarm, and blocks no later one', async () => {
    const { id, scan } = await booked();
    await scan('IN_TRANSIT', { occurredAtMs: Date.now() + 400 * 24 * HOUR_MS });
    await scan('OUT_FOR_DELIVERY', { occurredAtMs: Date.now() + 1_000 });
    const tracked = await shipment.track(id);
    expect(tracked).toMatchObject({ shipmentStatus: 'OUT_FOR_DELIVERY', alarms: ['SCAN_TIME_UNLIKELY'] });
    expect(tracked.history.map((entry: Json) => entry.status)).toContain('IN_TRANSIT');
    await scan('DELIVERED', { occurredAtMs: 1 });
    expect((await shipment.track(id)).shipmentStatus).toBe('DELIVERED');
  });

  it('a scan that no adapter can read is kept as it came, with one alarm a code that a person resolves', async () => {
    const { id, awb, scan } = await booked({ ...withCod(), referenceNumber: 'unreadable' });
    await scan('DELIVERY_FAILED');
    const report = async (...scans: Partial<UnreadableScan>[]): Promise<void> => {
      const all = scans.map((one) => ({
        unreadable: 'code' as const,
        awb,
        courierStatusCode: 'X1',
        writtenAt: '',
        ...one,
      }));
      expect((await shipment.sendScans(shipment.falcon, all)).status).toBe(200);
    };
    const alarms = async (): Promise<Json[]> =>
      ((await shipment.call('GET', `${BASE}/alarms?shipmentId=${id}`)).body.data as Json).items as Json[];
    const twice = [
      { writtenAt: '2026-11-23 10:00', occurredAtMs: Date.parse('2026-11-23T07:00:00Z'), city: 'Jeddah' },
      { writtenAt: '2026-11-23 11:00' },
      { courierStatusCode: 'DL', unreadable: 'time' as const, writtenAt: 'Monday' },
    ];
    for (let time = 0; time < 2; time++) await report(...twice);
    const { shipmentStatus, history, failedDeliveries } = await shipment.track(id);
    expect([shipmentStatus, failedDeliveries.length]).toEqual(['DELIVERY_FAILED', 1]);
    const kept = (history as Json[]).filter(({ action }) => action === 'unreadable-scan');
    expect(kept.map(({ courierStatusCode, writtenAt }) => [courierStatusCode, writtenAt]).sort()).toEqual([
      ['DL', 'Monday'],
      ['X1', '2026-11-23 10:00'],
      ['X1', '2026-11-23 11:00'],
    ]);
    expect((await alarms()).map(({ alarm, scan: words, otherAwb }) => [alarm, words, otherAwb])).toEqual([
      ['SCAN_UNREADABLE', 'unreadable time (DL) at Monday', null],
      ['SCAN_UNREADABLE', 'unreadable code (X1) at 2026-11-23 10:00', null],
    ]);
    expect((await eventOf(id, 'shipment.alarm')).data).toMatchObject({ alarm: 'SCAN_UNREADABLE', otherAwb: null });
    const [first] = await alarms();
    await shipment.call('POST', `${BASE}/${id}/alarms/${first?.alarmId as string}/resolve`, { note: 'A delivery' });
    expect((await shipment.track(id)).alarms).toEqual(['SCAN_UNREADABLE']);
    await shipment.call('POST', `${BASE}/${id}/clear-alarms`, {});
    await report({ writtenAt: '2026-11-23 12:00' });
    expect([await alarms(), (await shipment.track(id)).alarms]).toEqual([[], []]);
    await scan('DELIVERED', { codCollectedMinor: 11500 as never });
    const { rows } = await shipment.pool.query('SELECT failed_attempts FROM journey WHERE shipment_id = $1', [id]);
    expect(rows).toEqual([{ failed_attempts: 1 }]);
  });

  it('scans that no adapter can read are kept up to a number', async () => {
    const { id, awb } = await booked({ ...withCod(), referenceNumber: 'unreadable-many' });
    const many = Array.from({ length: COURIER.unreadableScansMax + 5 }, (_, at) => ({
      ...{
        unreadable: 'time' as const,
        awb,
        courierStatusCode: 'X'.repeat(500),
        writtenAt: `${at} ${'x'.repeat(500)}`,
      },
    }));
    await shipment.sendScans(shipment.falcon, many);
    const { rows } = await shipment.pool.query(
      `SELECT count(*)::int AS kept, max(length(written_at)) AS longest FROM history
       WHERE shipment_id = $1 AND unreadable_code IS NOT NULL`,
      [id],
    );
    expect(rows).toEqual([{ kept: COURIER.unreadableScansMax, longest: COURIER.unreadableCharactersMax }]);
  });

  it('a lost parcel can still be delivered, and a person is reported', async () => {
    const { id, awb, scan } = await booked();
    await scan('LOST', { occurredAtMs: Date.now() });
    await scan('DELIVERED', { occurredAtMs: Date.now() + 1_000 });
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'DELIVERED', alarms: ['SCANS_CONTRADICT'] });
    expect((await eventOf(id, 'shipment.alarm')).data).toMatchObject({
      alarm: 'SCANS_CONTRADICT',
      awb,
      otherAwb: null,
      shipmentStatus: 'DELIVERED',
    });
  });

  it('inferred states are in the history, and no event reports them', async () => {
    const { id, scan } = await booked();
    await scan('DELIVERY_FAILED');
    await scan('LOST');
    const { history } = await shipment.track(id);
    expect(history.map((entry: Json) => `${entry.status} ${entry.source}`)).toEqual([
      'BOOKED courier',
      'PICKED_UP inferred',
      'IN_TRANSIT inferred',
      'OUT_FOR_DELIVERY inferred',
      'DELIVERY_FAILED webhook',
      'LOST webhook',
    ]);
    await eventually(() =>
      shipment.published.some(({ subject, data }) => subject === id && data.shipmentStatus === 'LOST'),
    );
    const changes = shipment.published.filter(({ subject, type }) => subject === id && type.endsWith('status.changed'));
    expect(changes.map(({ data }) => data.shipmentStatus)).toEqual(['BOOKED', 'DELIVERY_FAILED', 'LOST']);
  });
});

describe('packages', () => {
  it('have states of their own, and the shipment is delivered once the last one is', async () => {
    const { id, scan } = await booked({ packagesInfo: twoBoxes() });
    await scan('OUT_FOR_DELIVERY');
    await scan('DELIVERED', { packageNumber: 1 });
    expect(await shipment.track(id)).toMatchObject({
      shipmentStatus: 'OUT_FOR_DELIVERY',
      packages: [
        { packageNumber: 1, packageStatus: 'DELIVERED' },
        { packageNumber: 2, packageStatus: 'OUT_FOR_DELIVERY' },
      ],
    });
    expect((await eventOf(id, 'shipment.package.changed')).data).toMatchObject({
      packageNumber: 1,
      shipmentStatus: 'OUT_FOR_DELIVERY',
      packages: [
        { packageNumber: 1, packageStatus: 'DELIVERED' },
        { packageNumber: 2, packageStatus: 'OUT_FOR_DELIVERY' },
      ],
    });
    await scan('DELIVERED', { packageNumber: 2 });
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'DELIVERED', alarms: [] });
    await eventOf(id, 'shipment.delivered');
  });

  it('that end differently raise an alarm, and only what was delivered can be returned', async () => {
    const { id, scan } = await booked({ packagesInfo: twoBoxes() });
    const returnOf = (sku: string): Promise<Json> =>
      shipment.call('POST', `${BASE}/${id}/return`, {
        ...domestic(),
        referenceNumber: `return-${sku}-${id}`,
        shipmentType: 'RETURN',
        packagesInfo: [
          { weight: 1, description: 'Shirts', items: [{ sku, name: 'Shirt', quantity: 1, unitPrice: 50 }] },
        ],
      });
    await scan('DELIVERED', { packageNumber: 1 });
    await scan('LOST', { packageNumber: 2 });
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'DELIVERED', alarms: ['PACKAGES_DIFFER'] });
    expect((await returnOf('S1')).status).toBe(200);
    const lost = await returnOf('S2');
    expect([lost.status, lost.body.details[0].code]).toEqual([409, 'RETURN_QUANTITY_EXCEEDED']);
  });

  it('add up their cash, and other cash than the shipment asks for raises an alarm', async () => {
    const { id, scan } = await booked({ ...withCod(), packagesInfo: twoBoxes(), referenceNumber: 'cash-of-packages' });
    await scan('DELIVERED', { packageNumber: 1, codCollectedMinor: 11500 as never });
    expect((await shipment.track(id)).codCollected).toBe(115);
    await scan('DELIVERED', { packageNumber: 2, codCollectedMinor: 500 as never });
    expect(await shipment.track(id)).toMatchObject({ codCollected: 120, alarms: ['COD_DIFFERS'] });
  });
});
