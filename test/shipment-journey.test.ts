import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import type { ShipmentNotification } from '@qafila/contracts/shipment-events';
import { KafkaBus } from '@qafila/messaging/kafka-bus';
import { createLogger } from '@qafila/runtime/log';
import { describeWithKafka } from '@qafila/testing/kafka';
import type { TestKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { startSink } from '../apps/webhooks/test/sink.ts';
import type { Sink } from '../apps/webhooks/test/sink.ts';
import { parcels, returnOf } from './harness/parcels.ts';
import type { Body, Parcel } from './harness/parcels.ts';
import { inParallel, startPlatform } from './harness/platform.ts';
import type { Platform } from './harness/platform.ts';

const MINUTES = 60_000;
const SEED = 20_261_121;
const SHIPMENTS = 300;
const BASE = '/oe/aggtr/api/v1/shipments';
const ENDS = ['DELIVERED', 'CANCELLED', 'CANCELLED_BY_COURIER', 'RETURNED', 'LOST', 'BOOKING_FAILED'];
/** A courier's hour: parcels travel for days. */
const COURIER_HOUR_MS = '60';

interface Answer { status: number; body: Body; bytes: Buffer; headers: Headers }

/** A merchant's warehouse, from the token to the last return; the same on one process and on several. */
function journey(start: () => Promise<Platform>, kafka?: TestKafka): void {
  let platform: Platform;
  let sink: Sink;
  let secret: string;
  let token: string;
  const shipped: { parcel: Parcel; id: string }[] = [];
  const published: ShipmentNotification[] = [];
  let bus: KafkaBus | undefined;
  beforeAll(async () => {
    [platform, sink] = await Promise.all([start(), startSink()]);
    if (kafka === undefined) return;
    bus = new KafkaBus({ brokers: kafka.brokers.split(','), clientId: 'journey', prefix: kafka.topicPrefix, partitions: 3, replicationFactor: 1, createTopics: true }, createLogger('test', 'silent'));
    const seen = new Set<string>();
    await bus.subscribe({ group: 'journey', topics: ['shipment.events.v1'], batchMessagesMax: 500, handler: async (messages) => {
      for (const { id, data } of messages.map(({ value }) => JSON.parse(value.toString()) as { id: string; data: ShipmentNotification })) if (!seen.has(id)) { seen.add(id); published.push(data); }
    } });
  }, 4 * MINUTES);
  afterAll(async () => { await bus?.stop(); await platform?.stop(); await sink?.stop(); }, 2 * MINUTES);

  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = { Token: token }): Promise<Answer> => {
    const url = path.startsWith('http') ? path : platform.merchant.gatewayUrl + path;
    const answer = await fetch(url, { method, headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers }, body: body === undefined || typeof body === 'string' ? body as string : JSON.stringify(body) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, bytes, headers: answer.headers, body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(bytes.toString()) : undefined };
  };
  const tokenFor = async (scope?: string): Promise<string> => {
    const { clientId, clientSecret, companyCode } = platform.merchant as unknown as Record<string, string>;
    return (await call('POST', '/v1/admin/service-account/token', { clientId, clientSecret, companyCode, grantType: 'client_credentials', scope }, {})).body.access_token as string;
  };
  const track = async (id: string): Promise<Body> => (await call('GET', `${BASE}/${id}/track`)).body.data;
  const untilStatus = (id: string, ...wanted: string[]): Promise<Body> => eventually(async (): Promise<Record<string, Body> | null> => {
    const found = await track(id);
    return wanted.includes(found.shipmentStatus) ? found : null;
  }, { timeoutMs: 2 * MINUTES, what: `${id} to be ${wanted.join(' or ')}` });
  const create = async (parcel: Parcel): Promise<string> => {
    const { body } = await call('POST', BASE, parcel.body);
    expect({ for: parcel.body.referenceNumber, body }).toEqual({ for: parcel.body.referenceNumber, body: { code: '200', status: 'Success', message: 'Shipment created', data: { shipmentId: expect.any(String) } } });
    return body.data.shipmentId as string;
  };

  test('both forms of the token endpoint give the object of §2.2', async () => {
    const { clientId, clientSecret, companyCode } = platform.merchant as unknown as Record<string, string>;
    const json = await call('POST', '/v1/admin/service-account/token', { clientId, clientSecret, companyCode, grantType: 'client_credentials' }, {});
    const basic = await call('POST', '/auth/token', 'grant_type=client_credentials', { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`, 'content-type': 'application/x-www-form-urlencoded' });
    for (const { status, body, headers } of [json, basic]) {
      expect([status, body, headers.get('cache-control')]).toEqual([200, { access_token: expect.stringMatching(/^eyJ/), token_type: 'Bearer', expires_in: 3600, scope: 'shipments:write shipments:read' }, 'no-store']);
    }
    token = json.body.access_token;
    const { body } = await platform.call('POST', '/public/v1/webhook/endpoints', { url: `${sink.url}/hooks`, event_types: ['shipment.*'], ordering: 'key' });
    secret = body.data.secret;
    expect((await call('GET', `${BASE}/couriers`)).body).toEqual({ code: '200', status: 'Success', message: expect.any(String), data: { couriers: ['sandbox-express', 'sandbox-economy'] } });
  });

  test('a parcel with an Arabic address is shipped, labelled, delivered and returned', async () => {
    const parcel = parcels(1, 12)[1] as Parcel;
    parcel.body.referenceNumber = 'first';
    const id = await create(parcel);
    const label = await eventually(async (): Promise<Record<string, Body> | null> => {
      const { status, body } = await call('GET', `${BASE}/${id}/awb`);
      return status === 200 ? body.data : null;
    });
    const pdf = await call('GET', label.awbUrl, undefined, {});
    expect([pdf.status, pdf.headers.get('content-type'), pdf.bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
    expect((await call('GET', label.formats.zpl, undefined, {})).bytes.toString()).toMatch(/^\^XA/);
    const delivered = await untilStatus(id, 'DELIVERED');
    expect(delivered.codCollected).toBe(Number(parcel.codMinor) / 100);
    const back = await call('POST', `${BASE}/${id}/return`, returnOf(parcel, 2));
    expect([back.status, back.body.status]).toEqual([200, 'Success']);
    expect((await untilStatus(back.body.data.shipmentId, 'DELIVERED')).originalShipmentId).toBe(id);
    expect((await call('POST', `${BASE}/${id}/return`, returnOf(parcel, 1))).body.details[0].code).toBe('RETURN_QUANTITY_EXCEEDED');
  }, 3 * MINUTES);

  test('every row of the error table, in the envelope of §2.1', async () => {
    const good = (): Body => structuredClone(parcels(2, 12)[1] as Parcel).body;
    const international = (): Body => structuredClone(parcels(2, 12)[5] as Parcel).body;
    const to = (body: Body, party: Body): Body => ({ ...body, shipToInfo: { ...body.shipToInfo, ...party } });
    const id = await create({ ...parcels(3, 2)[1] as Parcel, body: { ...good(), referenceNumber: 'errors-STILL' } });
    const readOnly = await tokenFor('shipments:read');
    const many = Array.from({ length: 251 }, () => good().packagesInfo[0]);
    const rows: [string, number, () => Promise<Answer>][] = [
      ['VALIDATION_FAILED', 400, () => call('POST', BASE, { ...good(), colour: 'red' })],
      ['PHONE_INVALID', 400, () => call('POST', BASE, to(good(), { phone: '12' }))],
      ['COUNTRY_INVALID', 400, () => call('POST', BASE, to(good(), { countryCode: 'XX' }))],
      ['POSTCODE_INVALID', 400, () => call('POST', BASE, to({ ...good(), shipFromInfo: parcels(2, 1)[0]?.body.shipFromInfo }, { countryCode: 'SA', phone: '+966501234567', shortAddress: 'RRRD2929', postalCode: '1' }))],
      ['NATIONAL_ADDRESS_REQUIRED', 400, () => call('POST', BASE, to(parcels(2, 1)[0]?.body, { countryCode: 'SA', phone: '+966501234567', shortAddress: undefined }))],
      ['AMOUNT_PRECISION', 400, () => call('POST', BASE, { ...good(), codAmount: '1.234' })],
      ['PRICING_MISMATCH', 400, () => call('POST', BASE, { ...good(), pricing: { ...good().pricing, totalAmount: 1_000_000 } })],
      ['COD_NOT_ALLOWED', 400, () => call('POST', BASE, { ...good(), paymentMode: 'PREPAID' })],
      ['COD_EXCEEDS_TOTAL', 400, () => call('POST', BASE, { ...good(), codAmount: 1_000_000 })],
      ['CUSTOMS_REQUIRED', 400, () => call('POST', BASE, { ...international(), customs: undefined })],
      ['HS_CODE_INVALID', 400, () => { const body = international(); body.packagesInfo[0].items[0].hsCode = '12'; return call('POST', BASE, body); }],
      ['SHIPMENT_TYPE_MISMATCH', 400, () => call('POST', BASE, { ...good(), shipmentType: 'RETURN' })],
      ['PACKAGE_LIMIT', 400, () => call('POST', BASE, { ...good(), packagesInfo: many })],
      ['COURIER_UNKNOWN', 400, () => call('POST', BASE, { ...good(), courierId: 'nobody' })],
      ['TOKEN_MISSING', 401, () => call('GET', `${BASE}/${id}/track`, undefined, {})],
      ['TOKEN_INVALID', 401, () => call('GET', `${BASE}/${id}/track`, undefined, { Token: `${token}x` })],
      ['SCOPE_MISSING', 403, () => call('POST', BASE, good(), { Token: readOnly })],
      ['SHIPMENT_NOT_FOUND', 404, () => call('GET', `${BASE}/shp_unknown/track`)],
      ['RETURN_NOT_ALLOWED', 409, () => call('POST', `${BASE}/${id}/return`, returnOf({ body: good() } as Parcel, 1))],
      ['REFERENCE_DUPLICATE', 409, () => call('POST', BASE, { ...good(), referenceNumber: 'errors-STILL' })],
      ['NOT_CANCELLABLE', 409, async () => { const done = (await call('GET', `${BASE}?status=DELIVERED&limit=1`)).body.data.items[0].shipmentId as string; return call('POST', `${BASE}/${done}/cancel`); }],
      ['AWB_NOT_READY', 409, async () => { const refused = await create({ body: { ...good(), referenceNumber: 'errors-REFUSE' } } as Parcel); await untilStatus(refused, 'BOOKING_FAILED'); return call('GET', `${BASE}/${refused}/awb`); }],
      ['IDEMPOTENCY_KEY_REUSED', 422, async () => {
        const headers = { Token: token, 'idempotency-key': 'once' };
        await call('POST', BASE, { ...good(), referenceNumber: 'key-1' }, headers);
        return call('POST', BASE, { ...good(), referenceNumber: 'key-2' }, headers);
      }],
      ['BODY_TOO_LARGE', 413, () => call('POST', BASE, { ...good(), instructions: 'x'.repeat(1_100_000) })],
      ['UNSUPPORTED_MEDIA_TYPE', 415, () => call('POST', BASE, 'a=b', { Token: token, 'content-type': 'text/plain' })],
    ];
    for (const [code, status, provoke] of rows) {
      const { body, ...answer } = await provoke();
      expect({ code, status: answer.status, codes: body.details?.map((one: Body) => one.code) }).toEqual({ code, status, codes: expect.arrayContaining([code]) });
      expect(body).toMatchObject({ errorCode: String(status), errorMessage: expect.any(String), errorStatus: 'Error', userMessage: expect.any(String) });
    }
    const arabic = await call('GET', `${BASE}/shp_unknown/track`, undefined, { Token: token, 'accept-language': 'ar' });
    expect(arabic.body.userMessage).toBe('لم يتم العثور على هذه الشحنة.');
  }, 2 * MINUTES);

  test(`${SHIPMENTS} shipments of seed ${SEED} are created, some cancelled, carried, and some returned`, async () => {
    const all = parcels(SEED, SHIPMENTS);
    expect(all.filter(({ codMinor }) => codMinor > 0n).length / SHIPMENTS).toBeCloseTo(0.3, 1);
    await inParallel(all, 8, async (parcel) => {
      const id = await create(parcel);
      shipped.push({ parcel, id });
      const no = Number(/^shop-(\d+)/.exec(parcel.body.referenceNumber as string)?.[1]);
      // 202 while it can be, 409 when the driver was faster: both are right, and the final word is an event.
      if (no % 11 === 4) expect([202, 409]).toContain((await call('POST', `${BASE}/${id}/cancel`)).status);
    });
    await inParallel(shipped, 8, async ({ id }) => { await untilStatus(id, ...ENDS); });
    const delivered = [];
    for (const one of shipped) if ((await track(one.id)).shipmentStatus === 'DELIVERED') delivered.push(one);
    const returned: string[] = [];
    await inParallel(delivered.filter((_, index) => index % 6 === 0), 4, async ({ parcel, id }) => {
      const { status, body } = await call('POST', `${BASE}/${id}/return`, returnOf(parcel, 1));
      expect([parcel.body.referenceNumber, status]).toEqual([parcel.body.referenceNumber, 200]);
      returned.push(body.data.shipmentId as string);
    });
    expect(returned.length).toBeGreaterThan(10);
    await inParallel(returned, 8, async (id) => { await untilStatus(id, ...ENDS); });
  }, 8 * MINUTES);

  test('API, events, webhooks, database and the courier\'s scans agree on every end and on the cash', async () => {
    const listed = await everything(call);
    const rows = await query(platform, 'SELECT id, status, type, currency, cod_minor, cod_collected_minor FROM shipment');
    expect(listed).toHaveLength(rows.length);
    const byId = new Map(rows.map((row) => [row['id'], row]));
    for (const one of listed) expect([one.shipmentId, one.shipmentStatus]).toEqual([one.shipmentId, byId.get(one.shipmentId)?.['status']]);
    const told = (await query(platform, "SELECT e->'data' AS data FROM outbox o, json_array_elements(o.body::json) e")).map((row) => row['data'] as ShipmentNotification);
    // The last word of each shipment is its end.
    const webhooks = await eventually(() => {
      const bodies = [...new Map(sink.at('/hooks').map((request) => [String(request.headers['webhook-id']), request])).values()];
      return bodies.length >= told.length ? bodies : null;
    }, { timeoutMs: 2 * MINUTES, what: `${told.length} webhooks` });
    const verified = webhooks.map(({ body, headers }) => new Webhook(secret).verify(body, headers as Record<string, string>) as ShipmentNotification);
    if (bus !== undefined) await eventually(() => published.length >= told.length);
    for (const heard of [told, verified, ...(bus === undefined ? [] : [published])]) {
      expect(heard).toHaveLength(told.length);
      expect(endsOf(heard)).toEqual(countBy(listed.filter((one) => one.shipmentStatus !== 'PENDING' && one.shipmentStatus !== 'BOOKED'), (one) => one.shipmentStatus as string));
      expect(cashOf(heard)).toEqual(cash(listed.map((one) => [one.currency, one.codCollected])));
    }
    expect(cash(rows.filter((row) => row['status'] === 'DELIVERED').map((row) => [row['currency'], Number(row['cod_minor']) / 100]))).toEqual(cash(listed.map((one) => [one.currency, one.codCollected])));
    const expected = shipped.filter(({ id }) => byId.get(id)?.['status'] === 'DELIVERED').map(({ parcel }) => [parcel.body.currency, Number(parcel.codMinor) / 100] as [string, number]);
    expect(cash(rows.filter((row) => shipped.some(({ id }) => id === row['id'])).map((row) => [row['currency'], row['cod_collected_minor'] === null ? null : Number(row['cod_collected_minor']) / 100]))).toEqual(cash(expected));
    expect(Object.keys(endsOf(told))).toEqual(expect.arrayContaining(['DELIVERED', 'CANCELLED', 'RETURNED', 'LOST', 'BOOKING_FAILED']));
  }, 4 * MINUTES);

  test('webhooks of a shipment came in the order of its life', async () => {
    for (const { id } of shipped.slice(0, 40)) {
      const statuses = sink.at('/hooks').map(({ body }) => JSON.parse(body) as ShipmentNotification).filter(({ event, shipmentId }) => shipmentId === id && event === 'shipment.status.changed');
      const first = [...new Map(statuses.map((one) => [`${one.previousStatus} ${one.shipmentStatus} ${one.occurredAt}`, one])).values()];
      first.reduce((previous, one) => { expect([id, one.previousStatus]).toEqual([id, previous]); return one.shipmentStatus; }, 'PENDING');
    }
  });
}

async function everything(call: (method: string, path: string) => Promise<Answer>): Promise<Body[]> {
  const items: Body[] = [];
  for (let cursor = ''; ;) {
    const { body: { data } } = await call('GET', `${BASE}?limit=100${cursor}`);
    items.push(...data.items as Body[]);
    if (data.next_cursor === null) return items;
    cursor = `&cursor=${data.next_cursor}`;
  }
}

/** The platform's own database, as its operator reaches it. */
async function query({ dataDir }: Platform, sql: string): Promise<Record<string, unknown>[]> {
  const { rolePassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { rolePassword: string };
  const port = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];
  const client = new pg.Client({ connectionString: `postgres://qafila_shipment:${rolePassword}@127.0.0.1:${port}/qafila`, options: '-c search_path=shipment' });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** How many shipments ended how, by the last state that was told of each. */
function endsOf(heard: readonly ShipmentNotification[]): Record<string, number> {
  const moves = heard.filter(({ event }) => event === 'shipment.status.changed');
  const left = new Set(moves.map(({ shipmentId, previousStatus }) => `${shipmentId} ${previousStatus}`));
  // A state that was left again is no end; one that is entered twice (a failed delivery) is counted by its last time.
  const ends = new Map(moves.filter(({ shipmentId, shipmentStatus }) => ENDS.includes(shipmentStatus) && !left.has(`${shipmentId} ${shipmentStatus}`)).map((one) => [one.shipmentId, one.shipmentStatus]));
  return countBy([...ends.values()], (status) => status);
}

function countBy<T>(all: readonly T[], key: (one: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of all) counts[key(one)] = (counts[key(one)] ?? 0) + 1;
  return counts;
}

function cashOf(heard: readonly ShipmentNotification[]): Record<string, number> {
  return cash(heard.filter(({ event }) => event === 'shipment.delivered').map(({ currency, codCollected }) => [currency, codCollected]));
}

/** Sums by currency, in minor units. */
function cash(all: readonly (readonly [unknown, number | null])[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [currency, amount] of all) if (amount !== null && amount > 0) sums[currency as string] = (sums[currency as string] ?? 0) + Math.round(amount * 100);
  return sums;
}

describe('shipments on one process with the embedded bus', () => journey(() => startPlatform({ environment: { SANDBOX_COURIER_HOUR_MS: COURIER_HOUR_MS } })));
describeWithKafka('shipments on separate processes over Kafka', (kafka) => journey(() => startPlatform({
  flags: ['--kafka'], environment: { KAFKA_BROKERS: kafka.brokers, KAFKA_PREFIX: kafka.topicPrefix, SANDBOX_COURIER_HOUR_MS: COURIER_HOUR_MS },
}), kafka));
