import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import {
  act,
  bookedWaybill,
  codesOf,
  express,
  expressBody,
  expressRoot,
  expressScans,
  HOUR_MS,
  passHours,
} from './courier-calls.ts';
import { reference, startSandboxForTest } from './harness.ts';
import type { Answer, SandboxUnderTest } from './harness.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await startSandboxForTest({ SANDBOX_COURIER_HOUR_MS: String(HOUR_MS) });
});
afterAll(() => sandbox.stop());

const PLACE = { name: 'سارة', phone: '+966501234567', address: 'King Road 7', city: 'Dammam', country: 'SA' };
const instruct = (waybill: string, instruction: string, more: Json = {}): Promise<Answer> =>
  express(sandbox, `/${waybill}/instructions`, { reference: reference('ins'), instruction, ...more });
const pickup = (waybills: string[], more: Json = {}): Promise<Answer> =>
  expressRoot(sandbox, '/pickups', {
    reference: reference('pku'),
    waybills,
    from: PLACE,
    date: '2026-11-24',
    ready: '09:00',
    close: '17:00',
    timeZone: 'Asia/Riyadh',
    ...more,
  });
const codeOf = ({ status, body }: Answer): [number, string] => [status, body.error.code as string];
const scansAfter = async (waybill: string, hours: number): Promise<Json[]> => {
  await passHours(sandbox, hours);
  return expressScans(sandbox, waybill);
};

describe('a parcel of the express courier in several pieces', () => {
  test('is delivered piece by piece by hand, with the cash at the last one', async () => {
    const { waybill } = (await express(sandbox, '', expressBody(sandbox, '-STILL', { pieces: 2 }))).body as Json;
    expect((await act(sandbox, waybill, 'deliver-piece')).status).toBe(200);
    const last = (await expressScans(sandbox, waybill)).at(-1);
    expect(last).toMatchObject({ code: 'DLV', piece: 1, collected: null });
    expect((await act(sandbox, waybill, 'deliver-piece')).status).toBe(200);
    const scans = await expressScans(sandbox, waybill);
    expect(scans.at(-1)).toMatchObject({ code: 'DLV', piece: 2, collected: { amount: 11_500, currency: 'SAR' } });
    expect(scans.filter(({ piece }) => piece === null).map(({ code }) => code)).not.toContain('DLV');
    expect((await act(sandbox, waybill, 'deliver-piece')).status).toBe(409);
  });

  test('is no act at the economy courier, which scans whole parcels', async () => {
    const waybill = await bookedWaybill(sandbox, 'economy', '-STILL');
    expect((await act(sandbox, waybill, 'deliver-piece')).status).toBe(409);
  });
});

describe('an instruction to the express courier', () => {
  test('brings a refused parcel out again, once, instead of back', async () => {
    const waybill = await bookedWaybill(sandbox, 'express', '-RTO-MUTE');
    expect(codeOf(await instruct(waybill, 'REATTEMPT'))).toEqual([409, 'not_possible']);
    expect(codesOf(await scansAfter(waybill, 35)).at(-1)).toBe('DLF');
    const once = { reference: reference('ins') };
    const answer = await instruct(waybill, 'REATTEMPT', once);
    expect(answer).toMatchObject({ status: 200, body: { number: expect.stringMatching(/^INS[A-P]{12}$/) } });
    const scans = await scansAfter(waybill, 40);
    expect(codesOf(scans).slice(-3)).toEqual(['OFD', 'OFD', 'DLV']);
    const again = await instruct(waybill, 'REATTEMPT', once);
    expect(again.body).toEqual({ ...answer.body, replayed: true });
    expect(codeOf(await instruct(waybill, 'RETURN', once))).toEqual([409, 'duplicate_reference']);
    expect(codesOf(await expressScans(sandbox, waybill))).not.toContain('RTO');
  });

  test('waits for the day that it names, in the time of the courier', async () => {
    const waybill = await bookedWaybill(sandbox, 'express', '-STILL-MUTE');
    await act(sandbox, waybill, 'fail');
    const failed = (await expressScans(sandbox, waybill)).at(-1)?.occurredAt as string;
    const date = new Date(Date.parse(failed) + 3 * 86_400_000).toISOString().slice(0, 10);
    expect((await instruct(waybill, 'REATTEMPT', { date })).status).toBe(200);
    const scans = await scansAfter(waybill, 120);
    expect(scans.findLast(({ code }) => code === 'OFD')?.occurredAt).toBe(`${date}T08:00:00.000Z`);
  });

  test('takes a parcel to another city, or back, and is refused on the way back', async () => {
    const [moved, back] = [
      await bookedWaybill(sandbox, 'express', '-MUTE'),
      await bookedWaybill(sandbox, 'express', '-MUTE'),
    ];
    await passHours(sandbox, 12);
    expect(codeOf(await instruct(moved, 'ADDRESS'))[0]).toBe(400);
    expect((await instruct(moved, 'ADDRESS', { to: PLACE })).status).toBe(200);
    expect((await instruct(back, 'RETURN')).status).toBe(200);
    expect((await scansAfter(moved, 40)).at(-1)).toMatchObject({ code: 'DLV', city: 'Dammam' });
    expect(codesOf(await expressScans(sandbox, back)).slice(-2)).toEqual(['RTO', 'RTD']);
    expect(codeOf(await instruct(back, 'PHONE', { phone: '+966501234568' }))).toEqual([409, 'not_possible']);
  });
});

describe('a driver of the express courier', () => {
  test('is ordered once, and cancelled until a parcel is taken', async () => {
    const [one, two] = [
      await bookedWaybill(sandbox, 'express', '-STILL-MUTE'),
      await bookedWaybill(sandbox, 'express', '-STILL-MUTE'),
    ];
    const once = { reference: reference('pku') };
    const answers = await Promise.all([1, 2, 3].map(() => pickup([one, two], once)));
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(1);
    expect(answers.filter(({ body }) => body.replayed === false)).toHaveLength(1);
    const cancel = (number: string): Promise<Answer> => expressRoot(sandbox, `/pickups/${number}/cancel`, {});
    for (const replayed of [false, true])
      expect(await cancel(answers[0]?.body.number as string)).toMatchObject({
        status: 200,
        body: { status: 'cancelled', replayed },
      });
    const other = await pickup([one]);
    await act(sandbox, one, 'pick-up');
    expect(codeOf(await cancel(other.body.number as string))).toEqual([409, 'not_cancellable']);
    expect(codeOf(await pickup([one]))).toEqual([409, 'already_picked_up']);
    expect(codeOf(await cancel('PKUNONE'))).toEqual([404, 'not_found']);
    expect(codeOf(await pickup([two], { ready: '17:00', close: '09:00' }))[0]).toBe(400);
  });

  test('signs a manifest, and the recipient for the parcel', async () => {
    const waybill = await bookedWaybill(sandbox, 'express', '-STILL-MUTE');
    const body = { reference: reference('mnf'), waybills: [waybill] };
    const manifest = await expressRoot(sandbox, '/manifests', body);
    expect(manifest).toMatchObject({ status: 201, body: { number: expect.stringMatching(/^MNF[A-P]{12}$/) } });
    expect((await expressRoot(sandbox, '/manifests', body)).body).toEqual({ ...manifest.body, replayed: true });
    expect(codeOf(await express(sandbox, `/${waybill}/proof`))).toEqual([404, 'not_found']);
    await act(sandbox, waybill, 'deliver');
    const proof = (await express(sandbox, `/${waybill}/proof`)).body;
    expect(proof).toMatchObject({ waybill, signedBy: 'سارة', files: [{ format: 'png' }] });
    expect(
      Buffer.from(proof.files[0].content as string, 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });
});
