import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ShipmentNotification } from '@qafila/contracts/shipment-events';
import { KafkaBus } from '@qafila/messaging/kafka-bus';
import { createLogger } from '@qafila/runtime/log';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { runLength } from '@qafila/testing/run-length';
import { eventually } from '@qafila/testing/wait';
import { startSink } from '../apps/webhooks/test/sink.ts';
import type { Sink } from '../apps/webhooks/test/sink.ts';
import { listAll } from './harness/list-all.ts';
import { receivedNotifications, storedNotifications } from './harness/notifications.ts';
import { parcels, returnOf } from './harness/parcels.ts';
import type { Body, Parcel } from './harness/parcels.ts';
import { describeOnPlatforms, inParallel, queryPlatform } from './harness/platform.ts';
import type { SharedPlatform } from './harness/platform.ts';
import { checkRemittedCash } from './harness/remitted-cash.ts';
import { shipmentErrorCases } from './harness/shipment-errors.ts';
import { cashOf, countBy, endsOf, FINAL_STATUSES, sumByCurrency } from './harness/shipment-totals.ts';

const MINUTES = 60_000;
const SEED = 20_261_121;
const SHIPMENTS = runLength(300, 120);
const BASE = '/oe/aggtr/api/v1/shipments';

/** A merchant's shipments, from the token to the last return; the same on one process and on several. */
function journey(open: () => Promise<SharedPlatform>): void {
  let platform: SharedPlatform;
  let sink: Sink;
  let secret: string;
  let token: string;
  const shipped: { parcel: Parcel; id: string }[] = [];
  const published: ShipmentNotification[] = [];
  let bus: KafkaBus | undefined;
  beforeAll(async () => {
    [platform, sink] = await Promise.all([open(), startSink()]);
    const { kafka, merchant } = platform;
    if (kafka === undefined) return;
    bus = new KafkaBus(
      {
        brokers: kafka.brokers.split(','),
        clientId: 'journey',
        prefix: kafka.topicPrefix,
        partitions: 3,
        replicationFactor: 1,
        createTopics: true,
      },
      createLogger('test', 'silent'),
    );
    const seen = new Set<string>();
    await bus.subscribe({
      group: 'journey',
      topics: ['shipment.events.v1'],
      batchMessagesMax: 500,
      handler: async (messages) => {
        for (const { id, accountid, data } of messages.map(
          ({ value }) => JSON.parse(value.toString()) as { id: string; accountid: string; data: ShipmentNotification },
        ))
          if (accountid === merchant.accountId && !seen.has(id)) {
            seen.add(id);
            published.push(data);
          }
      },
    });
  }, 4 * MINUTES);
  afterAll(async () => {
    await bus?.stop();
    await sink?.stop();
  }, 2 * MINUTES);

  const call = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { Token: token },
  ): Promise<HttpAnswer> => platform.send(path, { method, body, headers });
  const tokenFor = async (scope?: string): Promise<string> => {
    const { clientId, clientSecret, companyCode } = platform.merchant;
    return (
      await call(
        'POST',
        '/v1/admin/service-account/token',
        { clientId, clientSecret, companyCode, grantType: 'client_credentials', scope },
        {},
      )
    ).body.access_token as string;
  };
  const track = async (id: string): Promise<Body> => (await call('GET', `${BASE}/${id}/track`)).body.data;
  const untilStatus = (id: string, ...wanted: string[]): Promise<Body> =>
    eventually(
      async (): Promise<Record<string, Body> | null> => {
        const found = await track(id);
        return wanted.includes(found.shipmentStatus) ? found : null;
      },
      // A parcel travels for seconds; asking for eight of them all the time would be most of the work.
      { timeoutMs: 2 * MINUTES, intervalMs: 200, what: `${id} to be ${wanted.join(' or ')}` },
    );
  const create = async (parcel: Parcel): Promise<string> => {
    const { body } = await call('POST', BASE, parcel.body);
    // Arabic addresses across a border.
    const warnings = (body.data?.warnings ?? []) as Body[];
    expect(warnings.filter(({ code }) => code !== 'LATIN_MISSING')).toEqual([]);
    delete body.data?.warnings;
    expect({ for: parcel.body.referenceNumber, body }).toEqual({
      for: parcel.body.referenceNumber,
      body: { code: '200', status: 'Success', message: 'Shipment created', data: { shipmentId: expect.any(String) } },
    });
    return body.data.shipmentId as string;
  };

  test('both forms of the token endpoint return the object of §2.2', async () => {
    const { clientId, clientSecret, companyCode } = platform.merchant;
    const json = await call(
      'POST',
      '/v1/admin/service-account/token',
      { clientId, clientSecret, companyCode, grantType: 'client_credentials' },
      {},
    );
    const basic = await call('POST', '/auth/token', 'grant_type=client_credentials', {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    });
    for (const { status, body, headers } of [json, basic]) {
      expect([status, body, headers.get('cache-control')]).toEqual([
        200,
        {
          access_token: expect.stringMatching(/^eyJ/),
          token_type: 'Bearer',
          expires_in: 3600,
          scope: 'shipments:write shipments:read',
        },
        'no-store',
      ]);
    }
    token = json.body.access_token;
    const { body } = await platform.call('POST', '/public/v1/webhook/endpoints', {
      url: `${sink.url}/hooks`,
      event_types: ['shipment.*', 'cod.*'],
      ordering: 'key',
    });
    secret = body.data.secret;
    expect((await call('GET', `${BASE}/couriers`)).body).toEqual({
      code: '200',
      status: 'Success',
      message: expect.any(String),
      data: { couriers: ['sandbox-express', 'sandbox-economy'] },
    });
  });

  test(
    'a parcel with an Arabic address is shipped, labelled, delivered and returned',
    async () => {
      const parcel = parcels(1, 12)[1] as Parcel;
      parcel.body.referenceNumber = 'first';
      const id = await create(parcel);
      const label = await eventually(async (): Promise<Record<string, Body> | null> => {
        const { status, body } = await call('GET', `${BASE}/${id}/awb`);
        return status === 200 ? body.data : null;
      });
      const pdf = await call('GET', label.awbUrl, undefined, {});
      expect([pdf.status, pdf.headers.get('content-type'), pdf.bytes.subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ]);
      expect((await call('GET', label.formats.zpl, undefined, {})).bytes.toString()).toMatch(/^\^XA/);
      const delivered = await untilStatus(id, 'DELIVERED');
      expect(delivered.codCollected).toBe(Number(parcel.codMinor) / 100);
      const back = await call('POST', `${BASE}/${id}/return`, returnOf(parcel, 2));
      expect([back.status, back.body.status]).toEqual([200, 'Success']);
      expect((await untilStatus(back.body.data.shipmentId, 'DELIVERED')).originalShipmentId).toBe(id);
      expect((await call('POST', `${BASE}/${id}/return`, returnOf(parcel, 1))).body.details[0].code).toBe(
        'RETURN_QUANTITY_EXCEEDED',
      );
    },
    3 * MINUTES,
  );

  test(
    'every row of the error table is answered in the envelope of §2.1',
    async () => {
      const readOnlyToken = await tokenFor('shipments:read');
      const cases = await shipmentErrorCases({ base: BASE, call, create, untilStatus, token, readOnlyToken });
      for (const [code, status, provoke] of cases) {
        const { body, ...answer } = await provoke();
        expect({ code, status: answer.status, codes: body.details?.map((detail: Body) => detail.code) }).toEqual({
          code,
          status,
          codes: expect.arrayContaining([code]),
        });
        expect(body).toMatchObject({
          errorCode: String(status),
          errorMessage: expect.any(String),
          errorStatus: 'Error',
          userMessage: expect.any(String),
        });
      }
      const arabic = await call('GET', `${BASE}/shp_unknown/track`, undefined, {
        Token: token,
        'accept-language': 'ar',
      });
      expect(arabic.body.userMessage).toBe('لم يتم العثور على هذه الشحنة.');
    },
    2 * MINUTES,
  );

  test(
    `${SHIPMENTS} shipments of seed ${SEED} reach a final status; some are cancelled, some returned`,
    async () => {
      const all = parcels(SEED, SHIPMENTS);
      expect(all.filter(({ codMinor }) => codMinor > 0n).length / SHIPMENTS).toBeCloseTo(0.3, 1);
      await inParallel(all, 8, async (parcel) => {
        const id = await create(parcel);
        shipped.push({ parcel, id });
        const no = Number(/^shop-(\d+)/.exec(parcel.body.referenceNumber as string)?.[1]);
        // 202 before the pick-up, 409 after it: both are right, and an event reports which one happened.
        if (no % 11 === 4) expect([202, 409]).toContain((await call('POST', `${BASE}/${id}/cancel`)).status);
      });
      await inParallel(shipped, 8, async ({ id }) => {
        await untilStatus(id, ...FINAL_STATUSES);
      });
      const delivered = [];
      for (const shipment of shipped)
        if ((await track(shipment.id)).shipmentStatus === 'DELIVERED') delivered.push(shipment);
      const returned: string[] = [];
      await inParallel(
        delivered.filter((_, index) => index % 6 === 0),
        4,
        async ({ parcel, id }) => {
          const { status, body } = await call('POST', `${BASE}/${id}/return`, returnOf(parcel, 1));
          expect([parcel.body.referenceNumber, status]).toEqual([parcel.body.referenceNumber, 200]);
          returned.push(body.data.shipmentId as string);
        },
      );
      expect(returned.length).toBeGreaterThan(SHIPMENTS / 30);
      await inParallel(returned, 8, async (id) => {
        await untilStatus(id, ...FINAL_STATUSES);
      });
    },
    8 * MINUTES,
  );

  test(
    "API, events, webhooks, database and the courier's scans agree on every final status and on the cash",
    async () => {
      const listed = await listAll(call, BASE);
      const query = (sql: string): ReturnType<typeof queryPlatform> =>
        queryPlatform(platform, 'shipment', sql, [platform.merchant.accountId]);
      const rows = await query(
        'SELECT id, status, type, currency, cod_minor, cod_collected_minor FROM shipment WHERE account_id = $1',
      );
      expect(listed).toHaveLength(rows.length);
      const byId = new Map(rows.map((row) => [row['id'], row]));
      for (const { shipmentId, shipmentStatus } of listed)
        expect([shipmentId, shipmentStatus]).toEqual([shipmentId, byId.get(shipmentId)?.['status']]);
      const stored = (await storedNotifications(platform)) as ShipmentNotification[];
      const verified = (await receivedNotifications(sink, { secret, count: stored.length })) as ShipmentNotification[];
      if (bus !== undefined) await eventually(() => published.length >= stored.length);
      for (const notifications of [stored, verified, ...(bus === undefined ? [] : [published])]) {
        expect(notifications).toHaveLength(stored.length);
        expect(endsOf(notifications)).toEqual(
          countBy(
            listed.filter(({ shipmentStatus }) => shipmentStatus !== 'PENDING' && shipmentStatus !== 'BOOKED'),
            ({ shipmentStatus }) => shipmentStatus as string,
          ),
        );
        expect(cashOf(notifications)).toEqual(
          sumByCurrency(listed.map(({ currency, codCollected }) => [currency, codCollected])),
        );
      }
      expect(
        sumByCurrency(
          rows
            .filter((row) => row['status'] === 'DELIVERED')
            .map((row) => [row['currency'], Number(row['cod_minor']) / 100]),
        ),
      ).toEqual(sumByCurrency(listed.map(({ currency, codCollected }) => [currency, codCollected])));
      const expected = shipped
        .filter(({ id }) => byId.get(id)?.['status'] === 'DELIVERED')
        .map(({ parcel }) => [parcel.body.currency, Number(parcel.codMinor) / 100] as [string, number]);
      expect(
        sumByCurrency(
          rows
            .filter((row) => shipped.some(({ id }) => id === row['id']))
            .map((row) => [
              row['currency'],
              row['cod_collected_minor'] === null ? null : Number(row['cod_collected_minor']) / 100,
            ]),
        ),
      ).toEqual(sumByCurrency(expected));
      expect(Object.keys(endsOf(stored))).toEqual(
        expect.arrayContaining(['DELIVERED', 'CANCELLED', 'RETURNED', 'LOST', 'BOOKING_FAILED']),
      );
    },
    4 * MINUTES,
  );

  test(
    'couriers pay out the cash: API, events, webhooks, remittances and database agree to the minor unit',
    () => checkRemittedCash({ platform, call, sink, secret, listed: () => listAll(call, BASE) }),
    4 * MINUTES,
  );

  test('webhooks of a shipment arrive in the order of its statuses', async () => {
    for (const { id } of shipped.slice(0, 40)) {
      const changes = sink
        .at('/hooks')
        .map(({ body }) => JSON.parse(body) as ShipmentNotification)
        .filter(({ event, shipmentId }) => shipmentId === id && event === 'shipment.status.changed');
      const withoutRepeats = [
        ...new Map(
          changes.map((change) => [`${change.previousStatus} ${change.shipmentStatus} ${change.occurredAt}`, change]),
        ).values(),
      ];
      withoutRepeats.reduce((previous, change) => {
        expect([id, change.previousStatus]).toEqual([id, previous]);
        return change.shipmentStatus;
      }, 'PENDING');
    }
  });
}

describeOnPlatforms('shipments', journey);
