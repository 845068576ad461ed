import { deleteExpiredAnswers } from '@qafila/idempotency/idempotent';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { COURIER } from '../limits.ts';
import { groupOf } from '../scans/group-of.ts';
import { claimDuePolls, pollScans } from '../scans/poll-scans.ts';
import type { PollBatch } from '../scans/poll-scans.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { callCourier } from './call-courier.ts';
import { startDueCalls } from './due-calls.ts';
import type { StartedCall } from './due-calls.ts';

type CallKind = 'ask' | 'poll';
interface UnderWay {
  accountId: string;
  call: Promise<void>;
}

const AT_ONCE: Record<CallKind, number> = { ask: COURIER.callsAtOnce, poll: COURIER.pollsAtOnce };

/**
 * Makes the courier calls that are due: bookings, look-ups, cancellations and polls. Each courier has its own slots, so
 * that one that does not answer delays no other; of those, an account of a company has a part. Runs in every process;
 * leases in the rows share the work out.
 */
export class CourierLoop extends BackgroundLoop {
  readonly #underWay = new Map<string, Set<UnderWay>>();
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
    await Promise.all([...this.#underWay.values()].flatMap((calls) => [...calls].map(({ call }) => call)));
  }

  async #round(): Promise<number> {
    await this.#pace();
    let isFull = false;
    for (const courier of this.dependencies.couriers.ids) {
      for (const started of await this.#startCalls(courier))
        this.#run(courier, 'ask', {
          accountId: started.row.account_id,
          work: () => callCourier(this.dependencies, started),
        });
      for (const batch of await this.#claimPolls(courier))
        this.#run(courier, 'poll', {
          accountId: batch[0]?.account_id ?? '',
          work: () => pollScans(this.dependencies, batch),
        });
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

  async #startCalls(courier: string): Promise<StartedCall[]> {
    const free = this.#freeSlots(courier, 'ask');
    if (free === 0) return [];
    const underWay = this.#ofAccounts(courier, 'ask');
    const roomOf = (accountId: string): number => COURIER.callsOfAccountAtOnce - (underWay.get(accountId) ?? 0);
    const busy = [...underWay.keys()].filter((accountId) => roomOf(accountId) <= 0);
    // The deployment has one account for all companies.
    const room = this.#isShared(courier) ? { courier, busy: [] } : { courier, busy, roomOf };
    return startDueCalls(this.dependencies, room, free);
  }

  #isShared(courier: string): boolean {
    return this.dependencies.couriers.shared(courier) !== undefined;
  }

  /** How many calls of each account are under way. */
  #ofAccounts(courier: string, kind: CallKind): Map<string, number> {
    const calls = groupOf([...(this.#underWay.get(`${kind} ${courier}`) ?? [])], ({ accountId }) => accountId);
    return new Map([...calls].map(([accountId, ofAccount]) => [accountId, ofAccount.length]));
  }

  /**
   * A batch for each free slot. No commit makes a poll due at once, so they are looked for at their own pace, unless
   * more were due than slots are free.
   */
  async #claimPolls(courier: string): Promise<PollBatch[]> {
    const [free, polling] = [this.#freeSlots(courier, 'poll'), this.dependencies.couriers.polling(courier)];
    if (polling === undefined || free === 0 || Date.now() < (this.#pollAtMs.get(courier) ?? 0)) return [];
    const underWay = this.#isShared(courier) ? undefined : this.#ofAccounts(courier, 'poll');
    const batches = await claimDuePolls(this.dependencies, { courier, polling, underWay }, free);
    if (batches.length < free) this.#pollAtMs.set(courier, Date.now() + COURIER.pollRestMs);
    return batches;
  }

  #freeSlots(courier: string, kind: CallKind): number {
    return AT_ONCE[kind] - (this.#underWay.get(`${kind} ${courier}`)?.size ?? 0);
  }

  #run(courier: string, kind: CallKind, { accountId, work }: { accountId: string; work: () => Promise<void> }): void {
    const calls = this.#underWay.get(`${kind} ${courier}`) ?? new Set();
    this.#underWay.set(`${kind} ${courier}`, calls);
    const takesLastSlot = this.#freeSlots(courier, kind) <= 1;
    const call = work()
      // Nothing is lost: the lease expires, and the call is started again.
      .catch((error: unknown) => this.#failed(courier, kind, error))
      .finally(() => {
        calls.delete(entry);
        if (takesLastSlot) this.wake();
      });
    const entry = { accountId, call };
    calls.add(entry);
  }

  #failed(courier: string, call: CallKind, error: unknown): void {
    this.dependencies.log.warn({ courier, call, error: (error as Error).message }, 'courier.failed');
  }
}
