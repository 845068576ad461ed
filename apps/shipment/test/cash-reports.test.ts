import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import type { CourierScan } from '../src/couriers/courier.ts';
import type { ScanStatus } from '../src/state/status.ts';
import { withCod } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { PublishedEvent, ShipmentUnderTest } from './harness.ts';

const MINUTE_MS = 60_000;
let shipment: ShipmentUnderTest;
let count = 0;
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment.stop());

const box = (number: number): Json => ({
  weight: 1,
  description: 'Shirts',
  items: [{ sku: `S${number}`, name: 'Shirt', quantity: 1, unitPrice: '50.00', taxRate: 15 }],
});
const cash = (minor: number): Partial<CourierScan> => ({ codCollectedMinor: minor as never });

/** A booked parcel with 115 SAR to collect, and its driver. */
async function booked(boxes = 1): Promise<{
  id: string;
  report: (...scans: CourierScan[]) => Promise<void>;
  scan: (status: ScanStatus, more?: Partial<CourierScan>) => Promise<CourierScan>;
}> {
  const packagesInfo = boxes === 1 ? withCod().packagesInfo : [1, 2].map(box);
  const id = await shipment.ship({ ...withCod(), packagesInfo, referenceNumber: `cash-${++count}` });
  const { awb } = await shipment.track(id);
  const report = async (...scans: CourierScan[]): Promise<void> => {
    expect((await shipment.sendScans(shipment.falcon, scans)).status).toBe(200);
  };
  return {
    id,
    report,
    scan: async (status, more = {}) => {
      const scan = shipment.falcon.scan(awb, status, more);
      await report(scan);
      return scan;
    },
  };
}

const list = async (path: string): Promise<Json[]> =>
  (await shipment.call('GET', `/oe/aggtr/api/v1/cod/${path}`)).body.data.items as Json[];
const booksOf = async (id: string): Promise<Json | undefined> =>
  (await list('parcels?limit=500')).find(({ shipmentId }) => shipmentId === id);
const entriesOf = async (id: string): Promise<string[]> =>
  (await list(`entries?shipmentId=${id}`)).map(({ kind, amount }) => `${kind} ${amount}`).sort();

describe('cash of a parcel', () => {
  it('that was reported before the delivery is judged once the parcel is delivered', async () => {
    const { id, scan } = await booked();
    await scan('OUT_FOR_DELIVERY', cash(10_000));
    expect(await shipment.track(id)).toMatchObject({ codCollected: 100, alarms: [] });
    await scan('DELIVERED');
    expect(await shipment.track(id)).toMatchObject({ codCollected: 100, alarms: ['COD_DIFFERS'] });
  });

  it('that is reported after the delivery is judged too', async () => {
    const { id, scan } = await booked();
    await scan('DELIVERED');
    expect(await shipment.track(id)).toMatchObject({ codCollected: null, alarms: [] });
    await scan('DELIVERED', { ...cash(11_400), courierStatusCode: 'cash' });
    expect(await shipment.track(id)).toMatchObject({ codCollected: 114, alarms: ['COD_DIFFERS'] });
  });

  it('above what it asks for raises an alarm at once', async () => {
    const { id, scan } = await booked(2);
    await scan('DELIVERED', { packageNumber: 1, ...cash(20_000) });
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'PICKED_UP', alarms: ['COD_DIFFERS'] });
  });

  it('in another currency is not counted, and raises an alarm', async () => {
    const { id, scan } = await booked();
    await scan('DELIVERED', { ...cash(11_500), codCurrency: 'AED' });
    expect(await shipment.track(id)).toMatchObject({ codCollected: null, alarms: ['COD_DIFFERS'] });
  });

  it('that the courier corrects under the same scan counts as corrected, and ends the alarm', async () => {
    const { id, scan, report } = await booked();
    const first = await scan('DELIVERED', cash(1_150));
    expect(await shipment.track(id)).toMatchObject({ codCollected: 11.5, alarms: ['COD_DIFFERS'] });
    await report({ ...first, ...cash(11_500) });
    expect(await shipment.track(id)).toMatchObject({ codCollected: 115, alarms: [] });
    // The same again says nothing new.
    await report({ ...first, ...cash(11_500) });
    expect(await entriesOf(id)).toEqual(['collected 103.5', 'collected 11.5', 'expected 115']);
    const resolved = await shipment.call('GET', `/oe/aggtr/api/v1/shipments/alarms?shipmentId=${id}&resolved=true`);
    expect(resolved.body.data.items).toMatchObject([{ alarm: 'COD_DIFFERS', resolvedBy: 'courier' }]);
  });

  it('that the courier corrects back to an earlier amount counts as corrected last', async () => {
    const { id, scan, report } = await booked();
    const first = await scan('DELIVERED', cash(11_500));
    await report({ ...first, ...cash(8_000) });
    expect(await shipment.track(id)).toMatchObject({ codCollected: 80, alarms: ['COD_DIFFERS'] });
    await report(first);
    expect(await shipment.track(id)).toMatchObject({ codCollected: 115, alarms: [] });
    expect(await booksOf(id)).toMatchObject({ collected: 115, owed: 115 });
    expect(await entriesOf(id)).toEqual(['collected -35', 'collected 115', 'collected 35', 'expected 115']);
  });

  it('that one call reports twice under one scan counts as it says last, however often it comes', async () => {
    const { id, scan, report } = await booked();
    const first = await scan('DELIVERED', cash(8_000));
    const both = [first, { ...first, ...cash(11_500) }];
    for (const _ of [1, 2, 3]) await report(...both);
    expect(await shipment.track(id)).toMatchObject({ codCollected: 115, alarms: [] });
    expect(await entriesOf(id)).toEqual(['collected 35', 'collected 80', 'expected 115']);
  });

  it('counts by the time of the courier, whatever arrives first', async () => {
    const { id, scan } = await booked();
    const now = Date.now();
    await scan('DELIVERED', { ...cash(11_500), occurredAtMs: now });
    await scan('OUT_FOR_DELIVERY', { ...cash(5_000), occurredAtMs: now - MINUTE_MS });
    expect(await shipment.track(id)).toMatchObject({ codCollected: 115, alarms: [] });
  });

  it('of two packages adds up, and a package is corrected alone', async () => {
    const { id, scan } = await booked(2);
    await scan('DELIVERED', { packageNumber: 1, ...cash(6_000) });
    await scan('DELIVERED', { packageNumber: 2, ...cash(6_000) });
    expect(await shipment.track(id)).toMatchObject({ codCollected: 120, alarms: ['COD_DIFFERS'] });
    await scan('DELIVERED', { packageNumber: 2, ...cash(5_500), courierStatusCode: 'cash_corrected' });
    expect(await shipment.track(id)).toMatchObject({ codCollected: 115, alarms: [] });
  });

  it('that is reported as none after the delivery is booked as none', async () => {
    const { id, scan } = await booked();
    await scan('DELIVERED');
    expect(await booksOf(id)).toMatchObject({ expected: 115, collected: null, owed: 115 });
    await scan('DELIVERED', { ...cash(0), courierStatusCode: 'cash' });
    expect(await booksOf(id)).toMatchObject({ expected: 115, collected: 0, owed: 0 });
    const { data } = await eventually(
      () => shipment.published.find(({ subject, type }) => subject === id && type === 'cod.collected') ?? null,
    );
    expect(data).toMatchObject({ amount: 0, expected: 115, collected: 0, owed: 0 });
    // The same books as of a report with the delivery.
    const other = await booked();
    await other.scan('DELIVERED', cash(0));
    expect(await booksOf(other.id)).toMatchObject({ expected: 115, collected: 0, owed: 0 });
    expect(await entriesOf(other.id)).toEqual(await entriesOf(id));
  });

  it('of a parcel that comes back raises an alarm', async () => {
    const { id, scan } = await booked();
    await scan('OUT_FOR_DELIVERY', cash(11_500));
    await scan('RETURNED');
    expect(await shipment.track(id)).toMatchObject({ shipmentStatus: 'RETURNED', alarms: ['COD_DIFFERS'] });
  });

  it('has an event for what was due, what was collected, and what differs', async () => {
    const { id, scan } = await booked();
    await scan('DELIVERED', cash(10_000));
    const about = async (type: string): Promise<Json> => {
      const found = await eventually(
        (): PublishedEvent | null =>
          shipment.published.find((event) => event.subject === id && event.type === type) ?? null,
        { what: type },
      );
      return found.data;
    };
    expect(await about('cod.expected')).toMatchObject({ amount: 115, expected: 115, courierId: 'falcon' });
    expect(await about('cod.collected')).toMatchObject({ amount: 100, collected: 100, owed: 100, remitted: 0 });
    expect(await about('cod.differs')).toMatchObject({ amount: -15, reason: 'COD_DIFFERS', entryId: null });
  });
});
