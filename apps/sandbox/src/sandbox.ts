import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import type { SandboxClock } from './clock/sandbox-clock.ts';
import type { CourierName, ProviderName } from './companies.ts';
import type { CallbackContent } from './entities/callback.entity.ts';
import type { ScanFact } from './entities/parcel.entity.ts';
import type { PaymentFact } from './entities/payment.entity.ts';
import type { SuspendedReplies } from './http/suspended-replies.ts';
import type { Keys } from './keys.ts';

export const SANDBOX = Symbol('sandbox');

/** The resources and settings that the rules of this service work with. */
export interface Sandbox {
  pool: Pool;
  clock: SandboxClock;
  keys: Keys;
  log: Logger;
  suspendedReplies: SuspendedReplies;
  callbackFormats: CallbackFormats;
  platformUrl: string;
  callbackOrigins: readonly string[];
  controlKey: string | null;
  courierHourMs: number;
  /** How long payments and parcels are kept after their last change. */
  retentionMs: number;
  /** The origin for customers' browsers; known once the service listens. */
  publicUrl(): string;
  /** Wakes the background loops: a callback may be due now. */
  wake(): void;
}

/**
 * Each company's callback format. The rules of payments and parcels receive it, because company folders import these
 * rules.
 */
export interface CallbackFormats {
  payment: Record<ProviderName, (sandbox: Sandbox, fact: PaymentFact, callbackId: string) => CallbackContent>;
  scan: Record<CourierName, (fact: ScanFact, callbackId: string) => CallbackContent>;
}
