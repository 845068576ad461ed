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
    // The first report again says nothing new.
    await report(first);
    expect(await shipment.track(id)).toMatchObject({ codCollected: 115, alarms: [] });
    const resolved = await shipment.call('GET', `/oe/aggtr/api/v1/shipments/alarms?shipmentId=${id}&resolved=true`);
    expect(resolved.body.data.items).toMatchObject([{ alarm: 'COD_DIFFERS', resolvedBy: 'courier' }]);
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
