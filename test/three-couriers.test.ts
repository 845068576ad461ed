import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ShipmentNotification } from '@qafila/contracts/shipment-events';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { startSink } from '../apps/webhooks/test/sink.ts';
import type { Sink } from '../apps/webhooks/test/sink.ts';
import { listAll } from './harness/list-all.ts';
import { receivedNotifications, storedNotifications } from './harness/notifications.ts';
import type { Body } from './harness/parcels.ts';
import { inParallel, queryPlatform, startPlatform } from './harness/platform.ts';
import type { Platform } from './harness/platform.ts';
import { cashOf, countBy, endsOf, FINAL_STATUSES, sumByCurrency } from './harness/shipment-totals.ts';
import { startThirdCourier } from './harness/third-courier.ts';
import type { ThirdCourier } from './harness/third-courier.ts';
import { drive, parcelsOfThree, stepsOf } from './harness/third-parcels.ts';
import { checkLines, importOfThree, SHORT_MINOR } from './harness/three-remittances.ts';

const MINUTES = 60_000;
/** Where Karrio is not installed yet, it is downloaded first. */
const START_MS = 15 * MINUTES;
const SEED = Number(process.env['QAFILA_SEED'] ?? 20_261_123);
const SHIPMENTS = 300;
const BASE = '/oe/aggtr/api/v1/shipments';
const COD = '/oe/aggtr/api/v1/cod';

describe(`${SHIPMENTS} shipments through three couriers at once`, () => {
  let platform: Platform;
  let third: ThirdCourier;
  let sink: Sink;
  let secret: string;
  let token: string;
  let webhookUrl: string;
  beforeAll(async () => {
    [third, sink] = await Promise.all([startThirdCourier(), startSink()]);
    // No suite calls Stripe; parcels travel for days, so a couriers' hour is short.
    const environment = { SANDBOX_COURIER_HOUR_MS: '60', STRIPE_API_URL: 'http://127.0.0.1:1', ...third.environment };
    platform = await startPlatform({ environment });
    const { clientId, clientSecret, companyCode } = platform.merchant;
    const body = { clientId, clientSecret, companyCode, grantType: 'client_credentials' };
    token = (await platform.send('/v1/admin/service-account/token', { body })).body.access_token as string;
    const endpoint = { url: `${sink.url}/hooks`, event_types: ['shipment.*', 'cod.*'], ordering: 'key' };
    secret = (await platform.call('POST', '/public/v1/webhook/endpoints', endpoint)).body.data.secret as string;
    const account = await call('PUT', `/oe/aggtr/api/v1/courier-accounts/${third.id}`, {
      credentials: third.credentials,
    });
    webhookUrl = account.body.data.account.webhook_url as string;
  }, START_MS);
  afterAll(async () => {
    await platform?.stop();
    await third?.stop();
    await sink?.stop();
  }, 2 * MINUTES);

  const call = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
    platform.send(path, { method, body, headers: { Token: token } });
  const listed = (): Promise<Body[]> => listAll(call, BASE);
  const listedWhen = (what: string, isReached: (shipment: Body) => boolean): Promise<Body[]> =>
    eventually(
      async () => {
        const all = await listed();
        const [waiting] = all.filter((shipment) => !isReached(shipment));
        if (waiting !== undefined) throw new Error(JSON.stringify(waiting));
        return all;
      },
      { timeoutMs: 5 * MINUTES, intervalMs: 300, what },
    );
  const isFinal = ({ shipmentStatus }: Body): boolean => FINAL_STATUSES.includes(shipmentStatus as string);

  test(
    'all reach a final status',
    async () => {
      await inParallel(parcelsOfThree(SEED, SHIPMENTS, third.id), 8, async ({ body }) => {
        const { status, text, body: answer } = await call('POST', BASE, body);
        expect([status, text]).toEqual([200, expect.stringContaining('Shipment created')]);
        const no = Number(/^shop-(\d+)/.exec(body.referenceNumber as string)?.[1]);
        if (no % 11 !== 4 || (body.courierId === third.id && !third.cancels)) return;
        // 202 before the pick-up, 409 after it: both are right, and an event reports which one happened.
        expect([202, 409]).toContain((await call('POST', `${BASE}/${answer.data.shipmentId}/cancel`)).status);
      });
      const reached = await listedWhen(
        'every shipment of the third courier to be booked',
        (shipment) => shipment.courierId !== third.id || shipment.shipmentStatus === 'BOOKED' || isFinal(shipment),
      );
      const booked = reached.filter(
        ({ courierId, shipmentStatus }) => courierId === third.id && shipmentStatus === 'BOOKED',
      );
      await drive(platform, third, { booked, webhookUrl });
      const all = await listedWhen('every shipment to be final', isFinal);
      expect(all).toHaveLength(SHIPMENTS);
      const ids = new Set(booked.map(({ shipmentId }) => shipmentId as string));
      for (const { shipmentId, referenceNumber, shipmentStatus } of all.filter((shipment) =>
        ids.has(shipment.shipmentId),
      )) {
        const end = stepsOf(third, referenceNumber as string).at(-1) === 'delivered' ? 'DELIVERED' : third.otherEnd;
        expect([shipmentId, shipmentStatus]).toEqual([shipmentId, end]);
      }
    },
    12 * MINUTES,
  );

  test(
    'API, events, webhooks and database have the same ends of each courier',
    async () => {
      const all = await listed();
      const byCourier = countBy(all, ({ courierId, shipmentStatus }) => `${courierId} ${shipmentStatus}`);
      process.stderr.write(`QAFILA_SEED=${SEED} repeats this: ${JSON.stringify(byCourier)}\n`);
      for (const courier of ['sandbox-express', 'sandbox-economy', third.id])
        expect(byCourier[`${courier} DELIVERED`]).toBeGreaterThan(SHIPMENTS / 20);
      const rows = await queryPlatform(
        platform,
        'shipment',
        'SELECT courier, status FROM shipment WHERE account_id = $1',
        [platform.merchant.accountId],
      );
      expect(countBy(rows, ({ courier, status }) => `${courier as string} ${status as string}`)).toEqual(byCourier);
      const stored = await storedNotifications(platform);
      const received = await receivedNotifications(sink, { secret, count: stored.length });
      for (const notifications of [stored, received] as ShipmentNotification[][]) {
        expect(notifications).toHaveLength(stored.length);
        for (const courier of ['sandbox-express', 'sandbox-economy', third.id]) {
          const ofCourier = notifications.filter(({ courierId }) => courierId === courier);
          const inApi = all.filter(({ courierId }) => courierId === courier);
          expect([courier, endsOf(ofCourier)]).toEqual([
            courier,
            countBy(inApi, ({ shipmentStatus }) => shipmentStatus as string),
          ]);
          expect([courier, cashOf(ofCourier)]).toEqual([courier, sumByCurrency(inApi.map(codCollected))]);
        }
      }
      // The third courier reports no cash; its remittances will.
      expect(all.filter(({ courierId, codCollected: cash }) => courierId === third.id && cash !== null)).toEqual([]);
    },
    2 * MINUTES,
  );

  test(
    'the three pay: API, events, webhooks, remittances and database agree to the minor unit',
    async () => {
      const before = (await listed()).filter(
        ({ shipmentStatus, codAmount }) => shipmentStatus === 'DELIVERED' && codAmount > 0,
      );
      const ofThird = before.filter(({ courierId }) => courierId === third.id);
      expect(ofThird.length).toBeGreaterThan(SHIPMENTS / 30);
      await importOfThree({ platform, call }, third.id, ofThird);
      expect(await checkLines({ platform, call })).toEqual(
        ['sandbox-economy unknown_waybill', `${third.id} amount_differs`, `${third.id} unknown_waybill`].sort(),
      );
      const paid = sumByCurrency(before.map(({ currency, codAmount }) => [currency, codAmount]));
      paid.SAR = (paid.SAR ?? 0) - Number(SHORT_MINOR);
      const remittances = await listAll(call, `${COD}/remittances`);
      expect(sumByCurrency(remittances.map(({ currency, cash, unmatched }) => [currency, cash - unmatched]))).toEqual(
        paid,
      );
      for (const { remittanceId, difference } of remittances)
        expect([remittanceId, difference]).toEqual([remittanceId, 0]);
      const books = await queryPlatform(
        platform,
        'shipment',
        `SELECT currency, sum(remitted_minor)::float8 / 100 AS remitted, sum(owed_minor)::int AS owed FROM cod_parcel
      WHERE account_id = $1 GROUP BY 1`,
        [platform.merchant.accountId],
      );
      expect(sumByCurrency(books.map((row) => [row['currency'], row['remitted'] as number]))).toEqual(paid);
      expect(books.reduce((sum, row) => sum + (row['owed'] as number), 0)).toBe(Number(SHORT_MINOR));
      const stored = await storedNotifications(platform);
      const received = await receivedNotifications(sink, { secret, count: stored.length });
      for (const notifications of [stored, received]) {
        const remitted = notifications.filter(({ event }) => event === 'cod.remitted');
        expect(sumByCurrency(remitted.map(({ currency, amount }) => [currency, amount]))).toEqual(paid);
      }
      // All that is paid in full counts as collected now.
      const after = (await listed()).filter(({ codCollected: cash }) => cash !== null);
      expect(after.map(({ shipmentId }) => shipmentId as string).sort()).toEqual(
        before
          .filter(({ shipmentId }) => shipmentId !== ofThird[0]?.shipmentId)
          .map(({ shipmentId }) => shipmentId as string)
          .sort(),
      );
    },
    2 * MINUTES,
  );
});

function codCollected({ currency, codCollected: cash }: Body): [currency: string, amount: number | null] {
  return [currency, cash];
}
