import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '@qafila/runtime/backoff';

const BACKOFF = { firstMs: 100, maxMs: 5_000 };

export interface Steps {
  isWanted: () => boolean;
  /** Does a bounded part of the work. Returns whether there may be more. */
  step: () => Promise<boolean>;
  /** Called for the first failure only: the others have the same cause. */
  onFailure: (error: Error) => void;
}

/** Repeats a step in the background until nothing is left or `isWanted` says no. A step that fails is tried again. */
export async function repeatStep({ isWanted, step, onFailure }: Steps): Promise<void> {
  let failures = 0;
  let isMore = true;
  while (isMore && isWanted()) {
    try {
      isMore = await step();
    } catch (error) {
      if (failures === 0) onFailure(error as Error);
      await delay(backoffMs(++failures, BACKOFF), undefined, { ref: false });
    }
  }
}
