import { deleteExpiredAnswers } from '@qafila/idempotency/idempotent';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { Courier } from '../couriers/courier.ts';
import { COURIER } from '../limits.ts';
import { claimDuePolls, pollScans } from '../scans/poll-scans.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { callCourier } from './call-courier.ts';
import { startDueCalls } from './due-calls.ts';
import type { StartedCall } from './due-calls.ts';

type CallKind = 'ask' | 'poll';
const AT_ONCE: Record<CallKind, number> = { ask: COURIER.callsAtOnce, poll: COURIER.pollsAtOnce };

/**
 * Makes the courier calls that are due: bookings, look-ups, cancellations and polls. Each courier has its own slots, so
 * that one that does not answer delays no other. Runs in every process; leases in the rows share the work out.
 */
export class CourierLoop extends BackgroundLoop {
  readonly #underWay = new Map<string, Set<Promise<void>>>();
  /** By courier: when to look for due polls next. */
  readonly #pollAtMs = new Map<string, number>();
  #nextRoundAtMs = 0;
  #deleteExpiredAtMs = 0;

  constructor(private readonly dependencies: ShipmentDependencies) {
    super({
      name: 'courier',
      log: dependencies.log,
      backoff: { firstMs: COURIER.restMs, maxMs: COURIER.restMs },
      round: () => this.#round(),
    });
  }

  /** Waits for the calls under way; their deadline bounds it. */
  override async stop(): Promise<void> {
    await super.stop();
    await Promise.all([...this.#underWay.values()].flatMap((calls) => [...calls]));
  }

  async #round(): Promise<number> {
    await this.#pace();
    let isFull = false;
    for (const courier of this.dependencies.couriers.all) {
      for (const started of await this.#startCalls(courier))
        this.#run(courier, 'ask', {
          shipment: started.row.id,
          work: () => callCourier(this.dependencies, courier, started),
        });
      for (const row of await this.#claimPolls(courier))
        this.#run(courier, 'poll', { shipment: row.id, work: () => pollScans(this.dependencies, courier, row) });
      isFull ||= this.#freeSlots(courier, 'ask') === 0;
    }
    if (Date.now() >= this.#deleteExpiredAtMs) {
      await deleteExpiredAnswers(this.dependencies);
      this.#deleteExpiredAtMs = Date.now() + COURIER.deleteExpiredEveryMs;
    }
    // While all slots are taken there is nothing to do: a slot that becomes free wakes the loop.
    return isFull ? COURIER.restFullMs : COURIER.restMs;
  }

  /** Keeps rounds apart. Every create wakes the loop; a round for each would cost more in commits than the wait. */
  async #pace(): Promise<void> {
    const waitMs = this.#nextRoundAtMs - Date.now();
    if (waitMs > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs);
      });
    this.#nextRoundAtMs = Date.now() + COURIER.roundEveryMs;
  }

  async #startCalls(courier: Courier): Promise<StartedCall[]> {
    const free = this.#freeSlots(courier, 'ask');
    return free === 0 ? [] : startDueCalls(this.dependencies, courier.id, free);
  }

  /**
   * No commit makes a poll due at once, so they are looked for at their own pace, unless more were due than slots are
   * free.
   */
  async #claimPolls(courier: Courier): Promise<ShipmentRow[]> {
    const free = this.#freeSlots(courier, 'poll');
    if (free === 0 || Date.now() < (this.#pollAtMs.get(courier.id) ?? 0)) return [];
    const rows = await claimDuePolls(this.dependencies, courier, free);
    if (rows.length < free) this.#pollAtMs.set(courier.id, Date.now() + COURIER.pollRestMs);
    return rows;
  }

  #freeSlots(courier: Courier, kind: CallKind): number {
    return AT_ONCE[kind] - (this.#underWay.get(`${kind} ${courier.id}`)?.size ?? 0);
  }

  #run(courier: Courier, kind: CallKind, { shipment, work }: { shipment: string; work: () => Promise<void> }): void {
    const calls = this.#underWay.get(`${kind} ${courier.id}`) ?? new Set();
    this.#underWay.set(`${kind} ${courier.id}`, calls);
    const takesLastSlot = this.#freeSlots(courier, kind) <= 1;
    const call = work()
      // Nothing is lost: the lease expires, and the call is started again.
      .catch((error: unknown) =>
        this.dependencies.log.warn(
          { shipment, courier: courier.id, call: kind, error: (error as Error).message },
          'courier.failed',
        ),
      )
      .finally(() => {
        calls.delete(call);
        if (takesLastSlot) this.wake();
      });
    calls.add(call);
  }
}
