import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { spawnService } from '@qafila/local/supervise';
import type { Principal } from '@qafila/auth/principal';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { ports } from '@qafila/testing/ports';
import { AddressBook } from '../../src/addresses/address-book.ts';
import { OfficialDirectory } from '../../src/addresses/official-directory.ts';
import { claimJob, workJob } from '../../src/bulk/work-job.ts';
import { ADDRESSES } from '../../src/limits.ts';
import { domestic, riyadhParty } from '../bodies.ts';
import { startShipmentForTest } from '../harness.ts';
import type { ShipmentUnderTest } from '../harness.ts';

const API = '/oe/aggtr/api/v1';
const BASE = `${API}/shipments`;
const FILLED = {
  city: 'الرياض',
  district: 'حي العوالي',
  postalCode: '14926',
  buildingNumber: '8080',
  additionalNumber: '3125',
};

let directoryUrl: string;
let stopDirectory: () => Promise<unknown>;
let shipment: ShipmentUnderTest;
beforeAll(async () => {
  const { http } = await ports('http');
  directoryUrl = `http://127.0.0.1:${http}`;
  ({ stop: stopDirectory } = await spawnService({
    name: 'directory',
    args: [fileURLToPath(new URL('directory.mjs', import.meta.url)), String(http)],
    readyUrl: `${directoryUrl}/_control/ready`,
    onLine: () => {},
    env: process.env,
  }));
  shipment = await startShipmentForTest({
    more: {
      NATIONAL_ADDRESS_DIRECTORY: 'official',
      NATIONAL_ADDRESS_KEY: 'key-1',
      NATIONAL_ADDRESS_URL: directoryUrl,
    },
  });
});
afterAll(async () => {
  await shipment?.stop();
  await stopDirectory?.();
});
/** Each test has a directory that answers. */
beforeEach(async () => {
  await control('hang', { is: false });
  shipment.passTime(ADDRESSES.pauseMs);
  await calls();
});

async function control(what: string, body: object = {}): Promise<Json> {
  const answer = await fetch(`${directoryUrl}/_control/${what}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as Json;
}

/** The requests since the last look. */
const calls = async (): Promise<string[]> => (await control('calls')).calls as string[];

const { district: _district, postalCode: _code, city: _city, ...party } = riyadhParty() as Json;
/** Leaves to the directory what it has. */
const short = { ...party, shortAddress: 'MDSB2551' };
const unknown = { ...riyadhParty(), shortAddress: 'ZZZZ9999' };
const shop = { ...riyadhParty(), shortAddress: undefined, buildingNumber: '2929' };
let reference = 0;
const bodyOf = (shipToInfo: Json): Json => ({
  ...domestic(),
  referenceNumber: `na-${++reference}`,
  shipToInfo,
  shipFromInfo: shop,
});

const create = async (shipToInfo: Json): Promise<Json> =>
  (await shipment.call('POST', BASE, bodyOf(shipToInfo))).body as Json;
const sentTo = async (id: string): Promise<Json> =>
  (await shipment.call('GET', `${BASE}/${id}`)).body.data.sent.shipToInfo as Json;
const codesOf = ({ warnings = [] }: Json): string[] => (warnings as Json[]).map(({ code }) => code as string);

describe('a short address', () => {
  it('fills what a party leaves out, in the script of its street, and is requested once', async () => {
    const { data } = await create(short);
    expect(data.warnings).toBeUndefined();
    expect(await sentTo(data.shipmentId)).toMatchObject(FILLED);
    const english = await create({ ...short, addressLine1: 'Asim street', shortAddress: ' MDSB٢٥٥١ ' });
    expect(await sentTo(english.data.shipmentId)).toMatchObject({ ...FILLED, city: 'Riyadh', district: 'Al Awali' });
    expect((await calls()).sort()).toEqual(['MDSB2551 A', 'MDSB2551 E']);
  });

  it('warns of what differs and keeps what was sent', async () => {
    const { data } = await create({ ...riyadhParty(), shortAddress: 'MDSB2551', postalCode: '١٢٣٣٣' });
    expect(data.warnings).toEqual([
      expect.objectContaining({ code: 'NATIONAL_ADDRESS_DIFFERS', field: 'shipToInfo.postalCode' }),
    ]);
  });

  it('warns when the directory does not have it', async () => {
    expect(codesOf((await create(unknown)).data)).toEqual(['NATIONAL_ADDRESS_UNKNOWN']);
  });

  it('is kept for all processes: one that is found for 30 days, one that is not for a day', async () => {
    let nowMs = Date.now();
    const directory = new OfficialDirectory({ url: directoryUrl, key: 'key-1' });
    const { pool, dependencies } = shipment;
    const ask = async (text: string): Promise<[string, number]> => {
      const book = new AddressBook({ pool, directory, clock: () => nowMs, log: dependencies.log });
      return [(await book.resolve(text)).kind, (await calls()).length];
    };
    const both = async (): Promise<unknown> => [await ask('MDSB7777'), await ask('ZZZZ7777')];
    const [fetched, kept] = [2, 0];
    expect(await both()).toEqual([
      ['found', fetched],
      ['unknown', fetched],
    ]);
    nowMs += ADDRESSES.unknownStoredMs - 1;
    expect(await both()).toEqual([
      ['found', kept],
      ['unknown', kept],
    ]);
    nowMs += 1;
    expect(await both()).toEqual([
      ['found', kept],
      ['unknown', fetched],
    ]);
    nowMs += ADDRESSES.storedMs;
    expect(await both()).toEqual([
      ['found', fetched],
      ['unknown', fetched],
    ]);
  });

  it('holds no create up when the directory hangs, and leaves it alone afterwards', async () => {
    await control('hang', { is: true });
    for (const shortAddress of ['AAAA0001', 'AAAA0002', 'AAAA0003'])
      expect((await create({ ...riyadhParty(), shortAddress })).data.shipmentId).toMatch(/^shp_/);
    expect(await calls()).toHaveLength(2);
  });

  it('is resolved and checked in an edit', async () => {
    const { data } = await create({ ...riyadhParty() });
    const edit = async (to: Json): Promise<Json> =>
      (await shipment.call('PUT', `${BASE}/${data.shipmentId}`, bodyOf(to))).body.data as Json;
    expect(await edit(short)).toEqual({ shipmentStatus: 'PENDING' });
    expect(await sentTo(data.shipmentId)).toMatchObject(FILLED);
    expect(codesOf(await edit(unknown))).toEqual(['NATIONAL_ADDRESS_UNKNOWN']);
  });

  it('is resolved and checked in a return', async () => {
    const id = await shipment.ship(bodyOf({ ...riyadhParty() }));
    const { awb } = shipment.falcon.booked(id) as { awb: string };
    await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, 'DELIVERED')]);
    const body = { ...bodyOf(short), shipmentType: 'RETURN', shipFromInfo: unknown };
    const answer = await shipment.call('POST', `${BASE}/${id}/return`, body);
    const { shipmentId, warnings } = answer.body.data as Json;
    expect(await sentTo(shipmentId)).toMatchObject(FILLED);
    expect(warnings).toEqual([
      expect.objectContaining({ code: 'NATIONAL_ADDRESS_UNKNOWN', field: 'shipFromInfo.shortAddress' }),
    ]);
  });

  it('is resolved and checked in quotes', async () => {
    const quote = async (to: Json): Promise<HttpAnswer> => shipment.call('POST', `${BASE}/quotes`, bodyOf(to));
    expect((await quote(short)).status).toBe(200);
    expect(codesOf((await quote(unknown)).body.data)).toEqual(['NATIONAL_ADDRESS_UNKNOWN']);
  });

  it('is resolved and checked in the rows of a file, and requested once for all of them', async () => {
    const rows = Array.from({ length: 30 }, () => bodyOf({ ...short, shortAddress: 'MDSB3030' }));
    const job = await shipment.call('POST', `${BASE}/bulk`, { shipments: [...rows, bodyOf(unknown)] });
    for (let next = await claimJob(shipment.dependencies); next; next = await claimJob(shipment.dependencies))
      await workJob(shipment.dependencies, next);
    const read = await shipment.call('GET', `${BASE}/bulk/${job.body.data.jobId}/rows?limit=100`);
    const results = read.body.data.items as Json[];
    expect(results.map(({ status }) => status as string)).toEqual(Array(31).fill('created'));
    expect(await sentTo(results[29]?.shipmentId)).toMatchObject(FILLED);
    expect(codesOf(results[29] as Json)).toEqual([]);
    expect(codesOf(results[30] as Json)).toEqual(['NATIONAL_ADDRESS_UNKNOWN']);
    expect((await calls()).filter((call) => call.startsWith('MDSB')).sort()).toEqual(['MDSB3030 A', 'MDSB3030 E']);
  });
});

describe('a request for a short address', () => {
  const resolve = (text: string, more?: Parameters<ShipmentUnderTest['call']>[3]): Promise<HttpAnswer> =>
    shipment.call('GET', `${API}/addresses/${encodeURIComponent(text)}`, undefined, more);

  it('answers in both languages, to whom may read', async () => {
    const principal: Principal = { ...shipment.owner, scopes: ['shipments:read'] };
    expect((await resolve('MDSB2551', { principal })).body.data).toEqual({
      shortAddress: 'MDSB2551',
      buildingNumber: '8080',
      additionalNumber: '3125',
      postalCode: '14926',
      ar: { street: 'عاصم', district: 'حي العوالي', city: 'الرياض' },
      en: { street: 'Asim', district: 'Al Awali', city: 'Riyadh' },
    });
    expect((await resolve('MDSB2551', { principal: { ...principal, scopes: [] } })).status).toBe(403);
  });

  it('says what is wrong with one that cannot be resolved', async () => {
    const [missing, malformed] = [await resolve('ZZZZ9999'), await resolve('riyadh')];
    expect([missing.status, missing.body.details[0].code]).toEqual([404, 'ADDRESS_NOT_FOUND']);
    expect([malformed.status, malformed.body.details[0].field]).toEqual([400, 'short_address']);
  });

  it('is 503 while the directory gives no answer, with the time after which it is asked again', async () => {
    await control('hang', { is: true });
    const { status, headers } = await resolve('AAAA0009');
    expect([status, headers.get('retry-after')]).toEqual([503, String(ADDRESSES.pauseMs / 1_000)]);
  });

  it('is refused where the deployment has no directory', async () => {
    const without = await startShipmentForTest();
    try {
      const { status, body } = await without.call('GET', `${API}/addresses/MDSB2551`);
      expect([status, body.details[0].code]).toEqual([409, 'ADDRESS_DIRECTORY_MISSING']);
    } finally {
      await without.stop();
    }
  });
});
