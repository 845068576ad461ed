import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import {
  act,
  bookedWaybill,
  callbacksAbout,
  codesOf,
  economy,
  express,
  expressBody,
  HOUR_MS,
  parcelReport,
  passHours,
  settledReport,
  expressScans,
  signatureOf,
  callbackCodes,
} from './courier-calls.ts';
import { reference, startSandboxForTest } from './harness.ts';
import type { Received, SandboxUnderTest } from './harness.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await startSandboxForTest({ SANDBOX_COURIER_HOUR_MS: String(HOUR_MS) });
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control('DELETE', '/faults');
});

describe('levers of scans and callbacks', () => {
  const callbackCodesOf = async (lever: string, count: number): Promise<string[]> => {
    const waybill = await bookedWaybill(sandbox, 'express', lever);
    await passHours(sandbox, 100);
    const codes = await callbackCodes(sandbox, waybill, count);
    await settledReport(sandbox, waybill);
    expect((await callbackCodes(sandbox, waybill, count)).length).toBe(count);
    return codes;
  };

  test('DUP sends and lists each scan twice', async () => {
    expect(await callbackCodesOf('-DUP', 12)).toEqual([
      'RDY',
      'RDY',
      'PUP',
      'PUP',
      'DEP',
      'DEP',
      'ARR',
      'ARR',
      'OFD',
      'OFD',
      'DLV',
      'DLV',
    ]);
  });

  test('SHUFFLE sends each second scan before its predecessor', async () => {
    expect(await callbackCodesOf('-SHUFFLE', 7)).toEqual(['PUP', 'RDY', 'ARR', 'DEP', 'DLV', 'OFD', 'OFD']);
  });

  test('SKIP sends the pick-up and the delivery alone', async () => {
    expect(await callbackCodesOf('-SKIP', 2)).toEqual(['PUP', 'DLV']);
  });

  test.each([
    ['-PICKUPFAIL', ['RDY', 'PUF', 'RDY', 'PUP', 'DEP', 'ARR', 'OFD', 'OFD', 'DLV']],
    ['-FAIL1', ['RDY', 'PUP', 'DEP', 'ARR', 'OFD', 'OFD', 'DLF', 'OFD', 'OFD', 'DLV']],
    ['-RTO', ['RDY', 'PUP', 'DEP', 'ARR', 'OFD', 'OFD', 'DLF', 'RTO', 'RTD']],
    ['-LOST', ['RDY', 'PUP', 'DEP', 'ARR', 'LST']],
    ['-HOLD', ['RDY', 'PUP', 'DEP', 'ARR', 'HLD', 'REL', 'OFD', 'OFD', 'DLV']],
    ['-SHOP', ['RDY', 'PUP', 'DEP', 'ARR', 'SHP', 'DLV']],
    ['-COURIERCANCEL', ['RDY', 'CXC']],
    ['-ODDCODE-SHOP', ['RDY', 'PUP', 'DEP', 'WGH', 'ARR', 'SHP', 'DLV']],
  ])('%s', async (lever, expected) => {
    expect(await callbackCodesOf(lever, expected.length)).toEqual(expected);
  });

  test('MUTE sends nothing and lists every scan', async () => {
    const waybill = await bookedWaybill(sandbox, 'express', '-MUTE');
    await passHours(sandbox, 40);
    expect(codesOf(await expressScans(sandbox, waybill))).toEqual(['RDY', 'PUP', 'DEP', 'ARR', 'OFD', 'OFD', 'DLV']);
    expect((await settledReport(sandbox, waybill)).callbacks).toEqual([]);
  });

  test('a lever is a whole word after the first one, in any case', async () => {
    const levers = async (orderReference: string): Promise<string[]> => {
      const { body } = await express(sandbox, '', expressBody(sandbox, '', { orderReference }));
      return (await parcelReport(sandbox, body.waybill as string)).levers as string[];
    };
    expect(await levers('LOST-7')).toEqual([]);
    expect(await levers('SHOP-LOSTWITHIN-7')).toEqual([]);
    expect(await levers('order 7_rto/dup')).toEqual(['RTO', 'DUP']);
  });
});

describe('faults', () => {
  test('are set by header, by reference and by operation, as for payments', async () => {
    const body = expressBody(sandbox, '-STILL');
    expect((await express(sandbox, '', body, { headers: { 'x-sandbox-fault': 'down' } })).status).toBe(503);
    await expect(express(sandbox, '', body, { headers: { 'x-sandbox-fault': 'ghost' } })).rejects.toThrow();
    expect((await express(sandbox, '', body)).body.replayed).toBe(true);
    await sandbox.control('POST', '/faults', {
      effect: 'bad_gateway',
      provider: 'sandbox-economy',
      operation: 'track',
    });
    const waybill = await bookedWaybill(sandbox, 'economy');
    expect((await economy(sandbox, `/trace?AWB=${waybill}`)).status).toBe(502);
    expect((await economy(sandbox, `/trace?AWB=${waybill}`)).body.RC).toBe('00');
    await sandbox.control('POST', '/faults', {
      effect: 'decline',
      operation: 'create',
      reference: 'ORDER-refused-once',
    });
    expect(
      (await express(sandbox, '', expressBody(sandbox, '', { orderReference: 'ORDER-refused-once' }))).status,
    ).toBe(422);
    expect(
      (await express(sandbox, '', expressBody(sandbox, '', { orderReference: 'ORDER-refused-once' }))).status,
    ).toBe(201);
  });

  test('sign the callback of a scan wrongly, or suppress it until it is resent by hand', async () => {
    await sandbox.control('POST', '/faults', { effect: 'callback_lost', operation: 'scan' });
    const waybill = await bookedWaybill(sandbox, 'express', '-STILL');
    await act(sandbox, waybill, 'pick-up');
    await eventually(async () => {
      expect((await parcelReport(sandbox, waybill)).callbacks).toMatchObject([{ state: 'lost' }]);
    });
    expect((await act(sandbox, waybill, 'resend')).status).toBe(200);
    const [genuine] = await callbacksAbout(sandbox, waybill, 1);
    await sandbox.control('POST', '/faults', { effect: 'callback_bad_signature', operation: 'scan' });
    await act(sandbox, waybill, 'lose');
    const forged = (await callbacksAbout(sandbox, waybill, 2))[1];
    const isSigned = (callback?: Received): boolean =>
      callback?.headers['x-express-signature'] === signatureOf(callback as Received);
    expect([isSigned(genuine), isSigned(forged)]).toEqual([true, false]);
  });
});

describe('acts by hand', () => {
  test.each([
    ['deliver', ['PUP', 'DEP', 'OFD', 'OFD', 'DLV']],
    ['fail', ['PUP', 'DEP', 'OFD', 'OFD', 'DLF']],
    ['hold', ['PUP', 'DEP', 'HLD']],
    ['lose', ['PUP', 'LST']],
    ['cancel', ['CXC']],
    ['return', ['PUP', 'DEP', 'OFD', 'OFD', 'DLF', 'RTO']],
    ['pick-up', ['PUP']],
  ])('%s comes after the scans that must precede it, at increasing times', async (name, scanned) => {
    const waybill = await bookedWaybill(sandbox, 'express', '-STILL');
    expect((await act(sandbox, waybill, name)).status).toBe(200);
    const scans = await expressScans(sandbox, waybill);
    expect(codesOf(scans)).toEqual(scanned);
    const times = scans
      .filter(({ scanId }, at) => scanId !== scans[at - 1]?.scanId)
      .map(({ occurredAt }) => Date.parse(occurredAt as string));
    for (const [at, time] of times.entries()) expect(time).toBeGreaterThan(times[at - 1] ?? 0);
  });

  test('an act that is not possible any more is refused and changes nothing', async () => {
    const waybill = await bookedWaybill(sandbox, 'express');
    await act(sandbox, waybill, 'deliver');
    const before = await parcelReport(sandbox, waybill);
    for (const name of ['next', 'pick-up', 'deliver', 'lose', 'cancel'])
      expect((await act(sandbox, waybill, name)).status).toBe(409);
    expect((await parcelReport(sandbox, waybill)).scans).toEqual(before.scans);
    expect((await act(sandbox, waybill, 'explode')).status).toBe(400);
    expect((await act(sandbox, 'SXPUNKNOWN', 'deliver')).status).toBe(404);
    expect((await act(sandbox, await bookedWaybill(sandbox, 'express', '-STILL'), 'next')).status).toBe(409);
  });

  test('a restart keeps parcels, their plans and their callbacks', async () => {
    const waybill = await bookedWaybill(sandbox, 'express');
    await passHours(sandbox, 7);
    await settledReport(sandbox, waybill);
    const before = await parcelReport(sandbox, waybill);
    await sandbox.restart();
    const after = await parcelReport(sandbox, waybill);
    // A callback that was due at the restart may be on its way already.
    const withoutProgress = (report: Json): Json => ({
      ...report,
      callbacks: report.callbacks.map((callback: Json, index: number) =>
        after.callbacks[index]?.attempts > 0
          ? { ...callback, attempts: 0, state: '', due_at: '', last_status: null }
          : callback,
      ),
    });
    expect(withoutProgress(after)).toEqual(withoutProgress(before));
    await passHours(sandbox, 30);
    expect(await callbackCodes(sandbox, waybill, 7)).toEqual(['RDY', 'PUP', 'DEP', 'ARR', 'OFD', 'OFD', 'DLV']);
  });

  test('only the name of a recipient is stored', async () => {
    await express(sandbox, '', expressBody(sandbox, '-STILL', { reference: reference('canary') }));
    const rows = await sandbox.dump();
    for (const secret of ['501234567', 'King Fahd Road'])
      expect([secret, rows.includes(secret)]).toEqual([secret, false]);
  });
});
