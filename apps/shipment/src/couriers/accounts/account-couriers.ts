import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Logger } from '@qafila/runtime/log';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Keys } from '../../keys.ts';
import { ACCOUNTS } from '../../limits.ts';
import type { Courier } from '../courier.ts';
import type { CourierKind } from '../courier-kind.ts';
import { openAccount } from './account-box.ts';
import type { CourierAccountRow } from './courier-account.entity.ts';

interface Parts {
  pool: Pool;
  keys: Keys;
  kinds: readonly CourierKind[];
  mode: string;
  /** The public origin that couriers call. */
  callbackUrl: string;
  log: Logger;
  nowMs?: () => number;
}

interface Entry {
  asOfMs: number;
  courier: Courier | undefined;
}

/** Of the address that a courier calls. */
export interface FoundAccount {
  row: CourierAccountRow;
  courier: Courier;
}

/**
 * The couriers of companies' own accounts, each built from its row once and again when its version changes. A change in
 * another process takes effect within `usableMs`; a call of a courier always reads the row.
 */
export class AccountCouriers {
  readonly #known = new LRUCache<string, Entry>({ max: ACCOUNTS.cachedMax });
  readonly #adapters = new LRUCache<string, { version: number; courier: Courier }>({ max: ACCOUNTS.cachedMax });
  readonly #nowMs: () => number;
  #changes = 0;

  constructor(private readonly parts: Parts) {
    this.#nowMs = parts.nowMs ?? (() => performance.now());
  }

  get mode(): string {
    return this.parts.mode;
  }

  get kinds(): readonly CourierKind[] {
    return this.parts.kinds;
  }

  /** Undefined: the company has no account there, or its credentials cannot be opened. */
  async of(accountId: string, courier: string): Promise<Courier | undefined> {
    const key = JSON.stringify([accountId, courier]);
    const known = this.#known.get(key);
    if (known !== undefined && this.#nowMs() < known.asOfMs + ACCOUNTS.usableMs) return known.courier;
    const [asOfMs, changes] = [this.#nowMs(), this.#changes];
    const { rows } = await this.parts.pool.query<CourierAccountRow>({
      name: 'courier-account',
      text: 'SELECT * FROM courier_account WHERE account_id = $1 AND mode = $2 AND courier = $3',
      values: [accountId, this.parts.mode, courier],
    });
    const found = rows[0] === undefined ? undefined : this.#adapterOf(rows[0]);
    // After a change meanwhile, what was read may be from before it.
    if (changes === this.#changes) this.#known.set(key, { asOfMs, courier: found });
    return found;
  }

  /** The account of a callback address, as it is now. Undefined unless the secret is the one of the address. */
  async ofCallback(id: string, secret: string): Promise<FoundAccount | undefined> {
    const [given, expected] = [Buffer.from(secret), Buffer.from(this.#secretOf(id))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const { rows } = await this.parts.pool.query<CourierAccountRow>({
      name: 'courier-account-by-id',
      text: 'SELECT * FROM courier_account WHERE id = $1 AND mode = $2',
      values: [id, this.parts.mode],
    });
    const courier = rows[0] === undefined ? undefined : this.#adapterOf(rows[0]);
    return rows[0] === undefined || courier === undefined ? undefined : { row: rows[0], courier };
  }

  /**
   * The address that a courier calls about an account. Its secret proves the caller where the courier signs nothing,
   * and keeps strangers from trying signatures where it does.
   */
  callbackUrl({ courier, id }: Pick<CourierAccountRow, 'courier' | 'id'>): string {
    return `${this.parts.callbackUrl}/oe/aggtr/api/v1/couriers/${courier}/webhook/${id}?secret=${this.#secretOf(id)}`;
  }

  /** After a change by this process, which must see it at once. */
  forget(accountId: string, courier: string): void {
    this.#changes++;
    this.#known.delete(JSON.stringify([accountId, courier]));
  }

  #secretOf(id: string): string {
    return createHmac('sha256', this.parts.keys.callback).update(id).digest('base64url');
  }

  /** Undefined where this version of the deployment has no such kind, or the box does not open. */
  #adapterOf(row: CourierAccountRow): Courier | undefined {
    const known = this.#adapters.get(row.id);
    if (known?.version === row.version) return known.courier;
    const kind = this.parts.kinds.find(({ id }) => id === row.courier);
    const courier = kind === undefined ? undefined : this.#connect(kind, row);
    if (courier !== undefined) this.#adapters.set(row.id, { version: row.version, courier });
    return courier;
  }

  #connect(kind: CourierKind, row: CourierAccountRow): Courier | undefined {
    try {
      const { id, mode, courier_account: account } = row;
      return kind.connect({ id, mode, account, ...openAccount(this.parts.keys, row) });
    } catch (error) {
      this.parts.log.error({ account: row.id, error: (error as Error).message }, 'courier.credentials_unreadable');
      return undefined;
    }
  }
}
