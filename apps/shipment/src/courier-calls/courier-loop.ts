import { deleteExpiredAnswers } from '@qafila/idempotency/idempotent';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { COURIER } from '../limits.ts';
import { claimDuePolls, pollScans } from '../scans/poll-scans.ts';
import type { PollBatch } from '../scans/poll-scans.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { CallSlots } from '../turns/call-slots.ts';
import { CompanyTurns } from '../turns/company-turns.ts';
import { callCourier } from './call-courier.ts';
import { startDueCalls } from './due-calls.ts';
import type { StartedCall } from './due-calls.ts';

/**
 * Makes the courier calls that are due: bookings, look-ups, cancellations and polls. Each courier has its own slots, in
 * which companies take turns. Runs in every process; leases in the rows share the work out.
 */
export class CourierLoop extends BackgroundLoop {
  readonly #asks: CallSlots;
  readonly #polls: CallSlots;
  readonly #turns: CompanyTurns;
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
    const slots = (call: 'ask' | 'poll', limits: { atOnce: number; ofAccountAtOnce: number }): CallSlots =>
      new CallSlots({
        ...limits,
        isShared: (courier) => dependencies.couriers.shared(courier) !== undefined,
        onFree: () => this.wake(),
        failed: (courier, error) =>
          dependencies.log.warn({ courier, call, error: (error as Error).message }, 'courier.failed'),
      });
    this.#asks = slots('ask', { atOnce: COURIER.callsAtOnce, ofAccountAtOnce: COURIER.callsOfAccountAtOnce });
    this.#polls = slots('poll', { atOnce: COURIER.pollsAtOnce, ofAccountAtOnce: COURIER.pollsOfAccountAtOnce });
    this.#turns = new CompanyTurns(dependencies.pool, 'shipment');
  }

  /** Waits for the calls under way; their deadline bounds it. */
  override async stop(): Promise<void> {
    await super.stop();
    await Promise.all([this.#asks.settled(), this.#polls.settled()]);
  }

  async #round(): Promise<number> {
    await this.#pace();
    const { couriers } = this.dependencies;
    let [isFull, hasStarted] = [false, false];
    for (const courier of await this.#turns.couriers(couriers.ids)) {
      const started = await this.#startCalls(courier);
      for (const each of started)
        this.#asks.run(courier, each.row.account_id, () => callCourier(this.dependencies, each));
      for (const batch of await this.#claimPolls(courier))
        this.#polls.run(courier, batch[0]?.account_id ?? '', () => pollScans(this.dependencies, batch));
      isFull ||= this.#asks.free(courier) === 0;
      hasStarted ||= started.length > 0;
    }
    if (Date.now() >= this.#deleteExpiredAtMs) {
      await deleteExpiredAnswers(this.dependencies);
      this.#deleteExpiredAtMs = Date.now() + COURIER.deleteExpiredEveryMs;
    }
    // While all slots are taken there is nothing to do: a slot that becomes free wakes the loop. A company that had
    // less to do than its share leaves slots to the next round.
    if (isFull) return COURIER.restFullMs;
    return hasStarted ? 0 : COURIER.restMs;
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

  async #startCalls(courier: string): Promise<StartedCall[]> {
    const now = new Date(this.dependencies.clock());
    const rooms = await this.#turns.next(courier, now, this.#asks.of(courier));
    return startDueCalls(this.dependencies, courier, rooms);
  }

  /**
   * A batch for each free slot. No commit makes a poll due at once, so they are looked for at their own pace, unless
   * more were due than slots are free.
   */
  async #claimPolls(courier: string): Promise<PollBatch[]> {
    const { free, underWay, ofCompanyMax } = this.#polls.of(courier);
    const polling = this.dependencies.couriers.polling(courier);
    if (polling === undefined || free === 0 || Date.now() < (this.#pollAtMs.get(courier) ?? 0)) return [];
    const room = { courier, polling, underWay: ofCompanyMax === Infinity ? undefined : underWay };
    const batches = await claimDuePolls(this.dependencies, room, free);
    if (batches.length < free) this.#pollAtMs.set(courier, Date.now() + COURIER.pollRestMs);
    return batches;
  }
}
