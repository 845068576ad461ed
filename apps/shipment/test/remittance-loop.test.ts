import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import { Metrics } from '@qafila/runtime/metrics';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { readDueSource } from '../src/cash/remittance-loop.ts';
import type { Courier } from '../src/couriers/courier.ts';
import { CASH } from '../src/limits.ts';
import { SHIPMENT_DEPENDENCIES } from '../src/shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../src/shipments/shipment-dependencies.ts';
import { ShipmentMetrics } from '../src/shipment-metrics.ts';
import { startShipment } from '../src/start.ts';
import { withCod } from './bodies.ts';
import type { FakeCourier } from './fake-courier.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const COD = '/oe/aggtr/api/v1/cod';
let shipment: ShipmentUnderTest;
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment.stop());

const list = async (path: string): Promise<Json[]> =>
  (await shipment.call('GET', `${COD}/${path}`)).body.data.items as Json[];

describe('a courier that is read daily', () => {
  const camel = (): FakeCourier & Pick<Courier, 'remittances'> => shipment.camel;
  const imports = async (): Promise<Json[]> =>
    (await list('remittances/import?courierId=camel&limit=500')).filter(({ importedBy }) => importedBy === 'schedule');
  const source = async (): Promise<Json> =>
    (await shipment.pool.query<Json>("SELECT * FROM remittance_source WHERE courier = 'camel'")).rows[0] as Json;
  const oldest = async (): Promise<Record<string, number>> => {
    const metrics = new Metrics('shipment', { processMetrics: false });
    new ShipmentMetrics(metrics, shipment.pool, ['camel']);
    const text = await metrics.registry.metrics();
    const value = (name: string): number =>
      Number(new RegExp(`^${name}\\{[^}]*courier="camel"[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1]);
    return {
      failing: value('shipment_remittances_failing'),
      seconds: value('shipment_remittances_oldest_seconds'),
    };
  };
  /** Another replica, on the same database. */
  const startReplica = async (worker: boolean): Promise<Awaited<ReturnType<typeof startShipment>>> =>
    startShipment(shipment.environment, {
      bus: new EmbeddedBus(createLogger('test', 'silent')),
      couriers: [shipment.falcon, shipment.camel],
      clock: shipment.dependencies.clock,
      worker,
    });

  it('is read once by two replicas, after failures again, and by the worker of a replica', async () => {
    const replica = await startReplica(false);
    const both = [shipment.dependencies, replica.app.get<ShipmentDependencies>(SHIPMENT_DEPENDENCIES)];
    const readBoth = async (): Promise<number> =>
      (await Promise.all([...both, ...both].map((each) => readDueSource(each)))).filter(Boolean).length;
    let reads = 0;
    camel().remittances = async () => {
      reads += 1;
      return [];
    };
    expect(await readBoth()).toBe(0);
    await shipment.call('POST', `${COD}/remittances/read`, { courierId: 'camel' });
    expect([reads, await readBoth()]).toEqual([1, 0]);
    shipment.passTime(CASH.readEveryMs);
    expect(await readBoth()).toBe(1);
    expect([reads, (await imports()).length, await readBoth()]).toEqual([2, 1, 0]);

    shipment.passTime(CASH.readEveryMs);
    camel().remittances = () => {
      reads += 1;
      return Promise.reject(new Error('the bank is closed'));
    };
    await readBoth();
    expect([reads, await source()]).toMatchObject([3, { failures: 1, error: expect.stringContaining('closed') }]);
    expect(await oldest()).toMatchObject({ failing: 1 });
    shipment.passTime(CASH.readBackoff.firstMs);
    await readBoth();
    shipment.passTime(CASH.readBackoff.firstMs);
    await readBoth();
    expect([reads, await source()]).toMatchObject([4, { failures: 2 }]);
    await replica.stop();

    const id = await shipment.ship({ ...withCod(), courierId: 'camel', referenceNumber: 'daily' });
    const { awb } = await shipment.track(id);
    await shipment.sendScans(camel(), [camel().scan(awb, 'DELIVERED', { codCollectedMinor: 11_500 as never })]);
    const lines = [{ lineId: '1', awb, amountMinor: 11_500n }];
    camel().remittances = async () => [{ remittanceId: 'S1', paidAtMs: Date.now(), currency: 'SAR', lines }];
    shipment.passTime(CASH.readBackoff.firstMs);
    const worker = await startReplica(true);
    await eventually(async () => (await imports()).length === 2, { timeoutMs: 60_000, what: 'a reading by schedule' });
    await worker.stop();
    expect(await source()).toMatchObject({ failures: 0, error: null, store_id: 'str_1' });
    expect(await list('parcels')).toMatchObject([{ shipmentId: id, remitted: 115, owed: 0 }]);
    await shipment.pool.query("UPDATE remittance_source SET read_until = now() - interval '2 days'");
    const { failing, seconds } = await oldest();
    expect([failing, Math.round((seconds as number) / 86_400)]).toEqual([0, 2]);
  }, 120_000);
});
