import type { MeterOwner } from '../meters/meter-directory.ts';
import type { UsageEvent } from './parse-event.ts';

/** One event and where it belongs, on its way in through any door. */
export interface Submission {
  owner: MeterOwner;
  meterId: string;
  event: UsageEvent;
}
