import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import type { BookingLookup, BookingRequest, Courier, CourierScan } from '../../src/couriers/courier.ts';
import { SCAN_STATUSES } from '../../src/state/status.ts';

/**
 * What a courier's test system does with a booking. `answer-lost`: booked, and no answer. `late`: no answer, and booked
 * only after a while; `never`: no answer, and not booked; both for the first request alone. `still`: booked, and not
 * picked up until the tester says so.
 */
export type BookingScenario =
  'still' | 'refused' | 'answer-lost' | 'late' | 'never' | 'no-cancel' | 'cancel-answer-lost';
export interface ReceivedCall {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** One adapter under the contract, and what a tester can do at its courier. */
export interface CourierUnderContract {
  courier: Courier;
  /** A COD booking for this shipment that the courier treats by this scenario. */
  booking(shipmentId: string, scenario: BookingScenario): BookingRequest;
  pickUp(awb: string): Promise<void>;
  deliver(awb: string): Promise<void>;
  /** The courier's call that reports the delivery, as it arrived. */
  deliveryCall(awb: string): Promise<ReceivedCall>;
}

/** The longest that `find` may answer `unknown` after the last request. */
const FIND_MS = 30_000;
const CALL_MS = 5_000;
/** For a call that is never answered. */
const HANGING_MS = 1_500;

/** The behaviour that shipments rely on. Every adapter must pass these tests. */
export function keepsTheCourierContract(name: string, make: () => CourierUnderContract): void {
  const signal = (ms = CALL_MS): AbortSignal => AbortSignal.timeout(ms);
  const book = async (
    scenario: BookingScenario,
    shipmentId: string = randomUUID(),
  ): Promise<{ request: BookingRequest; awb: string }> => {
    const request = make().booking(shipmentId, scenario);
    const answer = await make().courier.book(request, signal());
    if (answer.kind !== 'booked') throw new Error(`book answered ${answer.kind}: ${answer.reason}`);
    return { request, awb: answer.awb };
  };
  const justSent = (shipmentId: string): BookingLookup => ({ shipmentId, sentUntilMs: Date.now() });
  const findFinally = (lookup: BookingLookup): Promise<string> =>
    eventually(
      async () => {
        const found = await make().courier.find(lookup, signal());
        return found.kind === 'found' ? found.awb : found.kind === 'absent' && 'absent';
      },
      { timeoutMs: FIND_MS, intervalMs: 100, what: 'a definite answer about the booking' },
    );
  const pollFor = (awb: string, status: CourierScan['status']): Promise<CourierScan[]> =>
    eventually(
      async () => {
        const scans = await make().courier.poll(awb, signal());
        return scans.some((scan) => scan.status === status) && scans;
      },
      { what: `a scan ${status} of ${awb}` },
    );

  test(`${name}: a booking has a waybill and label data, and the same ones when it is sent again`, async () => {
    const { request, awb } = await book('still');
    const again = await make().courier.book(request, signal());
    expect(again).toEqual({
      kind: 'booked',
      awb,
      label: { service: expect.stringMatching(/./), sortCode: expect.stringMatching(/./) },
    });
    expect(await make().courier.find(justSent(request.shipmentId), signal())).toEqual({ ...again, kind: 'found' });
    const twins = await Promise.all([1, 2, 3].map(() => book('still', `${request.shipmentId}.twin`)));
    expect(new Set(twins.map((twin) => twin.awb)).size).toBe(1);
    expect(twins[0]?.awb).not.toBe(awb);
  });

  test(`${name}: a refused booking has a reason, and is refused again`, async () => {
    const request = make().booking(randomUUID(), 'refused');
    const refused = { kind: 'refused', code: expect.stringMatching(/./), reason: expect.stringMatching(/./) };
    for (let time = 0; time < 2; time++) expect(await make().courier.book(request, signal())).toMatchObject(refused);
  });

  test(`${name}: a booking without an answer throws, and is found`, async () => {
    const request = make().booking(randomUUID(), 'answer-lost');
    await expect(make().courier.book(request, signal(HANGING_MS))).rejects.toThrow();
    const awb = await findFinally(justSent(request.shipmentId));
    expect(await make().courier.book(request, signal())).toMatchObject({ kind: 'booked', awb });
  });

  test(`${name}: a booking that takes effect late is never absent, and is found`, async () => {
    const request = make().booking(randomUUID(), 'late');
    await expect(make().courier.book(request, signal(HANGING_MS))).rejects.toThrow();
    expect(await make().courier.find(justSent(request.shipmentId), signal())).toEqual({ kind: 'unknown' });
    expect(await findFinally(justSent(request.shipmentId))).not.toBe('absent');
  });

  test(`${name}: a booking that never takes effect becomes absent, and can then be made again`, async () => {
    const request = make().booking(randomUUID(), 'never');
    await expect(make().courier.book(request, signal(HANGING_MS))).rejects.toThrow();
    expect(await make().courier.find(justSent(request.shipmentId), signal())).toEqual({ kind: 'unknown' });
    expect(await findFinally(justSent(request.shipmentId))).toBe('absent');
    expect((await make().courier.book(request, signal())).kind).toBe('booked');
  });

  test(`${name}: a booking is unknown while another process may still send it, and absent after that`, async () => {
    const shipmentId = randomUUID();
    expect(await make().courier.find({ shipmentId, sentUntilMs: Date.now() + CALL_MS }, signal())).toEqual({
      kind: 'unknown',
    });
    expect(await make().courier.find({ shipmentId, sentUntilMs: 0 }, signal())).toEqual({ kind: 'absent' });
  });

  test(`${name}: cancels before pick-up, also twice, also when the answer was lost`, async () => {
    const { awb } = await book('still');
    for (let time = 0; time < 2; time++)
      expect(await make().courier.cancel(awb, signal())).toEqual({ kind: 'cancelled' });
    const lost = await book('cancel-answer-lost');
    await expect(make().courier.cancel(lost.awb, signal(HANGING_MS))).rejects.toThrow();
    expect(await make().courier.cancel(lost.awb, signal())).toEqual({ kind: 'cancelled' });
    // Our own cancellation is not a scan.
    expect(await make().courier.poll(awb, signal())).toEqual([]);
  });

  test(`${name}: does not cancel after pick-up, or when the courier refuses`, async () => {
    const { awb } = await book('still');
    await make().pickUp(awb);
    expect(await make().courier.cancel(awb, signal())).toEqual({ kind: 'refused', reason: expect.stringMatching(/./) });
    expect(await make().courier.cancel((await book('no-cancel')).awb, signal())).toMatchObject({ kind: 'refused' });
    await pollFor(awb, 'PICKED_UP');
  });

  test(`${name}: scans have a status, two languages, place and time, and repeat in the next poll`, async () => {
    const { request, awb } = await book('still');
    expect(await make().courier.poll(awb, signal())).toEqual([]);
    await make().pickUp(awb);
    await make().deliver(awb);
    const scans = await pollFor(awb, 'DELIVERED');
    for (const scan of scans) {
      expect(SCAN_STATUSES).toContain(scan.status);
      expect(scan).toMatchObject({
        awb,
        courierStatusCode: expect.stringMatching(/./),
        description: expect.stringMatching(/[a-z]/),
        descriptionAr: expect.stringMatching(/[\u0620-\u064a]/),
        countryCode: 'SA',
      });
      expect(scan.city).toMatch(/./);
      expect(Number.isSafeInteger(scan.occurredAtMs)).toBe(true);
    }
    const inTime = [...scans].sort((left, right) => left.occurredAtMs - right.occurredAtMs);
    expect(inTime.map(({ status }) => status)).toEqual(expect.arrayContaining(['PICKED_UP', 'DELIVERED']));
    expect(inTime.at(-1)).toMatchObject({
      status: 'DELIVERED',
      codCollectedMinor: request.consignment.codAmount,
      signedBy: request.consignment.shipTo.name,
    });
    expect(new Set(scans.map(keyOf)).size).toBe(new Set(inTime.map(({ occurredAtMs }) => occurredAtMs)).size);
    const known = new Set((await make().courier.poll(awb, signal())).map(keyOf));
    for (const scan of scans) expect(known).toContain(keyOf(scan));
  });

  test(`${name}: a signed call is accepted any number of times and reports the same scan as polling`, async () => {
    const { awb } = await book('still');
    await make().pickUp(awb);
    await make().deliver(awb);
    const { headers, body } = await make().deliveryCall(awb);
    const read = make().courier.readCallback(headers, body);
    expect(read).toMatchObject([{ awb, status: 'DELIVERED' }]);
    expect(make().courier.readCallback(headers, body)).toEqual(read);
    expect((await pollFor(awb, 'DELIVERED')).map(keyOf)).toContain(keyOf(read[0] as CourierScan));
    const refused = (changed: Partial<ReceivedCall>): void => {
      expect(() => make().courier.readCallback(changed.headers ?? headers, changed.body ?? body)).toThrow(
        expect.objectContaining({ status: 401 }),
      );
    };
    refused({ body: Buffer.from(body.toString('utf8').replace(awb, `${awb.slice(0, -1)}Z`)) });
    refused({ body: Buffer.concat([body, Buffer.from(' ')]) });
    refused({ headers: {} });
    // A change of any header of the signature, its time included.
    for (const [header, value] of Object.entries(headers).filter(
      ([name]) => name.startsWith('x-') && /date|time|sign|digest/.test(name),
    )) {
      const text = String(value);
      refused({ headers: { ...headers, [header]: (text.startsWith('1') ? '2' : '1') + text.slice(1) } });
    }
  });

  test(`${name}: an aborted call and a poll of an unknown waybill throw`, async () => {
    await expect(make().courier.find(justSent(randomUUID()), AbortSignal.abort())).rejects.toThrow();
    await expect(make().courier.poll('UNKNOWN', signal())).rejects.toThrow();
  });
}

/** Scans with the same key are the same scan. */
export function keyOf({ awb, courierStatusCode, occurredAtMs, packageNumber }: CourierScan): string {
  return JSON.stringify([awb, courierStatusCode, occurredAtMs, packageNumber ?? null]);
}
