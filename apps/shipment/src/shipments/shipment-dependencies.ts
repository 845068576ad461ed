import type { Pool, PoolClient } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import type { AddressBook } from '../addresses/address-book.ts';
import type { AccountCouriers } from '../couriers/accounts/account-couriers.ts';
import type { Couriers } from '../couriers/couriers.ts';
import type { Keys } from '../keys.ts';
import type { LabelPool } from '../label/label-pool.ts';
import type { Selector } from '../selection/selector.ts';
import type { ShipmentMetrics } from '../shipment-metrics.ts';
import type { Status } from '../state/status.ts';
import type { CreateQueue } from './create-queue.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/** A state that was reported, and when the parcel entered it. */
export interface Entered {
  status: Status;
  occurredAtMs: number;
}

/** What the functions of this service work with: one object, built once by the module. */
export interface ShipmentDependencies {
  pool: Pool;
  mode: 'stage' | 'live';
  clock: () => number;
  keys: Keys;
  couriers: Couriers;
  /** Accounts of companies at real couriers. */
  accounts: AccountCouriers;
  createQueue: CreateQueue;
  /** Chooses couriers by the rules of companies. */
  selector: Selector;
  labels: LabelPool;
  /** Origin of label addresses: the gateway's. */
  publicUrl: string;
  /** Origin that couriers call. */
  callbackUrl: string;
  /** Whether Saudi addresses need the National Address. */
  nationalAddress: boolean;
  addresses: AddressBook;
  log: Logger;
  metrics: ShipmentMetrics;
  /** Runs in the transaction in which a shipment enters a state that was reported. */
  onEntered: (tx: PoolClient, row: ShipmentRow, entered: Entered) => Promise<void>;
  /** Informs the receiver of the newest of these states, in the transaction in which they are entered. */
  notifyReceiver: (tx: PoolClient, row: ShipmentRow, news: readonly Entered[]) => Promise<void>;
  /** Call after a commit that wrote events: wakes the relay and the courier loop. */
  onCommit: () => void;
  /** Call after a commit that made a courier call due and wrote no event: wakes the courier loop alone. */
  onCallDue: () => void;
  /** Call after the commit of a bulk job: wakes its loop. */
  onBulk: () => void;
}

/** The injection token of `ShipmentDependencies`. */
export const SHIPMENT_DEPENDENCIES = Symbol('shipment dependencies');
