import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { isUnreadable } from '../../src/couriers/courier.ts';
import type { Courier, CourierScan } from '../../src/couriers/courier.ts';
import { sandboxCouriers } from '../../src/couriers/sandbox/sandbox-couriers.ts';
import { keepsTheCourierContract, keyOf, readable } from './courier-contract.ts';
import type { BookingScenario } from './courier-contract.ts';
import { keepsTheDailyWorkContract } from './daily-work-contract.ts';
import type { DailyWorkTraits, DailyWorkUnderContract } from './daily-work-contract.ts';
import { bookingWith, describeWithSandbox, startCourierStand } from './sandbox-stand.ts';
import type { CourierStand } from './sandbox-stand.ts';

const LEVER: Record<BookingScenario, string> = {
  still: 'STILL',
  refused: 'REFUSE',
  'answer-lost': 'STILL-TIMEOUT',
  late: 'STILL-GHOST',
  never: 'STILL-VANISH',
  'no-cancel': 'STILL-NOCANCEL',
  'cancel-answer-lost': 'STILL-LOSTCANCEL',
};
const DELIVERED: Record<string, RegExp> = { 'sandbox-express': /"code":"DLV"/, 'sandbox-economy': /"ST":"80"/ };
const SERVICES: Record<string, string[]> = { 'sandbox-express': ['STANDARD', 'NOON'], 'sandbox-economy': ['ECONOMY'] };
const DAILY_WORK: Record<string, DailyWorkTraits> = {
  'sandbox-express': {
    calls: ['instruct', 'schedulePickup', 'cancelPickup', 'closeManifest', 'proofOfDelivery'],
    repeatable: { pickup: true, manifest: true },
    refusesTaken: true,
  },
  'sandbox-economy': { calls: [] },
};
const CALL_MS = 5_000;

describeWithSandbox("the sandbox's couriers", () => {
  let stand: CourierStand;
  let couriers: Courier[] = [];
  const warned: Record<string, unknown>[] = [];
  beforeAll(async () => {
    stand = await startCourierStand(20);
    couriers = sandboxCouriers({
      sandboxUrl: stand.url,
      secret: stand.secret,
      log: {
        warn: (about) => {
          warned.push(about);
        },
      },
    });
  });
  afterAll(() => stand.stop());

  for (const [index, id] of ['sandbox-express', 'sandbox-economy'].entries()) {
    describe(id, () => {
      const courier = (): Courier => couriers[index] as Courier;
      const signal = (): AbortSignal => AbortSignal.timeout(CALL_MS);
      const book = async (lever: string): Promise<string> => {
        const answer = await courier().book(
          bookingWith(`ORDER-${lever}`, { shipmentId: randomUUID(), callbackUrl: stand.callbackUrl }),
          signal(),
        );
        if (answer.kind !== 'booked') throw new Error(answer.kind);
        return answer.awb;
      };
      const poll = (awb: string, status: CourierScan['status']): Promise<CourierScan[]> =>
        eventually(
          async () => {
            const scans = readable(await courier().poll([{ awb, shipmentId: '' }], signal()));
            return scans.some((scan) => scan.status === status) && scans;
          },
          { what: `${status} of ${awb}` },
        );

      const underContract = (): DailyWorkUnderContract => ({
        courier: courier(),
        booking: (shipmentId, scenario) =>
          bookingWith(`ORDER-${LEVER[scenario]}`, { shipmentId, callbackUrl: stand.callbackUrl }),
        pickUp: async (awb) => void (await stand.control('POST', `/parcels/${awb}/pick-up`)),
        deliver: async (awb) => void (await stand.control('POST', `/parcels/${awb}/deliver`)),
        deliveryCall: (awb) => stand.callThat(awb, DELIVERED[id] as RegExp),
        fail: async (awb) => void (await stand.control('POST', `/parcels/${awb}/fail`)),
        loseAnswer: async (reference) =>
          void (await stand.control('POST', '/faults', { provider: id, reference, effect: 'lost', times: 1 })),
      });
      keepsTheCourierContract(id, underContract);
      keepsTheDailyWorkContract(id, underContract, DAILY_WORK[id] as DailyWorkTraits);

      test('quotes each of its services, more for a heavier parcel', async () => {
        const { consignment } = bookingWith('ORDER-QUOTE', {
          shipmentId: randomUUID(),
          callbackUrl: stand.callbackUrl,
        });
        const heavy = {
          ...consignment,
          packages: consignment.packages.map((one) => ({ ...one, weightGrams: 9_000n })),
        };
        const [light, more] = await Promise.all([consignment, heavy].map((one) => courier().quote?.(one, signal())));
        if (light?.kind !== 'offers' || more?.kind !== 'offers') throw new Error('no offers');
        expect(light.offers.map(({ serviceCode }) => serviceCode)).toEqual(SERVICES[id]);
        for (const [at, { price, transitDays }] of light.offers.entries()) {
          expect([price?.currency, (transitDays ?? 0) > 0]).toEqual(['SAR', true]);
          expect((more.offers[at]?.price?.amountMinor ?? 0n) > (price?.amountMinor ?? 0n)).toBe(true);
        }
      });

      test('has its own id and is marked as a sandbox courier', () => {
        expect(courier()).toMatchObject({ id, isSandbox: true, name: expect.stringMatching(/^Sandbox /) });
      });

      const testOfPieces = id === 'sandbox-express' ? test : test.skip;
      testOfPieces('a piece that is delivered names its package, and the last one brings the cash', async () => {
        const booking = bookingWith('ORDER-STILL', { shipmentId: randomUUID(), callbackUrl: stand.callbackUrl });
        const [box] = booking.consignment.packages;
        if (box === undefined) throw new Error('the sample has no package');
        const consignment = { ...booking.consignment, packages: [box, box] };
        const booked = await courier().book({ ...booking, consignment }, signal());
        if (booked.kind !== 'booked') throw new Error(booked.kind);
        for (const piece of [1, 2]) {
          await stand.control('POST', `/parcels/${booked.awb}/deliver-piece`);
          const scans = await courier().poll([{ awb: booked.awb, shipmentId: '' }], signal());
          const read = scans.filter((scan): scan is CourierScan => !isUnreadable(scan));
          const delivered = read.filter(({ status }) => status === 'DELIVERED');
          expect(delivered.map(({ packageNumber }) => packageNumber).sort()).toEqual([1, 2].slice(0, piece));
          const cash = delivered.find(({ packageNumber }) => packageNumber === piece)?.codCollectedMinor;
          expect(cash).toBe(piece === 2 ? consignment.codAmount : undefined);
        }
      });

      test('a failed delivery has one of our reason codes', async () => {
        const scans = await poll(await book('FAIL1'), 'DELIVERED');
        expect(scans.find(({ status }) => status === 'DELIVERY_FAILED')).toMatchObject({
          reasonCode: 'customer_not_available',
        });
      });

      test('a scan with an unknown code is left out and logged once', async () => {
        const awb = await book('ODDCODE');
        const scans = await poll(awb, 'DELIVERED');
        expect(scans.every(({ courierStatusCode }) => courierStatusCode !== 'WGH' && courierStatusCode !== '33')).toBe(
          true,
        );
        expect(warned.filter((entry) => entry.courier === id)).toEqual([
          { courier: id, code: id === 'sandbox-express' ? 'WGH' : '33', awb },
        ]);
      });

      test('a scan that is listed twice is the same one', async () => {
        const scans = await poll(await book('DUP'), 'DELIVERED');
        expect(new Set(scans.map(keyOf)).size).toBe(scans.length / 2);
      });

      test('a booking with an unknown service is refused, and the reason names the service', async () => {
        const booking = {
          ...bookingWith('ORDER', { shipmentId: randomUUID(), callbackUrl: stand.callbackUrl }),
          serviceCode: 'ROCKET',
        };
        expect(await courier().book(booking, signal())).toMatchObject({
          kind: 'refused',
          reason: expect.stringContaining('ROCKET'),
        });
      });

      test('a second booking under a used reference throws, and the first one is found', async () => {
        const shipmentId = randomUUID();
        const first = await courier().book(
          bookingWith('ORDER-STILL', { shipmentId, callbackUrl: stand.callbackUrl }),
          signal(),
        );
        await expect(
          courier().book(bookingWith('OTHER-STILL', { shipmentId, callbackUrl: stand.callbackUrl }), signal()),
        ).rejects.toThrow();
        expect(await courier().find?.({ shipmentId, sentUntilMs: Date.now(), createdAtMs: 0 }, signal())).toMatchObject(
          {
            kind: 'found',
            awb: (first as { awb: string }).awb,
          },
        );
      });

      test('a wrong secret is not a refusal: the result of the booking stays open', async () => {
        const stranger = sandboxCouriers({ sandboxUrl: stand.url, secret: 'x'.repeat(32) })[index] as Courier;
        await expect(
          stranger.book(bookingWith('ORDER', { shipmentId: randomUUID(), callbackUrl: stand.callbackUrl }), signal()),
        ).rejects.toThrow('401');
      });

      test('a request sent long ago is refused by the courier that signs the time of a request', async () => {
        const late = sandboxCouriers({ sandboxUrl: stand.url, secret: stand.secret, now: () => Date.now() - 6_000 })[
          index
        ] as Courier;
        const booking = bookingWith('ORDER-STILL', { shipmentId: randomUUID(), callbackUrl: stand.callbackUrl });
        if (id === 'sandbox-express') await expect(late.book(booking, signal())).rejects.toThrow('stale_request');
        else expect((await late.book(booking, signal())).kind).toBe('booked');
      });
    });
  }
});

const BOOKED = '{"RC":"00","AWB":"SEC1","waybill":"SXP1"}';

describe('an unusable answer', () => {
  /** Runs against couriers that always give this answer. */
  async function answering(status: number, body: string, run: (courier: Courier) => Promise<void>): Promise<void> {
    const server = createServer((_, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    );
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    try {
      for (const courier of sandboxCouriers({
        sandboxUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        secret: 'a-secret-of-the-tests',
      }))
        await run(courier);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    }
  }

  test.each([
    ['a 500 that says booked', 500, BOOKED],
    ["a gateway's page", 502, '<html>'],
    ['not JSON', 200, 'booked'],
    ['an empty object', 201, '{}'],
    ['not an object', 200, '[]'],
    ['a redirect', 302, BOOKED],
    ['a 404', 404, BOOKED],
    ['more than a mebibyte', 200, BOOKED.replace('}', `,"more":"${'x'.repeat(1_100_000)}"}`)],
  ])('%s leaves the booking open', async (_, status, body) => {
    await answering(status, body, async (courier) => {
      await expect(
        courier.book(
          bookingWith('ORDER', { shipmentId: 's', callbackUrl: 'http://127.0.0.1/' }),
          AbortSignal.timeout(CALL_MS),
        ),
      ).rejects.toThrow();
    });
  });

  test('a booking is unknown until its time is over, and absent after that', async () => {
    let nowMs = Date.now();
    const options = { secret: 'a-secret-of-the-tests', now: () => nowMs };
    const reply = (url: Parameters<typeof fetch>[0]): Promise<Response> => {
      const isExpress = String(url).includes('express');
      return Promise.resolve(new Response(isExpress ? '{}' : '{"RC":"44"}', { status: isExpress ? 404 : 200 }));
    };
    for (const courier of sandboxCouriers({ ...options, sandboxUrl: 'http://sandbox.example', fetch: reply })) {
      const sentUntilMs = nowMs;
      const find = (): Promise<unknown> =>
        courier.find?.({ shipmentId: 's', sentUntilMs, createdAtMs: 0 }, AbortSignal.timeout(CALL_MS)) ??
        Promise.reject(new Error('no look-up'));
      const kinds: unknown[] = [];
      for (const passed of [0, 6_999, 1]) {
        nowMs += passed;
        kinds.push(await find());
      }
      expect(kinds).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }, { kind: 'absent' }]);
    }
  });
});
