import type { Logger } from '@qafila/runtime/log';
import type { Pool } from 'pg';
import type { Keys } from './keys.ts';
import type { ConnectionCache } from './providers/connections/connection-cache.ts';
import type { PaymentMetrics } from './payment-metrics.ts';
import type { GatewayKind } from './providers/gateway-kind.ts';
import type { Providers } from './providers/providers.ts';
import type { GatewayStandings } from './standings/gateway-standings.ts';

/** What the rules of this service depend on. */
export interface PaymentDependencies {
  pool: Pool;
  mode: 'stage' | 'live';
  clock: () => number;
  keys: Keys;
  providers: Providers;
  /** The gateways that stores connect with credentials of their own, and the kinds that they can connect. */
  connections: ConnectionCache;
  gatewayKinds: readonly GatewayKind[];
  /** How the gateways of each store do. */
  standings: GatewayStandings;
  /** The public origin that gateways call. */
  platformUrl: string;
  /** The public origin of the customers' pages, which the gateway serves. */
  publicUrl: string;
  walletCurrency: string;
  /** By currency, in minor units: a decision in manual review about more than this needs a second key. */
  secondKeyAbove: ReadonlyMap<string, bigint>;
  log: Logger;
  metrics: PaymentMetrics;
  /** Called after a commit: wakes the relay. */
  onCommit: () => void;
}

/** The injection token of PaymentDependencies. */
export const PAYMENT_DEPENDENCIES = Symbol('payments');
