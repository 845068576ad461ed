import type { Pool } from 'pg';
import { expireClaims } from '@qafila/messaging/expire-claims';
import { ExpiryLoop } from '@qafila/runtime/expiry-loop';
import type { Logger } from '@qafila/runtime/log';
import { expireBulks } from './expire-bulks.ts';
import { expireQuarters } from './expire-quarters.ts';

/** How many days each of these is kept. */
export interface RetentionDays {
  claims: number;
  bulks: number;
  quarters: number;
}

/** Deletes what grows without end and is no longer needed. Usage, days, months and closed periods are kept for ever. */
export class RetentionLoop extends ExpiryLoop {
  constructor(pool: Pool, log: Logger, days: RetentionDays) {
    super({
      log,
      steps: [
        () => expireClaims(pool, days.claims),
        () => expireBulks(pool, days.bulks),
        () => expireQuarters(pool, days.quarters),
      ],
    });
  }
}
