import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { riyadhParty } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
const ADDRESS = {
  BuildingNumber: '8080',
  District: 'حي العوالي',
  City: 'الرياض',
  PostCode: '14926',
  AdditionalNumber: '3125',
};

/** The directory as its documentation has it: one language a call, the key in a header. */
const calls: string[] = [];
let behaviour: 'answer' | 'hang' = 'answer';
const directory = createServer((request, response) => {
  const url = new URL(request.url as string, 'http://directory');
  const [short, language] = [url.searchParams.get('shortaddress') as string, url.searchParams.get('language')];
  calls.push(`${short} ${language} ${String(request.headers['api_key'])}`);
  if (behaviour === 'hang') return;
  const words = language === 'A' ? ADDRESS : { ...ADDRESS, District: 'Al Awali', City: 'Riyadh' };
  const found = short === 'MDSB2551' ? [{ ...words, Street: 'Asim' }] : [];
  response.end(JSON.stringify({ totalSearchResults: String(found.length), Addresses: found, success: true }));
});

let shipment: ShipmentUnderTest;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    directory.listen(0, '127.0.0.1', resolve);
  });
  shipment = await startShipmentForTest({
    more: {
      NATIONAL_ADDRESS_DIRECTORY: 'official',
      NATIONAL_ADDRESS_KEY: 'key-1',
      NATIONAL_ADDRESS_URL: `http://127.0.0.1:${(directory.address() as AddressInfo).port}`,
    },
  });
});
afterAll(async () => {
  await shipment?.stop();
  directory.closeAllConnections();
  await new Promise((resolve) => {
    directory.close(resolve);
  });
});

const { district: _district, postalCode: _code, city: _city, ...party } = riyadhParty() as Json;
let reference = 0;

async function create(shipToInfo: Json): Promise<Json> {
  const { domestic } = await import('./bodies.ts');
  const from = { ...riyadhParty(), shortAddress: undefined, buildingNumber: '2929' };
  const body = { ...domestic(), referenceNumber: `na-${++reference}`, shipToInfo, shipFromInfo: from };
  return (await shipment.call('POST', BASE, body)).body as Json;
}

describe('a short address', () => {
  it('fills what a party leaves out, in the script of its street, and is requested once', async () => {
    const { data } = await create({ ...party, shortAddress: 'MDSB2551' });
    expect(data.warnings).toBeUndefined();
    const { sent } = (await shipment.call('GET', `${BASE}/${data.shipmentId}`)).body.data as Json;
    expect(sent.shipToInfo).toMatchObject({
      city: 'الرياض',
      district: 'حي العوالي',
      postalCode: '14926',
      buildingNumber: '8080',
      additionalNumber: '3125',
    });
    await create({ ...party, addressLine1: 'Asim street', shortAddress: 'MDSB2551' });
    expect(calls).toEqual(expect.arrayContaining(['MDSB2551 A key-1', 'MDSB2551 E key-1']));
    expect(calls).toHaveLength(2);
  });

  it('warns of what differs and keeps what was sent', async () => {
    const { data } = await create({ ...riyadhParty(), shortAddress: 'MDSB2551', postalCode: '١٢٣٣٣' });
    expect(data.warnings).toEqual([
      expect.objectContaining({ code: 'NATIONAL_ADDRESS_DIFFERS', field: 'shipToInfo.postalCode' }),
    ]);
  });

  it('warns when the directory does not have it', async () => {
    const { data } = await create({ ...riyadhParty(), shortAddress: 'ZZZZ9999' });
    expect(data.warnings.map(({ code }: Json) => code)).toEqual(['NATIONAL_ADDRESS_UNKNOWN']);
  });

  it('holds no create up when the directory hangs, and leaves it alone afterwards', async () => {
    behaviour = 'hang';
    const before = calls.length;
    for (const shortAddress of ['AAAA0001', 'AAAA0002', 'AAAA0003'])
      expect((await create({ ...riyadhParty(), shortAddress })).data.shipmentId).toMatch(/^shp_/);
    expect(calls.length - before).toBe(2);
  });
});
