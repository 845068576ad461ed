import type { Logger } from '@qafila/runtime/log';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Keys } from '../../keys.ts';
import { GATEWAYS } from '../../limits.ts';
import type { Owner } from '../../owner.ts';
import { ownerOf } from '../../owner.ts';
import type { Credentials, GatewayKind } from '../gateway-kind.ts';
import type { PaymentProvider } from '../provider.ts';
import type { ConnectedProvider, Connections } from '../providers.ts';
import type { GatewayConnectionRow } from './gateway-connection.entity.ts';
import { openCredentials } from './sealed-credentials.ts';

interface Parts {
  pool: Pool;
  keys: Keys;
  kinds: readonly GatewayKind[];
  /** The public origin that gateways call. */
  platformUrl: string;
  log: Logger;
  nowMs?: () => number;
}

interface StoreEntry {
  asOfMs: number;
  connected: readonly ConnectedProvider[];
}

interface Adapter {
  version: number;
  provider: PaymentProvider;
}

/** Of the address that a gateway calls. */
export interface FoundConnection {
  row: GatewayConnectionRow;
  provider: PaymentProvider;
}

/**
 * The gateways of stores, each built from its row once and again when its version changes. A change in another process
 * takes effect within `connectionUsableMs`; a call of a gateway always reads the row.
 */
export class ConnectionCache implements Connections {
  readonly #stores = new LRUCache<string, StoreEntry>({ max: GATEWAYS.cachedStoresMax });
  readonly #adapters = new LRUCache<string, Adapter>({ max: GATEWAYS.cachedConnectionsMax });
  readonly #underWay = new Map<string, Promise<readonly ConnectedProvider[]>>();
  readonly #nowMs: () => number;
  #changes = 0;

  constructor(private readonly parts: Parts) {
    this.#nowMs = parts.nowMs ?? (() => performance.now());
  }

  async ofStore(owner: Owner): Promise<readonly ConnectedProvider[]> {
    const key = keyOf(owner);
    const known = this.#stores.get(key);
    if (known !== undefined && this.#nowMs() < known.asOfMs + GATEWAYS.connectionUsableMs) return known.connected;
    const shared = this.#underWay.get(key);
    if (shared !== undefined) return shared;
    const load = this.#load(key, owner).finally(() => {
      if (this.#underWay.get(key) === load) this.#underWay.delete(key);
    });
    this.#underWay.set(key, load);
    return load;
  }

  /** The connection with this id and its adapter, as they are now. */
  async byId(id: string): Promise<FoundConnection | undefined> {
    const {
      rows: [row],
    } = await this.parts.pool.query<GatewayConnectionRow>({
      name: 'gateway-connection-by-id',
      text: 'SELECT * FROM gateway_connection WHERE id = $1',
      values: [id],
    });
    const provider = row === undefined ? undefined : this.#adapterOf(row);
    return row === undefined || provider === undefined ? undefined : { row, provider };
  }

  /** After a change by this process, which must see it at once. */
  forget(owner: Owner): void {
    this.#changes++;
    this.#stores.delete(keyOf(owner));
    this.#underWay.delete(keyOf(owner));
  }

  async #load(key: string, owner: Owner): Promise<readonly ConnectedProvider[]> {
    const [asOfMs, changes] = [this.#nowMs(), this.#changes];
    const { rows } = await this.parts.pool.query<GatewayConnectionRow>({
      name: 'gateway-connections-of-store',
      text: `SELECT * FROM gateway_connection WHERE account_id = $1 AND store_id = $2 AND mode = $3
        ORDER BY created_at, id`,
      values: [owner.accountId, owner.storeId, owner.mode],
    });
    const connected = rows.flatMap((row) => {
      const provider = this.#adapterOf(row);
      return provider === undefined ? [] : [{ provider, isEnabled: row.enabled }];
    });
    // After a change meanwhile, what was read may be from before it.
    if (changes === this.#changes) this.#stores.set(key, { asOfMs, connected });
    return connected;
  }

  /** Undefined where this version of the deployment has no such kind, or the box does not open. */
  #adapterOf(row: GatewayConnectionRow): PaymentProvider | undefined {
    const known = this.#adapters.get(row.id);
    if (known?.version === row.version) return known.provider;
    const kind = this.parts.kinds.find(({ type }) => type === row.type);
    if (kind === undefined) return undefined;
    const provider = this.#connect(kind, row);
    if (provider !== undefined) this.#adapters.set(row.id, { version: row.version, provider });
    return provider;
  }

  #connect(kind: GatewayKind, row: GatewayConnectionRow): PaymentProvider | undefined {
    let stored: { credentials: Credentials; previous: Credentials | null };
    try {
      stored = openCredentials(this.parts.keys, row);
    } catch (error) {
      this.parts.log.error({ connection: row.id, error: (error as Error).message }, 'gateway.credentials_unreadable');
      return undefined;
    }
    return kind.connect({ id: row.id, owner: ownerOf(row), callbackUrl: callbackUrl(this.parts, row.id), ...stored });
  }
}

/** The address that the gateway calls about this connection. */
export function callbackUrl({ platformUrl }: { platformUrl: string }, id: string): string {
  return `${platformUrl}/public/v1/payment/callback/${id}`;
}

function keyOf({ accountId, storeId, mode }: Owner): string {
  return JSON.stringify([accountId, storeId, mode]);
}
