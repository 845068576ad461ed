import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import type { Couriers } from './couriers/couriers.ts';
import type { Keys } from './keys.ts';
import type { LabelPool } from './label/label-pool.ts';
import type { ShipmentMetrics } from './shipment-metrics.ts';
import type { CreateQueue } from './shipments/create-queue.ts';

/** What the rules of this service work with. */
export interface Shipments {
  pool: Pool;
  mode: 'stage' | 'live';
  clock: () => number;
  keys: Keys;
  couriers: Couriers;
  creates: CreateQueue;
  labels: LabelPool;
  /** Where labels' addresses lead: the gateway. */
  publicUrl: string;
  /** Where couriers call us. */
  callbackUrl: string;
  nationalAddress: boolean;
  log: Logger;
  metrics: ShipmentMetrics;
  /** Something was committed that the relay or the worker may take up. */
  onCommit: () => void;
  /** The same where no event was: the relay sleeps on. */
  onOwed: () => void;
}

/** The same, for Nest to inject. */
export const SHIPMENTS = Symbol('shipments');

/** Whose rows: a principal is one, and so is a row. */
export interface Owner { accountId: string; storeId: string; mode: string }
