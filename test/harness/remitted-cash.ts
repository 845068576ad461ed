import { expect } from '@jest/globals';
import { httpCall } from '@qafila/testing/http-call';
import type { HttpAnswer } from '@qafila/testing/http-call';
import type { Sink } from '../../apps/webhooks/test/sink.ts';
import { receivedNotifications, storedNotifications } from './notifications.ts';
import type { Body } from './parcels.ts';
import { queryPlatform } from './platform.ts';
import type { SharedPlatform } from './platform.ts';
import { sumByCurrency } from './shipment-totals.ts';

const COD = '/oe/aggtr/api/v1/cod';
const MINUTES = 60_000;
const DAY_MS = 86_400_000;

interface Shipped {
  platform: SharedPlatform;
  call(method: string, path: string, body?: unknown): Promise<HttpAnswer>;
  sink: Sink;
  /** Of the webhook endpoint. */
  secret: string;
  /** All shipments of the merchant. */
  listed(): Promise<Body[]>;
}

const sums = (rows: readonly Body[], amount: string): Record<string, number> =>
  sumByCurrency(rows.map((row) => [row.currency, Number(row[amount])]));

/** The sandbox's couriers pay for the orders `shop-…`; every place must say the same of it, to the minor unit. */
export async function checkRemittedCash({ platform, call, sink, secret, listed }: Shipped): Promise<void> {
  const get = async (path: string): Promise<Body> => (await call('GET', `${COD}/${path}`)).body.data;
  for (const courier of ['sandbox-express', 'sandbox-economy']) await importTwice({ platform, call }, courier);
  expect((await get('exceptions')).items).toEqual([]);
  const remittances = (await get('remittances')).items as Body[];
  for (const { status, difference } of remittances) expect([status, difference]).toEqual(['reconciled', 0]);
  const paid = sums(remittances, 'cash');
  expect(remittances.length).toBeGreaterThan(1);
  const shop = (await listed()).filter(({ referenceNumber }) => String(referenceNumber).startsWith('shop-'));
  expect(paid).toEqual(sums(shop, 'codCollected'));
  const stored = await storedNotifications(platform);
  const received = await receivedNotifications(sink, { secret, count: stored.length });
  for (const notifications of [stored, received]) {
    const remitted = notifications.filter(({ event }) => event === 'cod.remitted');
    expect(sums(remitted, 'amount')).toEqual(paid);
  }
  const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  expect(sums((await get(`totals?from=${day(-300)}&to=${day(60)}`)).items as Body[], 'remitted')).toEqual(paid);
  const parcels = await queryPlatform(
    platform,
    'shipment',
    `SELECT currency, remitted_minor::float8 / 100 AS remitted, owed_minor FROM cod_parcel
    WHERE account_id = $1 AND remitted_minor <> 0`,
    [platform.merchant.accountId],
  );
  expect(sums(parcels, 'remitted')).toEqual(paid);
  expect(parcels.filter((row) => row['owed_minor'] !== '0')).toEqual([]);
}

async function importTwice({ platform, call }: Pick<Shipped, 'platform' | 'call'>, courier: string): Promise<void> {
  const period = `from=2020-01-01T00:00:00Z&to=${new Date(Date.now() + MINUTES).toISOString()}`;
  const { text } = await httpCall(
    `${platform.merchant.sandboxUrl}/control/remittance?courier=${courier}&${period}&orders=shop-`,
  );
  const body = { courierId: courier, csv: text };
  const imported = await call('POST', `${COD}/remittances/import`, body);
  expect([imported.status, imported.body.data]).toMatchObject([200, { exceptions: 0, status: 'done' }]);
  const again = await call('POST', `${COD}/remittances/import`, body);
  expect(again.body.data).toMatchObject({ added: 0, exceptions: 0, repeated: imported.body.data.lines });
}
