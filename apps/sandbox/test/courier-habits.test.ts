import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { act, booked, callsAbout, codes, economy, express, expressBody, HOUR_MS, look, pass, quiet, scansOf, signatureOf, toldCodes } from './courier-wires.ts';
import { reference, startSandboxForTest } from './harness.ts';
import type { Received, SandboxUnderTest } from './harness.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => { sandbox = await startSandboxForTest({ SANDBOX_COURIER_HOUR_MS: String(HOUR_MS) }); });
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control('DELETE', '/faults');
});

describe('habits that are asked for', () => {
  const tolds = async (lever: string, count: number): Promise<string[]> => {
    const waybill = await booked(sandbox, 'express', lever);
    await pass(sandbox, 100);
    const told = await toldCodes(sandbox, waybill, count);
    await quiet(sandbox, waybill);
    expect((await toldCodes(sandbox, waybill, count)).length).toBe(count);
    return told;
  };

  test('DUP tells and lists each twice', async () => {
    expect(await tolds('-DUP', 12)).toEqual(['RDY', 'RDY', 'PUP', 'PUP', 'DEP', 'DEP', 'ARR', 'ARR', 'OFD', 'OFD', 'DLV', 'DLV']);
  });

  test('SHUFFLE tells each second one before the one before it', async () => {
    expect(await tolds('-SHUFFLE', 7)).toEqual(['PUP', 'RDY', 'ARR', 'DEP', 'DLV', 'OFD', 'OFD']);
  });

  test('SKIP tells the pick-up and the end', async () => {
    expect(await tolds('-SKIP', 2)).toEqual(['PUP', 'DLV']);
  });

  test.each([
    ['-PICKUPFAIL', ['RDY', 'PUF', 'RDY', 'PUP', 'DEP', 'ARR', 'OFD', 'OFD', 'DLV']], ['-FAIL1', ['RDY', 'PUP', 'DEP', 'ARR', 'OFD', 'OFD', 'DLF', 'OFD', 'OFD', 'DLV']],
    ['-RTO', ['RDY', 'PUP', 'DEP', 'ARR', 'OFD', 'OFD', 'DLF', 'RTO', 'RTD']], ['-LOST', ['RDY', 'PUP', 'DEP', 'ARR', 'LST']], ['-HOLD', ['RDY', 'PUP', 'DEP', 'ARR', 'HLD', 'REL', 'OFD', 'OFD', 'DLV']],
    ['-SHOP', ['RDY', 'PUP', 'DEP', 'ARR', 'SHP', 'DLV']], ['-COURIERCANCEL', ['RDY', 'CXC']], ['-ODDCODE-SHOP', ['RDY', 'PUP', 'DEP', 'WGH', 'ARR', 'SHP', 'DLV']],
  ])('%s', async (lever, told) => {
    expect(await tolds(lever, told.length)).toEqual(told);
  });

  test('MUTE tells nothing, and lists all', async () => {
    const waybill = await booked(sandbox, 'express', '-MUTE');
    await pass(sandbox, 40);
    expect(codes(await scansOf(sandbox, waybill))).toEqual(['RDY', 'PUP', 'DEP', 'ARR', 'OFD', 'OFD', 'DLV']);
    expect((await quiet(sandbox, waybill)).callbacks).toEqual([]);
  });

  test('a lever is a word of its own after the first, whatever its case', async () => {
    const levers = async (orderReference: string): Promise<string[]> => {
      const { body } = await express(sandbox, '', expressBody(sandbox, '', { orderReference }));
      return (await look(sandbox, body.waybill as string)).levers as string[];
    };
    expect(await levers('LOST-7')).toEqual([]);
    expect(await levers('SHOP-LOSTWITHIN-7')).toEqual([]);
    expect(await levers('order 7_rto/dup')).toEqual(['RTO', 'DUP']);
  });
});

describe('faults of calls', () => {
  test('by header, by reference and by operation, as with payments', async () => {
    const body = expressBody(sandbox, '-STILL');
    expect((await express(sandbox, '', body, { headers: { 'x-sandbox-fault': 'down' } })).status).toBe(503);
    await expect(express(sandbox, '', body, { headers: { 'x-sandbox-fault': 'ghost' } })).rejects.toThrow();
    expect((await express(sandbox, '', body)).body.replayed).toBe(true);
    await sandbox.control('POST', '/faults', { effect: 'bad_gateway', provider: 'sandbox-economy', operation: 'track' });
    const waybill = await booked(sandbox, 'economy');
    expect((await economy(sandbox, `/trace?AWB=${waybill}`)).status).toBe(502);
    expect((await economy(sandbox, `/trace?AWB=${waybill}`)).body.RC).toBe('00');
    await sandbox.control('POST', '/faults', { effect: 'decline', operation: 'create', reference: 'ORDER-refused-once' });
    expect((await express(sandbox, '', expressBody(sandbox, '', { orderReference: 'ORDER-refused-once' }))).status).toBe(422);
    expect((await express(sandbox, '', expressBody(sandbox, '', { orderReference: 'ORDER-refused-once' }))).status).toBe(201);
  });

  test('a scan is told with a wrong signature, or lost and sent again by hand', async () => {
    await sandbox.control('POST', '/faults', { effect: 'callback_lost', operation: 'scan' });
    const waybill = await booked(sandbox, 'express', '-STILL');
    await act(sandbox, waybill, 'pick-up');
    await eventually(async () => { expect((await look(sandbox, waybill)).callbacks).toMatchObject([{ state: 'lost' }]); });
    expect((await act(sandbox, waybill, 'resend')).status).toBe(200);
    const [call] = await callsAbout(sandbox, waybill, 1);
    await sandbox.control('POST', '/faults', { effect: 'callback_bad_signature', operation: 'scan' });
    await act(sandbox, waybill, 'lose');
    const forged = (await callsAbout(sandbox, waybill, 2))[1];
    expect([call, forged].map((one) => one?.headers['x-express-signature'] === signatureOf(one as Received))).toEqual([true, false]);
  });
});

describe('by hand', () => {
  test.each([
    ['deliver', ['PUP', 'DEP', 'OFD', 'OFD', 'DLV']], ['fail', ['PUP', 'DEP', 'OFD', 'OFD', 'DLF']], ['hold', ['PUP', 'DEP', 'HLD']], ['lose', ['PUP', 'LST']], ['cancel', ['CXC']],
    ['return', ['PUP', 'DEP', 'OFD', 'OFD', 'DLF', 'RTO']], ['pick-up', ['PUP']],
  ])('%s: with what must come before it, times increasing', async (what, scanned) => {
    const waybill = await booked(sandbox, 'express', '-STILL');
    expect((await act(sandbox, waybill, what)).status).toBe(200);
    const scans = await scansOf(sandbox, waybill);
    expect(codes(scans)).toEqual(scanned);
    const times = scans.filter(({ scanId }, at) => scanId !== scans[at - 1]?.scanId).map(({ occurredAt }) => Date.parse(occurredAt as string));
    for (const [at, time] of times.entries()) expect(time).toBeGreaterThan(times[at - 1] ?? 0);
  });

  test('what makes no sense any more is refused, and changes nothing', async () => {
    const waybill = await booked(sandbox, 'express');
    await act(sandbox, waybill, 'deliver');
    const before = await look(sandbox, waybill);
    for (const what of ['next', 'pick-up', 'deliver', 'lose', 'cancel']) expect((await act(sandbox, waybill, what)).status).toBe(409);
    expect((await look(sandbox, waybill)).scans).toEqual(before.scans);
    expect((await act(sandbox, waybill, 'explode')).status).toBe(400);
    expect((await act(sandbox, 'SXPNOBODY', 'deliver')).status).toBe(404);
    expect((await act(sandbox, await booked(sandbox, 'express', '-STILL'), 'next')).status).toBe(409);
  });

  test('a restart keeps parcels, what is planned and what was told', async () => {
    const waybill = await booked(sandbox, 'express');
    await pass(sandbox, 7);
    await quiet(sandbox, waybill);
    const before = await look(sandbox, waybill);
    await sandbox.restart();
    expect(await look(sandbox, waybill)).toEqual(before);
    await pass(sandbox, 30);
    expect(await toldCodes(sandbox, waybill, 7)).toEqual(['RDY', 'PUP', 'DEP', 'ARR', 'OFD', 'OFD', 'DLV']);
  });

  test('of a recipient the name alone is kept', async () => {
    await express(sandbox, '', expressBody(sandbox, '-STILL', { reference: reference('canary') }));
    const rows = await sandbox.dump();
    for (const secret of ['501234567', 'King Fahd Road']) expect([secret, rows.includes(secret)]).toEqual([secret, false]);
  });
});
