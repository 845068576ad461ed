import { expect, test } from '@jest/globals';
import { newId } from '@qafila/runtime/new-id';
import { eventually } from '@qafila/testing/wait';
import { isUnreadable } from '../../src/couriers/courier.ts';
import type {
  BookingLookup,
  BookingRequest,
  CallbackResult,
  Cancellation,
  Courier,
  CourierScan,
  LookupResult,
  PolledWaybill,
  ReceivedCall,
  ReportedScan,
} from '../../src/couriers/courier.ts';
import { SCAN_STATUSES } from '../../src/state/status.ts';

/**
 * What a courier's test system does with a booking. `answer-lost`: booked, and no answer. `late`: no answer, and booked
 * only after a while; `never`: no answer, and not booked; both for the first request alone. `still`: booked, and not
 * picked up until the tester says so.
 */
export type BookingScenario =
  'still' | 'refused' | 'answer-lost' | 'late' | 'never' | 'no-cancel' | 'cancel-answer-lost';
export type CallParts = Pick<ReceivedCall, 'headers' | 'body'>;

/** What a courier can do, and its test system can show. The port allows each of these. */
export interface CourierTraits {
  /** Scenarios of the test system beside `still`, `refused` and `answer-lost`, which each needs. */
  scenarios: readonly BookingScenario[];
  /** A repeated booking gives the same waybill; otherwise the kit never repeats one, as the service never does. */
  repeats: boolean;
  /** Its look-up says `absent` with certainty; otherwise it says `unknown`, and a person decides. */
  saysAbsent: boolean;
  cancels: boolean;
  /** Its scans have texts in Arabic, and the cash and the name of the receiver. */
  reportsAll: boolean;
  /** It signs its calls. */
  signsCalls: boolean;
}

/** The traits of a courier that can do everything. */
export const ALL_TRAITS: CourierTraits = {
  scenarios: ['late', 'never', 'no-cancel', 'cancel-answer-lost'],
  repeats: true,
  saysAbsent: true,
  cancels: true,
  reportsAll: true,
  signsCalls: true,
};

/** One adapter under the contract, and what a tester can do at its courier. */
export interface CourierUnderContract {
  courier: Courier;
  /** A COD booking for this shipment that the courier treats by this scenario. */
  booking(shipmentId: string, scenario: BookingScenario): BookingRequest;
  pickUp(awb: string): Promise<void>;
  deliver(awb: string): Promise<void>;
  /** The courier's call that reports the delivery, as it arrived; for a courier that calls. */
  deliveryCall?(awb: string): Promise<CallParts>;
}

/** The longest that `find` may answer `unknown` after the last request. */
const FIND_MS = 30_000;
const CALL_MS = 5_000;
/** For a call that is never answered. */
const HANGING_MS = 1_500;

/** The behaviour that shipments rely on. Every adapter must pass these tests, those of its traits included. */
export function keepsTheCourierContract(
  name: string,
  make: () => CourierUnderContract,
  traits: CourierTraits = ALL_TRAITS,
): void {
  const signal = (ms = CALL_MS): AbortSignal => AbortSignal.timeout(ms);
  /** As the service does: what a courier wants first is made and kept, then it is confirmed. */
  const draftOf = async (request: BookingRequest): Promise<BookingRequest> => {
    const result = await make().courier.draft?.(request, signal());
    return result?.kind === 'drafted' ? { ...request, draft: result.draft } : request;
  };
  const prepare = (scenario: BookingScenario, shipmentId: string = newId('shp', Date.now())): Promise<BookingRequest> =>
    draftOf(make().booking(shipmentId, scenario));
  const book = async (
    scenario: BookingScenario,
    shipmentId?: string,
  ): Promise<{ request: BookingRequest; waybill: Cancellation }> => {
    const request = await prepare(scenario, shipmentId);
    const answer = await make().courier.book(request, signal());
    if (answer.kind !== 'booked') throw new Error(`book answered ${JSON.stringify(answer)}`);
    const { draft, shipmentId: id } = request;
    return { request, waybill: { awb: answer.awb, shipmentId: id, draft, reason: 'merchant_request' } };
  };
  const find = (lookup: Partial<BookingLookup> & { shipmentId: string }, by = signal()): Promise<LookupResult> => {
    const courier = make().courier;
    if (courier.find === undefined) return Promise.resolve({ kind: 'unknown' });
    const now = Date.now();
    return courier.find({ sentUntilMs: now, createdAtMs: now - 1_000, ...lookup }, by);
  };
  const findFinally = (request: BookingRequest): Promise<string> => {
    const sentUntilMs = Date.now();
    return eventually(
      async () => {
        const found = await find({ ...request, sentUntilMs });
        return found.kind === 'found' ? found.awb : found.kind === 'absent' && 'absent';
      },
      { timeoutMs: FIND_MS, intervalMs: 100, what: 'a definite answer about the booking' },
    );
  };
  const poll = async (...waybills: PolledWaybill[]): Promise<CourierScan[]> =>
    readable(await make().courier.poll(waybills, signal()));
  const pollFor = (waybill: PolledWaybill, status: CourierScan['status']): Promise<CourierScan[]> =>
    eventually(
      async () => {
        const scans = await poll(waybill);
        return scans.some((scan) => scan.status === status) && scans;
      },
      { what: `a scan ${status} of ${waybill.awb}` },
    );
  const testWhere = (isSo: boolean): typeof test | typeof test.skip => (isSo ? test : test.skip);
  const testIn = (scenario: BookingScenario): typeof test | typeof test.skip =>
    testWhere(traits.scenarios.includes(scenario));

  test(`${name}: a booking has a waybill and label data, and is found by our reference`, async () => {
    const { request, waybill } = await book('still');
    expect(waybill.awb).toMatch(/./);
    if (make().courier.find === undefined) return;
    expect(await findFinally(request)).toBe(waybill.awb);
    expect(await find(request)).toMatchObject({ kind: 'found', label: { service: expect.stringMatching(/./) } });
  });

  testWhere(traits.repeats)(`${name}: a booking that is sent again has the same waybill and label data`, async () => {
    const { request, waybill } = await book('still');
    const again = await make().courier.book(request, signal());
    expect(again).toEqual({
      kind: 'booked',
      awb: waybill.awb,
      label: { service: expect.stringMatching(/./), sortCode: expect.stringMatching(/./) },
    });
    expect(await find(request)).toEqual({ ...again, kind: 'found' });
    const twins = await Promise.all([1, 2, 3].map(() => book('still', `${request.shipmentId}.twin`)));
    expect(new Set(twins.map((twin) => twin.waybill.awb)).size).toBe(1);
    expect(twins[0]?.waybill.awb).not.toBe(waybill.awb);
  });

  test(`${name}: a refused booking has a reason, and is refused again`, async () => {
    const refused = { kind: 'refused', code: expect.stringMatching(/./), reason: expect.stringMatching(/./) };
    const request = make().booking(newId('shp', Date.now()), 'refused');
    for (let time = 0; time < 2; time++) {
      const draft = await make().courier.draft?.(request, signal());
      if (draft?.kind === 'refused') expect(draft).toMatchObject(refused);
      else
        expect(
          await make().courier.book(
            { ...request, draft: draft?.kind === 'drafted' ? draft.draft : undefined },
            signal(),
          ),
        ).toMatchObject(refused);
    }
  });

  test(`${name}: a booking without an answer throws, and is found`, async () => {
    const request = await prepare('answer-lost');
    await expect(make().courier.book(request, signal(HANGING_MS))).rejects.toThrow();
    if (make().courier.find === undefined) return;
    const awb = await findFinally(request);
    expect(awb).not.toBe('absent');
    if (traits.repeats) expect(await make().courier.book(request, signal())).toMatchObject({ kind: 'booked', awb });
  });

  testIn('late')(`${name}: a booking that takes effect late is never absent, and is found`, async () => {
    const request = await prepare('late');
    await expect(make().courier.book(request, signal(HANGING_MS))).rejects.toThrow();
    expect(await find(request)).toEqual({ kind: 'unknown' });
    expect(await findFinally(request)).not.toBe('absent');
  });

  testIn('never')(`${name}: a booking that never takes effect becomes absent, and can be made again`, async () => {
    const request = await prepare('never');
    await expect(make().courier.book(request, signal(HANGING_MS))).rejects.toThrow();
    expect(await find(request)).toEqual({ kind: 'unknown' });
    expect(await findFinally(request)).toBe('absent');
    expect((await make().courier.book(request, signal())).kind).toBe('booked');
  });

  test(`${name}: a booking is unknown while another process may still send it`, async () => {
    const request = await prepare('still');
    expect(await find({ ...request, sentUntilMs: Date.now() + CALL_MS })).toEqual({ kind: 'unknown' });
    if (traits.saysAbsent) expect(await find({ ...request, sentUntilMs: 0 })).toEqual({ kind: 'absent' });
  });

  testWhere(traits.cancels)(`${name}: cancels before pick-up, also twice`, async () => {
    const { waybill } = await book('still');
    for (let time = 0; time < 2; time++)
      expect(await make().courier.cancel(waybill, signal())).toEqual({ kind: 'cancelled' });
    // Our own cancellation is not a scan.
    expect(await poll(waybill)).toEqual([]);
  });

  testWhere(!traits.cancels)(`${name}: says that it cannot cancel`, async () => {
    const { waybill } = await book('still');
    expect(await make().courier.cancel(waybill, signal())).toEqual({
      kind: 'unsupported',
      reason: expect.stringMatching(/./),
    });
  });

  testIn('cancel-answer-lost')(`${name}: a cancellation whose answer was lost is cancelled`, async () => {
    const { waybill } = await book('cancel-answer-lost');
    await expect(make().courier.cancel(waybill, signal(HANGING_MS))).rejects.toThrow();
    expect(await make().courier.cancel(waybill, signal())).toEqual({ kind: 'cancelled' });
  });

  testIn('no-cancel')(`${name}: does not cancel after pick-up, or when the courier refuses`, async () => {
    const { waybill } = await book('still');
    await make().pickUp(waybill.awb);
    const refused = { kind: 'refused', reason: expect.stringMatching(/./) };
    expect(await make().courier.cancel(waybill, signal())).toEqual(refused);
    expect(await make().courier.cancel((await book('no-cancel')).waybill, signal())).toEqual(refused);
    await pollFor(waybill, 'PICKED_UP');
  });

  test(`${name}: scans have a status and a time, and repeat in the next poll`, async () => {
    const { request, waybill } = await book('still');
    expect(await poll(waybill)).toEqual([]);
    await make().pickUp(waybill.awb);
    await make().deliver(waybill.awb);
    const scans = await pollFor(waybill, 'DELIVERED');
    for (const scan of scans) {
      expect(SCAN_STATUSES).toContain(scan.status);
      expect(scan).toMatchObject({ awb: waybill.awb, courierStatusCode: expect.stringMatching(/./) });
      expect(Number.isSafeInteger(scan.occurredAtMs)).toBe(true);
      if (traits.reportsAll)
        expect(scan).toMatchObject({
          description: expect.stringMatching(/[a-z]/),
          descriptionAr: expect.stringMatching(/[\u0620-\u064a]/),
          city: expect.stringMatching(/./),
          countryCode: 'SA',
        });
    }
    const inTime = [...scans].sort((left, right) => left.occurredAtMs - right.occurredAtMs);
    expect(inTime.map(({ status }) => status)).toEqual(expect.arrayContaining(['PICKED_UP', 'DELIVERED']));
    expect(inTime.at(-1)?.status).toBe('DELIVERED');
    if (traits.reportsAll)
      expect(inTime.at(-1)).toMatchObject({
        codCollectedMinor: request.consignment.codAmount,
        signedBy: request.consignment.shipTo.name,
      });
    // A courier may list one scan twice.
    expect(new Set(scans.map(keyOf)).size).toBe(new Set(inTime.map(({ occurredAtMs }) => occurredAtMs)).size);
    const known = new Set((await poll(waybill)).map(keyOf));
    for (const scan of scans) expect(known).toContain(keyOf(scan));
  });

  test(`${name}: one poll of several waybills has the scans of each`, async () => {
    // One after the other: a test system may serve one booking at a time.
    const waybills: PolledWaybill[] = [];
    while (waybills.length < Math.min(3, make().courier.polling.batchMax)) {
      const { waybill } = await book('still');
      await make().pickUp(waybill.awb);
      await pollFor(waybill, 'PICKED_UP');
      waybills.push(waybill);
    }
    const scans = await poll(...waybills);
    expect(new Set(scans.map(({ awb }) => awb))).toEqual(new Set(waybills.map(({ awb }) => awb)));
    if (waybills.length === 1) return;
    const known = waybills[0] as PolledWaybill;
    const beside = await poll({ awb: 'UNKNOWN', shipmentId: 'shp_unknown', draft: 'unknown' }, known);
    expect(new Set(beside.map(({ awb }) => awb))).toEqual(new Set([known.awb]));
  });

  testWhere(traits.signsCalls)(
    `${name}: a signed call is accepted any number of times and reports the same scan as polling`,
    async () => {
      const { waybill } = await book('still');
      await make().pickUp(waybill.awb);
      await make().deliver(waybill.awb);
      const { headers, body } = (await make().deliveryCall?.(waybill.awb)) as CallParts;
      const call: ReceivedCall = { method: 'POST', query: {}, headers, body };
      const read = scansOf(make().courier.readCallback(call));
      expect(read).toMatchObject([{ awb: waybill.awb, status: 'DELIVERED' }]);
      expect(scansOf(make().courier.readCallback(call))).toEqual(read);
      expect((await pollFor(waybill, 'DELIVERED')).map(keyOf)).toContain(keyOf(read[0] as CourierScan));
      const refused = (changed: Partial<ReceivedCall>): void => {
        expect(() => make().courier.readCallback({ ...call, ...changed })).toThrow(
          expect.objectContaining({ status: 401 }),
        );
      };
      refused({ body: Buffer.from(body.toString('utf8').replace(waybill.awb, `${waybill.awb.slice(0, -1)}Z`)) });
      refused({ body: Buffer.concat([body, Buffer.from(' ')]) });
      refused({ headers: {} });
      // A change of any header of the signature, its time included.
      for (const [header, value] of Object.entries(headers).filter(
        ([each]) => each.startsWith('x-') && /date|time|sign|digest/.test(each),
      )) {
        const text = String(value);
        refused({ headers: { ...headers, [header]: (text.startsWith('1') ? '2' : '1') + text.slice(1) } });
      }
    },
  );

  testWhere(!traits.signsCalls)(`${name}: a call that anybody can make reports no scans`, () => {
    const body = Buffer.from(JSON.stringify({ event: 'tracker_updated', data: { status: 'delivered' } }));
    expect(scansOf(make().courier.readCallback({ method: 'POST', query: {}, headers: {}, body }))).toEqual([]);
  });

  test(`${name}: an aborted call throws`, async () => {
    const request = await prepare('still');
    await expect(make().courier.book(request, AbortSignal.abort())).rejects.toThrow();
    await expect(
      make().courier.poll([{ awb: 'ANY', shipmentId: request.shipmentId }], AbortSignal.abort()),
    ).rejects.toThrow();
  });
}

function scansOf(result: CallbackResult): CourierScan[] {
  return result.kind === 'scans' ? readable(result.scans) : [];
}

/** Scans whose code and time the adapter knows. */
export function readable(scans: readonly ReportedScan[]): CourierScan[] {
  return scans.filter((scan): scan is CourierScan => !isUnreadable(scan));
}

/** Scans with the same key are the same scan. */
export function keyOf({ awb, courierStatusCode, occurredAtMs, packageNumber }: CourierScan): string {
  return JSON.stringify([awb, courierStatusCode, occurredAtMs, packageNumber ?? null]);
}
