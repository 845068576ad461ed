import type { MeterOwner } from '../meter-definitions/meter-directory.ts';
import type { UsageEvent } from './parse-event.ts';

/** One parsed event with its owner and meter, from any entry point. */
export interface Submission {
  owner: MeterOwner;
  meterId: string;
  event: UsageEvent;
}
