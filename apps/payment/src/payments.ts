import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import type { CreateQueue } from './intents/create-queue.ts';
import type { PaymentMetrics } from './payment-metrics.ts';
import type { Keys } from './keys.ts';
import type { Providers } from './providers/providers.ts';

/** What the rules of this service work with. */
export interface Payments {
  pool: Pool;
  mode: 'stage' | 'live';
  clock: () => number;
  keys: Keys;
  providers: Providers;
  creates: CreateQueue;
  /** Where customers reach our pages: the gateway. */
  publicUrl: string;
  walletCurrency: string;
  log: Logger;
  metrics: PaymentMetrics;
  /** Something was committed that the relay or the worker may take up. */
  onCommit: () => void;
}

/** The same, for Nest to inject. */
export const PAYMENTS = Symbol('payments');

/** Whose rows: a principal is one, and so is a row. */
export interface Owner { accountId: string; storeId: string; mode: string }
