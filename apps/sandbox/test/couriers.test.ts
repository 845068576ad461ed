import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import {
  act,
  bookedWaybill,
  callbacksAbout,
  codesOf,
  economy,
  economyFields,
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
import { key, startSandboxForTest } from './harness.ts';
import type { SandboxUnderTest } from './harness.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await startSandboxForTest({ SANDBOX_COURIER_HOUR_MS: String(HOUR_MS) });
});
afterAll(() => sandbox.stop());

const eventsOf = async (waybill: string): Promise<Json[]> =>
  (await economy(sandbox, `/trace?AWB=${waybill}`)).body.EVENTS as Json[];
const findExpress = (name: string): ReturnType<typeof express> => express(sandbox, `?reference=${name}`);
const findEconomy = async (name: string): Promise<string> =>
  (await economy(sandbox, `/booking?REF=${name}`)).body.RC as string;

describe('the express courier', () => {
  test("reports every scan at once, in order and signed, with times by the courier's own clock", async () => {
    const answer = await express(sandbox, '', expressBody(sandbox, ''));
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: 'booked',
        waybill: expect.stringMatching(/^SXP[A-P]{12}$/),
        service: { name: 'Sandbox Express' },
        sortCode: expect.stringMatching(/^SA-[A-P]{3}$/),
        replayed: false,
      },
    });
    const waybill: string = answer.body.waybill;
    for (const [at, code] of ['RDY', 'PUP', 'DEP', 'ARR', 'OFD', 'OFD', 'DLV'].entries()) {
      // The second OFD repeats the first: this courier sends some scans twice.
      if (at !== 5) await act(sandbox, waybill, 'next');
      expect((await callbackCodes(sandbox, waybill, at + 1))[at]).toBe(code);
    }
    const scans = await expressScans(sandbox, waybill);
    expect(codesOf(scans)).toEqual(['RDY', 'PUP', 'DEP', 'ARR', 'OFD', 'OFD', 'DLV']);
    const times = scans.map(({ occurredAt }) => Date.parse(occurredAt as string));
    expect((times.at(-1) as number) - (times[0] as number)).toBe(34 * 3_600_000);
    expect(scans.at(-1)).toMatchObject({
      city: 'Jeddah',
      country: 'SA',
      signedBy: 'سارة',
      collected: { amount: 11_500, currency: 'SAR' },
    });
    const callbacks = await callbacksAbout(sandbox, waybill, 7);
    expect(callbacks.map(({ body }) => body.scan)).toEqual(scans);
    expect(callbacks[4]?.raw).toBe(callbacks[5]?.raw);
    for (const callback of callbacks) expect(callback.headers['x-express-signature']).toBe(signatureOf(callback));
  });

  test('accepts only requests of the last 5 s whose signature covers all of the request', async () => {
    const body = expressBody(sandbox, '-STILL');
    for (const date of [Date.now() - 5_500, Date.now() + 10_000, NaN])
      expect(await express(sandbox, '', body, { date })).toMatchObject({
        status: 401,
        body: { error: { code: 'stale_request' } },
      });
    expect((await express(sandbox, '', body, { headers: { 'x-express-signature': '0'.repeat(64) } })).status).toBe(401);
    expect((await findExpress(body.reference)).status).toBe(404);
    expect((await express(sandbox, '', body)).status).toBe(201);
  });

  test('refuses an invalid field and names it', async () => {
    const wrong = [
      [{ pieces: 0 }, 'pieces'],
      [{ cod: { amount: 1.5, currency: 'SAR' } }, 'amount'],
      [{ orderReference: '' }, 'orderReference'],
      [{ webhookUrl: 'http://169.254.169.254/' }, 'webhookUrl'],
      [{ to: {} }, 'address'],
    ] as const;
    for (const [more, field] of wrong) {
      expect(await express(sandbox, '', expressBody(sandbox, '', more))).toMatchObject({
        status: 400,
        body: { error: { field } },
      });
    }
    expect(await express(sandbox, '', expressBody(sandbox, '', { service: 'ROCKET' }))).toMatchObject({
      status: 422,
      body: { error: { code: 'unknown_service' } },
    });
    expect((await express(sandbox, '/SXPUNKNOWN/scans')).status).toBe(404);
  });
});

describe('the economy courier', () => {
  test('omits scans, is late, mixes up the depots, and sends a callback for the delivery alone', async () => {
    const answer = await economy(sandbox, '/booking', economyFields(sandbox, ''));
    expect(answer).toMatchObject({
      status: 200,
      body: { RC: '00', AWB: expect.stringMatching(/^SEC[A-P]{12}$/), PRODUCT_NAME: 'Sandbox Economy', REPLAY: 'N' },
    });
    const waybill: string = answer.body.AWB;
    const bookedAt = Date.parse((await parcelReport(sandbox, waybill)).booked_at as string);
    const known: string[][] = [];
    for (const hours of [9.9, 0.2, 15.8, 0.2, 1.8, 0.2, 11.8, 0.2]) {
      await passHours(sandbox, hours);
      known.push(codesOf(await eventsOf(waybill)));
    }
    // Picked up after 6 h and known after 10; depots after 10 and 22 h, known after 28 and 26; delivered after 36,
    // known after 40.
    expect(known).toEqual([
      [],
      ['20'],
      ['20'],
      ['20', '35'],
      ['20', '35'],
      ['20', '35', '30'],
      ['20', '35', '30'],
      ['20', '35', '30', '80'],
    ]);
    expect((await eventsOf(waybill)).at(-1)).toMatchObject({ CITY: 'Jeddah', POD: 'سارة', COD: '115.00', CUR: 'SAR' });
    const [callback] = await callbacksAbout(sandbox, waybill, 1);
    expect((await settledReport(sandbox, waybill)).callbacks).toHaveLength(1);
    const [id, date] = [callback?.headers['x-economy-notify'], callback?.headers['x-economy-date']];
    expect(callback?.headers['x-economy-digest']).toBe(
      createHmac('sha256', key('sandbox-economy/callback'))
        .update(`${String(id)}|${String(date)}|${callback?.raw}`)
        .digest('base64'),
    );
    // The clock of Riyadh is three hours ahead of UTC.
    const delivered = new Date(bookedAt + (36 + 3) * 3_600_000).toISOString().replace(/[-:T]|\..*/g, '');
    expect(callback?.body.EVENTS).toMatchObject([{ ST: '80', TS: delivered }]);
  });

  test('refuses with 200 and a return code, and a wrong key with 401', async () => {
    const refused = [
      [{ PIECES: '0' }, '20'],
      [{ WEIGHT_KG: 'heavy' }, '20'],
      [{ COD: '1.234' }, '20'],
      [{ COD: '-1' }, '20'],
      [{ PRODUCT: 'ROCKET' }, '22'],
      [{ ORDER_REF: 'ORDER-REFUSE' }, '50'],
    ] as const;
    for (const [more, code] of refused) {
      expect(await economy(sandbox, '/booking', economyFields(sandbox, '', more))).toMatchObject({
        status: 200,
        body: { RC: code },
      });
    }
    expect(await economy(sandbox, '/trace?AWB=SECUNKNOWN')).toMatchObject({ status: 200, body: { RC: '44' } });
    expect(
      await economy(sandbox, '/booking', economyFields(sandbox, ''), { authorization: 'Basic eDo=' }),
    ).toMatchObject({ status: 401, body: { RC: '03' } });
  });
});

describe('a booking', () => {
  test('is made once under its reference, also by concurrent requests; other values are refused', async () => {
    const body = expressBody(sandbox, '-STILL');
    const answers = await Promise.all([1, 2, 3, 4].map(() => express(sandbox, '', body)));
    expect(new Set(answers.map((answer) => answer.body.waybill)).size).toBe(1);
    expect(answers.filter((answer) => answer.body.replayed === false)).toHaveLength(1);
    expect(await express(sandbox, '', { ...body, pieces: 2 })).toMatchObject({
      status: 409,
      body: { error: { code: 'duplicate_reference' } },
    });
    const fields = economyFields(sandbox, '-STILL');
    expect((await economy(sandbox, '/booking', fields)).body.REPLAY).toBe('N');
    expect((await economy(sandbox, '/booking', fields)).body.REPLAY).toBe('Y');
    expect((await economy(sandbox, '/booking', { ...fields, PIECES: '2' })).body.RC).toBe('21');
  });

  test("without a callback address sends callbacks to the platform's", async () => {
    const {
      body: { waybill },
    } = await express(sandbox, '', expressBody(sandbox, '-STILL', { webhookUrl: undefined }));
    await act(sandbox, waybill, 'pick-up');
    await eventually(async () => {
      expect((await parcelReport(sandbox, waybill)).callbacks).toMatchObject([
        { url: 'http://127.0.0.1:8080/oe/aggtr/api/v1/couriers/sandbox-express/webhook' },
      ]);
    });
  });

  test('GHOST: gets no answer and takes effect 3 s later; express reports it meanwhile, economy does not', async () => {
    const [body, fields] = [expressBody(sandbox, '-STILL-GHOST'), economyFields(sandbox, '-STILL-GHOST')];
    await expect(express(sandbox, '', body)).rejects.toThrow();
    await expect(economy(sandbox, '/booking', fields)).rejects.toThrow();
    expect((await findExpress(body.reference)).body).toMatchObject({ status: 'processing', waybill: null });
    expect(await findEconomy(fields.REF as string)).toBe('44');
    await sandbox.control('POST', '/clock', { advance_ms: 3_000 });
    expect((await findExpress(body.reference)).body).toMatchObject({ status: 'booked', waybill: expect.any(String) });
    expect(await findEconomy(fields.REF as string)).toBe('00');
  });

  test('GHOST: a repeat meanwhile brings the booking into force, once', async () => {
    const body = expressBody(sandbox, '-GHOST');
    await expect(express(sandbox, '', body)).rejects.toThrow();
    const { body: answer } = await express(sandbox, '', body);
    expect(answer).toMatchObject({ status: 'booked', replayed: true });
    expect((await parcelReport(sandbox, answer.waybill as string)).scans).toHaveLength(6);
  });

  test.each(['DOWN', 'VANISH'])('%s: the first request does nothing, the next books', async (lever) => {
    const body = expressBody(sandbox, `-STILL-${lever}`);
    if (lever === 'DOWN') expect((await express(sandbox, '', body)).status).toBe(503);
    else await expect(express(sandbox, '', body)).rejects.toThrow();
    await sandbox.control('POST', '/clock', { advance_ms: 60_000 });
    expect((await findExpress(body.reference)).status).toBe(404);
    expect(await express(sandbox, '', body)).toMatchObject({ status: 201, body: { replayed: false } });
  });

  test('TIMEOUT: the parcel is booked, but the request gets no answer', async () => {
    const body = expressBody(sandbox, '-STILL-TIMEOUT');
    await expect(express(sandbox, '', body, { timeoutMs: 1_500 })).rejects.toThrow();
    expect((await findExpress(body.reference)).body.status).toBe('booked');
    expect((await express(sandbox, '', body)).body.replayed).toBe(true);
  });

  test("the recipient's phone sets a lever as the reference does", async () => {
    const body = expressBody(sandbox, '');
    expect((await express(sandbox, '', { ...body, to: { ...body.to, phone: '+966500000105' } })).status).toBe(422);
    expect(
      (
        await parcelReport(
          sandbox,
          (await express(sandbox, '', { ...body, to: { ...body.to, phone: '+966500000106' } })).body.waybill as string,
        )
      ).levers,
    ).toEqual(['STILL']);
  });
});

describe('cancelling', () => {
  const cancel = (waybill: string, more = {}): ReturnType<typeof express> =>
    express(sandbox, `/${waybill}/cancel`, {}, more);

  test('works before pick-up, also repeated; no further scans follow, and the cancellation is reported', async () => {
    const waybill = await bookedWaybill(sandbox, 'express');
    await act(sandbox, waybill, 'next');
    expect(await cancel(waybill)).toMatchObject({ status: 200, body: { status: 'cancelled', replayed: false } });
    expect(await cancel(waybill)).toMatchObject({ status: 200, body: { status: 'cancelled', replayed: true } });
    await passHours(sandbox, 100);
    expect(codesOf(await expressScans(sandbox, waybill))).toEqual(['RDY', 'CXL']);
    expect(await callbackCodes(sandbox, waybill, 2)).toEqual(['RDY', 'CXL']);
    const slow = await bookedWaybill(sandbox, 'economy');
    expect((await economy(sandbox, '/void', { AWB: slow })).body).toMatchObject({ RC: '00', REPLAY: 'N' });
    expect((await economy(sandbox, '/void', { AWB: slow })).body).toMatchObject({ RC: '00', REPLAY: 'Y' });
    expect((await economy(sandbox, '/void', { AWB: 'SECUNKNOWN' })).body.RC).toBe('44');
  });

  test('is refused after pick-up and with NOCANCEL', async () => {
    const waybill = await bookedWaybill(sandbox, 'economy');
    await act(sandbox, waybill, 'pick-up');
    expect((await economy(sandbox, '/void', { AWB: waybill })).body.RC).toBe('71');
    expect(await cancel(await bookedWaybill(sandbox, 'express', '-NOCANCEL'))).toMatchObject({
      status: 409,
      body: { error: { code: 'not_cancellable' } },
    });
  });

  test('PICKUPRACE: the driver is faster, and the pick-up is reported', async () => {
    const waybill = await bookedWaybill(sandbox, 'express', '-PICKUPRACE-STILL');
    for (let time = 0; time < 2; time++)
      expect(await cancel(waybill)).toMatchObject({ status: 409, body: { error: { code: 'already_picked_up' } } });
    expect(await callbackCodes(sandbox, waybill, 1)).toEqual(['PUP']);
  });

  test('SLOWCANCEL is answered late and LOSTCANCEL never, but both cancel', async () => {
    const [slow, lost] = [
      await bookedWaybill(sandbox, 'express', '-SLOWCANCEL'),
      await bookedWaybill(sandbox, 'express', '-LOSTCANCEL'),
    ];
    for (const waybill of [slow, lost]) {
      await expect(cancel(waybill, { timeoutMs: 1_500 })).rejects.toThrow();
      expect((await cancel(waybill)).body).toMatchObject({ status: 'cancelled', replayed: true });
    }
  });

  test('LATEPICKUP: the parcel is picked up after the cancellation, and the pick-up is reported', async () => {
    const waybill = await bookedWaybill(sandbox, 'express', '-LATEPICKUP');
    expect((await cancel(waybill)).status).toBe(200);
    await passHours(sandbox, 1);
    expect(await callbackCodes(sandbox, waybill, 2)).toEqual(['CXL', 'PUP']);
  });

  test('of a parcel that the courier itself cancelled answers that it is cancelled', async () => {
    const waybill = await bookedWaybill(sandbox, 'express', '-STILL');
    await act(sandbox, waybill, 'cancel');
    expect((await cancel(waybill)).body).toMatchObject({ status: 'cancelled', replayed: true });
  });

  test('of a concurrent cancellation and pick-up, exactly one succeeds', async () => {
    const scanLists = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const waybill = await bookedWaybill(sandbox, 'express', '-STILL');
        const [cancelled, picked] = await Promise.all([cancel(waybill), act(sandbox, waybill, 'pick-up')]);
        expect([
          [200, 409],
          [409, 200],
        ]).toContainEqual([cancelled.status, picked.status]);
        return codesOf(await expressScans(sandbox, waybill));
      }),
    );
    for (const scans of scanLists) expect([['CXL'], ['PUP']]).toContainEqual(scans);
  });
});
