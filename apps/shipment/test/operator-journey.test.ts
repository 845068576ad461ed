import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { httpCall } from '@qafila/testing/http-call';
import type { Json } from '@qafila/testing/http-call';
import { withCod } from './bodies.ts';
import { FakeKind } from './fake-kind.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const API = '/oe/aggtr/api/v1';
const kind = new FakeKind();
const KEY = 'key_shop_aaaa1111';
let under: ShipmentUnderTest;
beforeAll(async () => {
  under = await startShipmentForTest({ courierKinds: [kind] });
});
afterAll(() => under.stop());

async function data(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await under.call(method, `${API}/${path}`, body);
  if (answer.status > 202) throw new Error(answer.text);
  return answer.body.data as Json;
}

const MAPPING = {
  columns: { references: ['waybill'], amount: 'cash', fee: 'fee', remittance: 'batch', at: 'paid', kind: 'kind' },
  kinds: { cash: 'cash', transfer: 'payment' },
  currency: 'SAR',
  units: 'major',
  delimiter: ',',
  fee_basis_points_max: 500,
};

test('an operator ships by rule at an own courier account, recovers a refusal, and reconciles the cash', async () => {
  // The walk of docs/cash.md, "A walk".
  const { account } = await data('PUT', 'courier-accounts/fakeship', { credentials: { key: KEY } });
  await under.dependencies.couriers.of({ account_id: under.owner.accountId, courier: 'fakeship' });
  const { version } = await data('GET', 'courier-rules');
  await data('PUT', 'courier-rules', {
    version,
    rules: [{ name: 'cash', conditions: { paymentMode: 'COD' }, couriers: [{ courierId: 'fakeship' }] }],
  });

  kind.current.next.push({ kind: 'refused', code: 'address_not_served', reason: 'We do not serve this street.' });
  const box = { ...(withCod().packagesInfo as Json[])[0], weight: 1 };
  const half = (sku: string): Json => ({
    ...box,
    items: [{ sku, name: 'Shirt', quantity: 1, unitPrice: '50.00', taxRate: 15 }],
  });
  const id = await under.ship({ ...withCod(), referenceNumber: 'walk-1', packagesInfo: [half('S1'), half('S2')] });
  const refused = await under.track(id);
  expect(refused).toMatchObject({ shipmentStatus: 'BOOKING_FAILED', courierId: 'fakeship' });
  expect(refused.history.at(-1)).toMatchObject({ reason: 'We do not serve this street.' });

  await data('POST', `shipments/${id}/retry-booking`, { courierId: 'fakeship' });
  await under.makeDueCalls();
  const { awb, shipmentStatus } = await under.track(id);
  expect(shipmentStatus).toBe('BOOKED');

  const report = async (scan: Json): Promise<void> => {
    const more = { awb, courierStatusCode: `${scan.status} ${scan.packageNumber}`, occurredAtMs: Date.now() };
    const { status } = await httpCall(String(account.webhook_url).replace('http://ship.example', under.service.url), {
      body: { scans: [{ ...more, ...scan }] },
      headers: { 'x-key': KEY },
    });
    expect(status).toBe(200);
  };
  await report({ status: 'OUT_FOR_DELIVERY' });
  await report({ status: 'DELIVERED', packageNumber: 1, codCollectedMinor: 11_500 });
  expect(await under.track(id)).toMatchObject({
    shipmentStatus: 'OUT_FOR_DELIVERY',
    packages: [{ packageStatus: 'DELIVERED' }, { packageStatus: 'OUT_FOR_DELIVERY' }],
  });
  await report({ status: 'DELIVERED', packageNumber: 2 });
  expect(await under.track(id)).toMatchObject({ shipmentStatus: 'DELIVERED', codCollected: 115, alarms: [] });
  expect((await data('GET', 'cod/ageing')).items).toMatchObject([{ courierId: 'fakeship', owed: 115, parcels: 1 }]);

  await data('PUT', 'cod/mappings/fakeship', { mapping: MAPPING });
  const csv = [
    'kind,waybill,cash,fee,batch,paid',
    `cash,${awb},100,2,R1,2026-11-23`,
    'transfer,,98,,R1,2026-11-23',
  ].join('\n');
  expect(await data('POST', 'cod/remittances/import', { courierId: 'fakeship', csv })).toMatchObject({ exceptions: 1 });
  const [found] = (await data('GET', 'cod/exceptions?status=open')).items as Json[];
  expect(found).toMatchObject({ kind: 'amount_differs', expected: 115, actual: 100, shipmentId: id });
  await data('POST', `cod/exceptions/${found?.exceptionId}/resolve`, { action: 'adjust', note: 'A discount.' });

  expect((await data('GET', 'cod/ageing')).items).toEqual([]);
  expect((await data('GET', 'cod/remittances')).items).toMatchObject([
    { remittanceId: 'R1', status: 'reconciled', cash: 100, fees: 2, paid: 98, difference: 0 },
  ]);
  expect((await data('GET', 'cod/parcels')).items).toMatchObject([
    { shipmentId: id, collected: 115, remitted: 100, adjusted: 15, owed: 0 },
  ]);
});
