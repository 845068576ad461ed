import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import type { BookingRequest, Courier, CourierScan, Wanted } from '../../src/couriers/courier.ts';
import { SCAN_STATUSES } from '../../src/shipments/status.ts';

/**
 * What a courier's test system does with a booking. `answer-lost`: booked, and no answer. `late`: no answer, and booked only after a while;
 * `never`: no answer, and not booked; both for the first request alone. `still`: booked, and nobody comes for it by himself.
 */
export type Fate = 'still' | 'refused' | 'answer-lost' | 'late' | 'never' | 'no-cancel' | 'cancel-answer-lost';
export interface ReceivedCall { headers: IncomingHttpHeaders; body: Buffer }

/** One adapter under the contract, and what a tester can do at its courier. */
export interface CourierUnderContract {
  courier: Courier;
  /** A booking with this reference of ours that meets this fate, delivered against cash. */
  booking(reference: string, fate: Fate): BookingRequest;
  pickUp(awb: string): Promise<void>;
  deliver(awb: string): Promise<void>;
  /** The courier's call that tells of the delivery, as it came in. */
  deliveryCall(awb: string): Promise<ReceivedCall>;
}

/** The longest that `find` may answer `unknown` after the last request. */
const FIND_MS = 30_000;
const CALL_MS = 5_000;
/** For a call that is known never to be answered. */
const HANGING_MS = 1_500;

/** What shipments rely on. An adapter that passes may be added to couriers/. */
export function keepsTheCourierContract(name: string, make: () => CourierUnderContract): void {
  const signal = (ms = CALL_MS): AbortSignal => AbortSignal.timeout(ms);
  const book = async (fate: Fate, reference: string = randomUUID()): Promise<{ request: BookingRequest; awb: string }> => {
    const request = make().booking(reference, fate);
    const answer = await make().courier.book(request, signal());
    if (answer.kind !== 'booked') throw new Error(`book answered ${answer.kind}: ${answer.reason}`);
    return { request, awb: answer.awb };
  };
  const justSent = (reference: string): Wanted => ({ reference, sentUntilMs: Date.now() });
  const findFinally = ({ reference, sentUntilMs }: Wanted): Promise<string> => eventually(async () => {
    const found = await make().courier.find({ reference, sentUntilMs }, signal());
    return found.kind === 'found' ? found.awb : found.kind === 'absent' && 'absent';
  }, { timeoutMs: FIND_MS, intervalMs: 100, what: 'a word about the booking' });
  const pollFor = (awb: string, status: CourierScan['status']): Promise<CourierScan[]> => eventually(async () => {
    const scans = await make().courier.poll(awb, signal());
    return scans.some((scan) => scan.status === status) && scans;
  }, { what: `a scan ${status} of ${awb}` });

  test(`${name}: a booking has a waybill and what belongs on its label; sent again it is the same one`, async () => {
    const { request, awb } = await book('still');
    const again = await make().courier.book(request, signal());
    expect(again).toEqual({ kind: 'booked', awb, label: { service: expect.stringMatching(/./), sortCode: expect.stringMatching(/./) } });
    expect(await make().courier.find(justSent(request.reference), signal())).toEqual({ ...again, kind: 'found' });
    const twins = await Promise.all([1, 2, 3].map(() => book('still', `${request.reference}.twin`)));
    expect(new Set(twins.map((one) => one.awb)).size).toBe(1);
    expect(twins[0]?.awb).not.toBe(awb);
  });

  test(`${name}: a refusal says why, and refuses again`, async () => {
    const request = make().booking(randomUUID(), 'refused');
    const refused = { kind: 'refused', code: expect.stringMatching(/./), reason: expect.stringMatching(/./) };
    for (let time = 0; time < 2; time++) expect(await make().courier.book(request, signal())).toMatchObject(refused);
  });

  test(`${name}: no answer is an error, and the booking is found`, async () => {
    const request = make().booking(randomUUID(), 'answer-lost');
    await expect(make().courier.book(request, signal(HANGING_MS))).rejects.toThrow();
    const awb = await findFinally(justSent(request.reference));
    expect(await make().courier.book(request, signal())).toMatchObject({ kind: 'booked', awb });
  });

  test(`${name}: a booking that takes effect late is not absent before, and is found`, async () => {
    const request = make().booking(randomUUID(), 'late');
    await expect(make().courier.book(request, signal(HANGING_MS))).rejects.toThrow();
    expect(await make().courier.find(justSent(request.reference), signal())).toEqual({ kind: 'unknown' });
    expect(await findFinally(justSent(request.reference))).not.toBe('absent');
  });

  test(`${name}: a booking that never takes effect is absent in the end, and can then be asked for again`, async () => {
    const request = make().booking(randomUUID(), 'never');
    await expect(make().courier.book(request, signal(HANGING_MS))).rejects.toThrow();
    expect(await make().courier.find(justSent(request.reference), signal())).toEqual({ kind: 'unknown' });
    expect(await findFinally(justSent(request.reference))).toBe('absent');
    expect((await make().courier.book(request, signal())).kind).toBe('booked');
  });

  test(`${name}: of a reference that another process may still send nothing is said, and once it cannot any more it is absent`, async () => {
    const reference = randomUUID();
    expect(await make().courier.find({ reference, sentUntilMs: Date.now() + CALL_MS }, signal())).toEqual({ kind: 'unknown' });
    expect(await make().courier.find({ reference, sentUntilMs: 0 }, signal())).toEqual({ kind: 'absent' });
  });

  test(`${name}: cancelled before pick-up, also twice, also when the answer was lost`, async () => {
    const { awb } = await book('still');
    for (let time = 0; time < 2; time++) expect(await make().courier.cancel(awb, signal())).toEqual({ kind: 'cancelled' });
    const lost = await book('cancel-answer-lost');
    await expect(make().courier.cancel(lost.awb, signal(HANGING_MS))).rejects.toThrow();
    expect(await make().courier.cancel(lost.awb, signal())).toEqual({ kind: 'cancelled' });
    // Our own cancellation is no news, and none of the courier's.
    expect(await make().courier.poll(awb, signal())).toEqual([]);
  });

  test(`${name}: not cancelled after pick-up, nor when the courier does not want to`, async () => {
    const { awb } = await book('still');
    await make().pickUp(awb);
    expect(await make().courier.cancel(awb, signal())).toEqual({ kind: 'refused', reason: expect.stringMatching(/./) });
    expect(await make().courier.cancel((await book('no-cancel')).awb, signal())).toMatchObject({ kind: 'refused' });
    await pollFor(awb, 'PICKED_UP');
  });

  test(`${name}: scans are of known statuses, in two languages, with place and time; asked again they are the same`, async () => {
    const { request, awb } = await book('still');
    expect(await make().courier.poll(awb, signal())).toEqual([]);
    await make().pickUp(awb);
    await make().deliver(awb);
    const scans = await pollFor(awb, 'DELIVERED');
    for (const scan of scans) {
      expect(SCAN_STATUSES).toContain(scan.status);
      expect(scan).toMatchObject({
        awb, courierStatusCode: expect.stringMatching(/./), description: expect.stringMatching(/[a-z]/), descriptionAr: expect.stringMatching(/[\u0620-\u064a]/), countryCode: 'SA',
      });
      expect(scan.city).toMatch(/./);
      expect(Number.isSafeInteger(scan.occurredAtMs)).toBe(true);
    }
    const inTime = [...scans].sort((left, right) => left.occurredAtMs - right.occurredAtMs);
    expect(inTime.map(({ status }) => status)).toEqual(expect.arrayContaining(['PICKED_UP', 'DELIVERED']));
    expect(inTime.at(-1)).toMatchObject({ status: 'DELIVERED', codCollectedMinor: request.request.codAmount, signedBy: request.request.shipTo.name });
    expect(new Set(scans.map(keyOf)).size).toBe(new Set(inTime.map(({ occurredAtMs }) => occurredAtMs)).size);
    const known = new Set((await make().courier.poll(awb, signal())).map(keyOf));
    for (const scan of scans) expect(known).toContain(keyOf(scan));
  });

  test(`${name}: a call of the courier's is believed by its signature, as often as it comes, and says what tracking says`, async () => {
    const { awb } = await book('still');
    await make().pickUp(awb);
    await make().deliver(awb);
    const { headers, body } = await make().deliveryCall(awb);
    const read = make().courier.readCallback(headers, body);
    expect(read).toMatchObject([{ awb, status: 'DELIVERED' }]);
    expect(make().courier.readCallback(headers, body)).toEqual(read);
    expect((await pollFor(awb, 'DELIVERED')).map(keyOf)).toContain(keyOf(read[0] as CourierScan));
    const refused = (changed: Partial<ReceivedCall>): void => {
      expect(() => make().courier.readCallback(changed.headers ?? headers, changed.body ?? body)).toThrow(expect.objectContaining({ status: 401 }));
    };
    refused({ body: Buffer.from(body.toString('utf8').replace(awb, `${awb.slice(0, -1)}Z`)) });
    refused({ body: Buffer.concat([body, Buffer.from(' ')]) });
    refused({ headers: {} });
    // Whatever of the courier's own headers is changed, the time it was signed at included.
    for (const [header, value] of Object.entries(headers).filter(([header_]) => header_.startsWith('x-') && /date|time|sign|digest/.test(header_))) {
      const text = String(value);
      refused({ headers: { ...headers, [header]: (text.startsWith('1') ? '2' : '1') + text.slice(1) } });
    }
  });

  test(`${name}: a call that is over is no answer`, async () => {
    await expect(make().courier.find(justSent(randomUUID()), AbortSignal.abort())).rejects.toThrow();
    await expect(make().courier.poll('NOBODY', signal())).rejects.toThrow();
  });
}

/** What makes two scans the same one. */
export function keyOf({ awb, courierStatusCode, occurredAtMs, packageNumber }: CourierScan): string {
  return JSON.stringify([awb, courierStatusCode, occurredAtMs, packageNumber ?? null]);
}
