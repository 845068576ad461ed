import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import type { SandboxClock } from './clock/sandbox-clock.ts';
import type { HeldReplies } from './http/held-replies.ts';
import type { Keys } from './keys.ts';

export const SANDBOX = Symbol('sandbox');

/** What the rules of this service work with. */
export interface Sandbox {
  pool: Pool;
  clock: SandboxClock;
  keys: Keys;
  log: Logger;
  held: HeldReplies;
  platformUrl: string;
  callbackOrigins: readonly string[];
  controlKey: string | null;
  courierHourMs: number;
  /** Where customers' browsers reach us; known once we listen. */
  publicUrl(): string;
  /** A callback may be due now. */
  wake(): void;
}
