import { expect, test } from '@jest/globals';
import { newId } from '@qafila/runtime/new-id';
import { eventually } from '@qafila/testing/wait';
import type { PolledWaybill } from '../../src/couriers/courier.ts';
import { UNKNOWN_PICKUP } from '../../src/couriers/daily-work.ts';
import type {
  DailyWork,
  InstructionRequest,
  ManifestRequest,
  PickupRequest,
  PickupResult,
} from '../../src/couriers/daily-work.ts';
import type { CourierUnderContract } from './courier-contract.ts';

const CALLS = ['instruct', 'schedulePickup', 'cancelPickup', 'closeManifest', 'proofOfDelivery'] as const;
export type DailyCall = (typeof CALLS)[number];

/** What a courier has of the optional port, and its test system can show. */
export interface DailyWorkTraits {
  calls: readonly DailyCall[];
  repeatable?: DailyWork['repeatable'];
  /** It refuses a driver, and a line of a manifest, for a parcel that it has already. */
  refusesTaken?: boolean;
}
export interface DailyWorkUnderContract extends CourierUnderContract {
  /** A delivery of this parcel fails; for a courier that takes instructions. */
  fail?(awb: string): Promise<void>;
  /** The courier does the next call with this id of ours, and its answer is lost. */
  loseAnswer?(id: string): Promise<void>;
}

const CALL_MS = 20_000;
/** For a call that is never answered. */
const HANGING_MS = 1_500;
const DAY_MS = 86_400_000;
const REFUSED = { kind: 'refused', code: expect.stringMatching(/./), reason: expect.stringMatching(/./) };

/** The behaviour that the queue of owed calls relies on. */
export function keepsTheDailyWorkContract(
  name: string,
  make: () => DailyWorkUnderContract,
  { calls, repeatable, refusesTaken = false }: DailyWorkTraits,
): void {
  const signal = (ms = CALL_MS): AbortSignal => AbortSignal.timeout(ms);
  const testOf = (call: DailyCall, isSo = true): typeof test | typeof test.skip =>
    calls.includes(call) && isSo ? test : test.skip;
  const book = async (): Promise<PolledWaybill> => {
    const request = make().booking(newId('shp', Date.now()), 'still');
    const answer = await make().courier.book(request, signal());
    if (answer.kind !== 'booked') throw new Error(`book answered ${JSON.stringify(answer)}`);
    return { awb: answer.awb, shipmentId: request.shipmentId };
  };
  const handedOver = (waybill: PolledWaybill): PickupRequest['parcels'][number] => ({
    ...waybill,
    pieces: 1,
    weightGrams: 1_250n,
  });
  const address = (): PickupRequest['address'] => make().booking('shp_of_address', 'still').consignment.shipFrom;
  /** A driver of Riyadh for tomorrow. */
  const pickupOf = (waybill: PolledWaybill): PickupRequest => {
    const date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    return {
      pickupId: newId('pku', Date.now()),
      address: address(),
      date,
      readyTime: '10:00',
      closeTime: '17:00',
      timeZone: 'Asia/Riyadh',
      readyAtMs: Date.parse(`${date}T10:00:00+03:00`),
      closeAtMs: Date.parse(`${date}T17:00:00+03:00`),
      parcels: [handedOver(waybill)],
    };
  };
  const schedule = async (request: PickupRequest, by = signal()): Promise<PickupResult | undefined> =>
    make().courier.schedulePickup?.(request, by);
  const manifestOf = (waybill: PolledWaybill): ManifestRequest => ({
    manifestId: newId('mnf', Date.now()),
    address: address(),
    closedAtMs: Date.now(),
    parcels: [handedOver(waybill)],
  });
  const instructionOf = (waybill: PolledWaybill): InstructionRequest => ({
    ...waybill,
    instructionId: newId('ins', Date.now()),
    instruction: { kind: 'reattempt' },
  });

  test(`${name}: has these calls of daily work and no other, and says which it repeats`, () => {
    const courier = make().courier;
    expect(CALLS.filter((call) => courier[call] !== undefined)).toEqual(calls);
    expect(courier.repeatable).toEqual(repeatable);
  });

  testOf('schedulePickup')(`${name}: a driver has a confirmation, and is cancelled by it`, async () => {
    const request = pickupOf(await book());
    const scheduled = await schedule(request);
    expect(scheduled).toEqual({ kind: 'scheduled', confirmation: expect.stringMatching(/./) });
    if (scheduled?.kind !== 'scheduled' || !calls.includes('cancelPickup')) return;
    const { pickupId, date, timeZone } = request;
    const order = { pickupId, confirmation: scheduled.confirmation, date, timeZone, reason: 'nothing to send' };
    expect(await make().courier.cancelPickup?.(order, signal())).toEqual({ kind: 'cancelled' });
    const again = await make().courier.cancelPickup?.(order, signal());
    expect([{ kind: 'cancelled' }, { ...REFUSED, code: UNKNOWN_PICKUP }]).toContainEqual(again);
  });

  testOf('schedulePickup', repeatable?.pickup === true)(
    `${name}: a driver whose answer is lost comes once`,
    async () => {
      const request = pickupOf(await book());
      await make().loseAnswer?.(request.pickupId);
      await expect(schedule(request, signal(HANGING_MS))).rejects.toThrow();
      const scheduled = await schedule(request);
      expect(scheduled).toMatchObject({ kind: 'scheduled' });
      expect(await schedule(request)).toEqual(scheduled);
      expect(await schedule({ ...request, pickupId: `${request.pickupId}.2` })).not.toEqual(scheduled);
    },
  );

  testOf('schedulePickup', repeatable?.pickup !== true)(
    `${name}: a driver whose answer is lost leaves the result open`,
    async () => {
      const request = pickupOf(await book());
      await make().loseAnswer?.(request.pickupId);
      await expect(schedule(request, signal(HANGING_MS))).rejects.toThrow();
    },
  );

  testOf('schedulePickup', refusesTaken)(`${name}: no driver comes for a parcel that is taken`, async () => {
    const waybill = await book();
    await make().pickUp(waybill.awb);
    expect(await schedule(pickupOf(waybill))).toEqual(REFUSED);
  });

  testOf('closeManifest')(`${name}: a manifest has a number`, async () => {
    const waybill = await book();
    const request = manifestOf(waybill);
    const close = (by = signal()): unknown => make().courier.closeManifest?.(request, by);
    if (repeatable?.manifest === true) {
      await make().loseAnswer?.(request.manifestId);
      await expect(close(signal(HANGING_MS))).rejects.toThrow();
    }
    const closed = await close();
    expect(closed).toMatchObject({ kind: 'closed', number: expect.stringMatching(/./) });
    if (repeatable?.manifest === true) expect(await close()).toEqual(closed);
    if (!refusesTaken) return;
    await make().pickUp(waybill.awb);
    expect(await make().courier.closeManifest?.(manifestOf(waybill), signal())).toEqual(REFUSED);
  });

  testOf('instruct')(`${name}: an instruction whose answer is lost is sent again and counts once`, async () => {
    const waybill = await book();
    const early = await make().courier.instruct?.(instructionOf(waybill), signal());
    expect(early).toEqual(REFUSED);
    await make().fail?.(waybill.awb);
    const request = instructionOf(waybill);
    await make().loseAnswer?.(request.instructionId);
    await expect(make().courier.instruct?.(request, signal(HANGING_MS))).rejects.toThrow();
    const accepted = await make().courier.instruct?.(request, signal());
    expect(accepted).toMatchObject({ kind: 'accepted' });
    expect(await make().courier.instruct?.(request, signal())).toEqual(accepted);
  });

  testOf('proofOfDelivery')(`${name}: a delivery has a proof, and there is none before it`, async () => {
    const waybill = await book();
    const prove = async (): Promise<unknown> => make().courier.proofOfDelivery?.(waybill, signal());
    expect(await prove()).toEqual({ kind: 'none' });
    await make().pickUp(waybill.awb);
    await make().deliver(waybill.awb);
    const proof = await eventually(
      async () => {
        const found = await make().courier.proofOfDelivery?.(waybill, signal());
        return found?.kind === 'found' && found;
      },
      { what: `a proof of ${waybill.awb}` },
    );
    expect(proof.files.map(({ bytes }) => bytes.length > 0)).toContain(true);
  });

  test(`${name}: an aborted call of daily work throws`, async () => {
    const { courier } = make();
    const waybill = { awb: 'ANY', shipmentId: 'shp_any' };
    const by = AbortSignal.abort();
    const made = [
      courier.instruct?.(instructionOf(waybill), by),
      courier.schedulePickup?.(pickupOf(waybill), by),
      courier.closeManifest?.(manifestOf(waybill), by),
      courier.proofOfDelivery?.(waybill, by),
    ].filter((call) => call !== undefined);
    for (const result of await Promise.allSettled(made)) expect(result.status).toBe('rejected');
  });
}
