import { groupOf } from '../scans/group-of.ts';
import type { SlotsOfCourier } from './share-out.ts';

interface UnderWay {
  accountId: string;
  call: Promise<void>;
}

interface Options {
  /** Of one courier. */
  atOnce: number;
  /** Of those, the calls of one company's account. */
  ofAccountAtOnce: number;
  /** The deployment has one account at this courier for all companies. */
  isShared: (courier: string) => boolean;
  /** A call ended that had the last slot of its courier. */
  onFree: () => void;
  failed: (courier: string, error: unknown) => void;
}

/**
 * The calls of one kind that are under way. Each courier has its own slots, so that one that does not answer delays no
 * other; of those, an account of a company has a part.
 */
export class CallSlots {
  readonly #underWay = new Map<string, Set<UnderWay>>();

  constructor(private readonly options: Options) {}

  of(courier: string): SlotsOfCourier {
    const { ofAccountAtOnce, isShared } = this.options;
    const calls = groupOf([...(this.#underWay.get(courier) ?? [])], ({ accountId }) => accountId);
    return {
      free: this.free(courier),
      underWay: new Map([...calls].map(([accountId, ofAccount]) => [accountId, ofAccount.length])),
      ofCompanyMax: isShared(courier) ? Infinity : ofAccountAtOnce,
    };
  }

  free(courier: string): number {
    return this.options.atOnce - (this.#underWay.get(courier)?.size ?? 0);
  }

  /** The work must end by itself: it is the only one that frees its slot. */
  run(courier: string, accountId: string, work: () => Promise<void>): void {
    const calls = this.#underWay.get(courier) ?? new Set();
    this.#underWay.set(courier, calls);
    const takesLast = this.free(courier) <= 1;
    const call = work()
      // Nothing is lost: the lease expires, and the call is started again.
      .catch((error: unknown) => this.options.failed(courier, error))
      .finally(() => {
        calls.delete(entry);
        if (takesLast) this.options.onFree();
      });
    const entry = { accountId, call };
    calls.add(entry);
  }

  /** Waits for the calls under way; their deadline bounds it. */
  async settled(): Promise<void> {
    await Promise.all([...this.#underWay.values()].flatMap((calls) => [...calls].map(({ call }) => call)));
  }
}
