import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpAnswer } from '@qafila/testing/http-call';
import type { ProofResult } from '../src/couriers/daily-work.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
const PDF = Buffer.from('%PDF-1.7 signed');
let shipment: ShipmentUnderTest;
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment.stop());

const get = (path: string): Promise<HttpAnswer> => shipment.call('GET', `${BASE}/${path}`);
const codeOf = ({ status, body }: HttpAnswer): [number, string] => [status, body.details?.[0].code];

async function delivered(more = {}): Promise<string> {
  const id = await shipment.ship();
  const { awb } = await shipment.track(id);
  await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, 'DELIVERED', more)]);
  return id;
}

/** The courier answers requests for a proof in this order. */
function answering(...results: (ProofResult | 'lose answer')[]): () => number {
  let calls = 0;
  shipment.falcon.proofOfDelivery = async () => {
    calls++;
    const next = results.shift() ?? { kind: 'none' };
    if (next === 'lose answer') throw new Error('timed out');
    return next;
  };
  return () => calls;
}

describe('the proof of a delivery', () => {
  it('is fetched from the courier once, and its file is kept as it came', async () => {
    const calls = answering('lose answer', {
      kind: 'found',
      signedBy: 'نورة',
      files: [
        { format: 'pdf', bytes: PDF },
        { format: 'png', bytes: Buffer.alloc(5 * 1024 * 1024) },
      ],
    });
    const id = await delivered();
    expect(codeOf(await get(`${id}/proof`))).toEqual([503, 'COURIER_UNAVAILABLE']);
    const { data } = (await get(`${id}/proof`)).body;
    expect(data).toMatchObject({ signedBy: 'نورة', url: null, files: [{ fileNumber: 1, format: 'pdf', bytes: 15 }] });
    expect((await get(`${id}/proof`)).body.data).toEqual(data);
    expect(calls()).toBe(2);
    const file = await get(`${id}/proof/1`);
    expect([file.status, file.headers.get('content-type'), file.text]).toEqual([200, 'application/pdf', String(PDF)]);
    expect(codeOf(await get(`${id}/proof/2`))).toEqual([404, 'PROOF_NOT_FOUND']);
    expect(codeOf(await get(`${id}/proof/x`))).toEqual([404, 'PROOF_NOT_FOUND']);
    const principal = { ...shipment.owner, accountId: 'another00company' };
    const foreign = await shipment.call('GET', `${BASE}/${id}/proof/1`, undefined, { principal });
    expect(foreign.status).toBe(404);
  });

  it('is the name that the scan reports where the courier has no files', async () => {
    answering();
    const id = await delivered({ signedBy: 'محمد', proofUrl: 'https://courier.example/p/1' });
    expect((await get(`${id}/proof`)).body.data).toMatchObject({
      signedBy: 'محمد',
      url: 'https://courier.example/p/1',
      files: [],
    });
    expect(codeOf(await get(`${await delivered()}/proof`))).toEqual([404, 'PROOF_NOT_FOUND']);
    expect(codeOf(await get(`${await shipment.ship()}/proof`))).toEqual([404, 'PROOF_NOT_FOUND']);
  });

  it('is in the answer of its shipment', async () => {
    answering();
    const id = await delivered({ signedBy: 'محمد' });
    expect((await get(id)).body.data.proofOfDelivery).toEqual({ signedBy: 'محمد', url: null });
    expect((await get(await shipment.ship())).body.data.proofOfDelivery).toBeNull();
  });
});
