import type { Tx } from '@qafila/messaging/outbox';
import type { MeterOwner } from '../meter-definitions/meter-directory.ts';
import type { UsageEvent } from './parse-event.ts';

/** One parsed event with its owner and meter, from any entry point. */
export interface Submission {
  owner: MeterOwner;
  meterId: string;
  event: UsageEvent;
}

/** Runs in the transaction that stores these submissions. */
export type OnStored = (tx: Tx, stored: readonly Submission[]) => Promise<void>;
