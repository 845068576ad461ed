import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import type { Courier, CourierScan } from '../../src/couriers/courier.ts';
import { sandboxCouriers } from '../../src/couriers/sandbox/sandbox-couriers.ts';
import { keepsTheCourierContract, keyOf } from './courier-contract.ts';
import type { CourierUnderContract, Fate } from './courier-contract.ts';
import { bookingWith, describeWithSandbox, startCourierStand } from './sandbox-stand.ts';
import type { CourierStand } from './sandbox-stand.ts';

const LEVER: Record<Fate, string> = {
  'still': 'STILL', 'refused': 'REFUSE', 'answer-lost': 'STILL-TIMEOUT', 'late': 'STILL-GHOST', 'never': 'STILL-VANISH', 'no-cancel': 'STILL-NOCANCEL',
  'cancel-answer-lost': 'STILL-LOSTCANCEL',
};
const DELIVERED: Record<string, RegExp> = { 'sandbox-express': /"code":"DLV"/, 'sandbox-economy': /"ST":"80"/ };
const CALL_MS = 5_000;

describeWithSandbox('the sandbox\'s couriers', () => {
  let stand: CourierStand;
  let couriers: Courier[] = [];
  const warned: Record<string, unknown>[] = [];
  beforeAll(async () => {
    stand = await startCourierStand(20);
    couriers = sandboxCouriers({ sandboxUrl: stand.url, secret: stand.secret, log: { warn: (about) => { warned.push(about); } } });
  });
  afterAll(() => stand.stop());

  for (const [at, id] of ['sandbox-express', 'sandbox-economy'].entries()) {
    describe(id, () => {
      const courier = (): Courier => couriers[at] as Courier;
      const signal = (): AbortSignal => AbortSignal.timeout(CALL_MS);
      const book = async (lever: string): Promise<string> => {
        const answer = await courier().book(bookingWith(`ORDER-${lever}`, { reference: randomUUID(), callbackUrl: stand.callbackUrl }), signal());
        if (answer.kind !== 'booked') throw new Error(answer.reason);
        return answer.awb;
      };
      const poll = (awb: string, status: CourierScan['status']): Promise<CourierScan[]> => eventually(async () => {
        const scans = await courier().poll(awb, signal());
        return scans.some((scan) => scan.status === status) && scans;
      }, { what: `${status} of ${awb}` });

      keepsTheCourierContract(id, (): CourierUnderContract => ({
        courier: courier(), booking: (reference, fate) => bookingWith(`ORDER-${LEVER[fate]}`, { reference, callbackUrl: stand.callbackUrl }),
        pickUp: async (awb) => void await stand.control('POST', `/parcels/${awb}/pick-up`), deliver: async (awb) => void await stand.control('POST', `/parcels/${awb}/deliver`),
        deliveryCall: (awb) => stand.callThat(awb, DELIVERED[id] as RegExp),
      }));

      test('introduces itself as pretended, by its own id', () => {
        expect(courier()).toMatchObject({ id, isSandbox: true, name: expect.stringMatching(/^Sandbox /) });
      });

      test('a failed delivery has its reason in our words', async () => {
        const scans = await poll(await book('FAIL1'), 'DELIVERED');
        expect(scans.find(({ status }) => status === 'DELIVERY_FAILED')).toMatchObject({ reasonCode: 'customer_not_available' });
      });

      test('a code that nobody knows becomes no status, and is told to the operator once', async () => {
        const awb = await book('ODDCODE');
        const scans = await poll(awb, 'DELIVERED');
        expect(scans.every(({ courierStatusCode }) => courierStatusCode !== 'WGH' && courierStatusCode !== '33')).toBe(true);
        expect(warned.filter(({ courier: of }) => of === id)).toEqual([{ courier: id, code: id === 'sandbox-express' ? 'WGH' : '33', awb }]);
      });

      test('a scan that is listed twice is the same one', async () => {
        const scans = await poll(await book('DUP'), 'DELIVERED');
        expect(new Set(scans.map(keyOf)).size).toBe(scans.length / 2);
      });

      test('a booking refused for its service says which there are', async () => {
        const booking = { ...bookingWith('ORDER', { reference: randomUUID(), callbackUrl: stand.callbackUrl }), serviceCode: 'ROCKET' };
        expect(await courier().book(booking, signal())).toMatchObject({ kind: 'refused', reason: expect.stringContaining('ROCKET') });
      });

      test('another shipment under a used reference is neither booked nor refused: it is looked up', async () => {
        const reference = randomUUID();
        const first = await courier().book(bookingWith('ORDER-STILL', { reference, callbackUrl: stand.callbackUrl }), signal());
        await expect(courier().book(bookingWith('OTHER-STILL', { reference, callbackUrl: stand.callbackUrl }), signal())).rejects.toThrow();
        expect(await courier().find({ reference, sentUntilMs: Date.now() }, signal())).toMatchObject({ kind: 'found', awb: (first as { awb: string }).awb });
      });

      test('a wrong secret is no refusal: what became of the booking is open', async () => {
        const stranger = sandboxCouriers({ sandboxUrl: stand.url, secret: 'x'.repeat(32) })[at] as Courier;
        await expect(stranger.book(bookingWith('ORDER', { reference: randomUUID(), callbackUrl: stand.callbackUrl }), signal())).rejects.toThrow('401');
      });

      test('a request that comes after the courier gave up on it does not book', async () => {
        const late = sandboxCouriers({ sandboxUrl: stand.url, secret: stand.secret, now: () => Date.now() - 6_000 })[at] as Courier;
        const booking = bookingWith('ORDER-STILL', { reference: randomUUID(), callbackUrl: stand.callbackUrl });
        if (id === 'sandbox-express') await expect(late.book(booking, signal())).rejects.toThrow('stale_request');
        else expect((await late.book(booking, signal())).kind).toBe('booked');
      });
    });
  }
});

const BOOKED = '{"RC":"00","AWB":"SEC1","waybill":"SXP1"}';

describe('an answer that is none', () => {
  /** A courier of this one answer. */
  async function answering(status: number, body: string, run: (courier: Courier) => Promise<void>): Promise<void> {
    const server = createServer((_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
    try {
      for (const courier of sandboxCouriers({ sandboxUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret: 'a-secret-of-the-tests' })) await run(courier);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => { server.close(resolve); });
    }
  }

  test.each([
    ['a 500 that says booked', 500, BOOKED], ['a gateway\'s page', 502, '<html>'], ['no JSON', 200, 'booked'], ['an empty object', 201, '{}'], ['no object', 200, '[]'], ['a redirect', 302, BOOKED],
    ['a 404', 404, BOOKED], ['more than a mebibyte', 200, BOOKED.replace('}', `,"more":"${'x'.repeat(1_100_000)}"}`)],
  ])('%s leaves the booking open', async (_, status, body) => {
    await answering(status, body, async (courier) => {
      await expect(courier.book(bookingWith('ORDER', { reference: 'r', callbackUrl: 'http://127.0.0.1/' }), AbortSignal.timeout(CALL_MS))).rejects.toThrow();
    });
  });

  test('nothing is said to be absent before its time, and it is after it', async () => {
    let nowMs = Date.now();
    const options = { secret: 'a-secret-of-the-tests', now: () => nowMs };
    const reply = (url: Parameters<typeof fetch>[0]): Promise<Response> => {
      const isExpress = String(url).includes('express');
      return Promise.resolve(new Response(isExpress ? '{}' : '{"RC":"44"}', { status: isExpress ? 404 : 200 }));
    };
    for (const courier of sandboxCouriers({ ...options, sandboxUrl: 'http://sandbox.example', fetch: reply })) {
      const sentUntilMs = nowMs;
      const find = (): Promise<unknown> => courier.find({ reference: 'r', sentUntilMs }, AbortSignal.timeout(CALL_MS));
      const kinds: unknown[] = [];
      for (const passed of [0, 6_999, 1]) {
        nowMs += passed;
        kinds.push(await find());
      }
      expect(kinds).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }, { kind: 'absent' }]);
    }
  });
});
