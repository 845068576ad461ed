import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Logger } from '@qafila/runtime/log';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { ROUTING } from '../limits.ts';
import type { Owner } from '../owner.ts';
import { afterCall, CLOSED, stateOf } from './circuit.state.ts';
import type { CallResult, Circuit, CircuitState } from './circuit.state.ts';
import type { GatewayCircuitRow } from './gateway-circuit.entity.ts';

export interface GatewayOfStore {
  owner: Owner;
  gateway: string;
}

interface Parts {
  pool: Pool;
  log: Logger;
  clock: () => number;
}

/**
 * The circuits of all stores. A change is a transaction with the row's lock, and happens only while a gateway fails; a
 * gateway that answers has no row. Each process reads the rows of a store at most once in `readEveryMs`.
 */
export class Circuits {
  readonly #known: LRUCache<string, ReadonlyMap<string, Circuit>>;

  constructor(private readonly parts: Parts) {
    this.#known = new LRUCache({
      max: ROUTING.cachedStoresMax,
      ttl: ROUTING.readEveryMs,
      fetchMethod: (key) => this.#load(JSON.parse(key) as string[]),
    });
  }

  /** The states now. A gateway that is not named is closed. */
  async statesOf(owner: Owner): Promise<Map<string, CircuitState>> {
    const nowMs = this.parts.clock();
    return new Map([...(await this.#of(owner))].map(([gateway, circuit]) => [gateway, stateOf(circuit, nowMs)]));
  }

  /** Records what a call of a new payment showed. Nothing is written for a gateway that answers as before. */
  async record({ owner, gateway }: GatewayOfStore, result: CallResult): Promise<void> {
    if (result.isAnswered && !(await this.#of(owner)).has(gateway)) return;
    const key = [...keyOf(owner), gateway];
    const { before, after } = await inTransaction(this.parts.pool, async (tx) => {
      const {
        rows: [row],
      } = await tx.query<GatewayCircuitRow>(LOCK, key);
      const known = circuitOf(row as GatewayCircuitRow);
      const next = afterCall(known, result, this.parts.clock());
      if (next === CLOSED) await tx.query(DELETE, key);
      else await tx.query(UPDATE, [...key, ...columns(next)]);
      return { before: known, after: next };
    });
    this.#known.delete(JSON.stringify(keyOf(owner)));
    this.#logChange({ owner, gateway }, before, after);
  }

  /** Of these half-open gateways, those that this payment may try. The row decides between payments. */
  async claimProbes(owner: Owner, gateways: readonly string[]): Promise<Set<string>> {
    if (gateways.length === 0) return new Set();
    const nowMs = this.parts.clock();
    const { rows } = await this.parts.pool.query<{ gateway: string }>(CLAIM, [
      ...keyOf(owner),
      gateways,
      new Date(nowMs),
      new Date(nowMs + ROUTING.probeMs),
    ]);
    return new Set(rows.map(({ gateway }) => gateway));
  }

  async #of(owner: Owner): Promise<ReadonlyMap<string, Circuit>> {
    return (await this.#known.fetch(JSON.stringify(keyOf(owner)))) ?? new Map<string, Circuit>();
  }

  async #load(key: string[]): Promise<ReadonlyMap<string, Circuit>> {
    const { rows } = await this.parts.pool.query<GatewayCircuitRow>({
      name: 'circuits-of-store',
      text: 'SELECT * FROM gateway_circuit WHERE account_id = $1 AND store_id = $2 AND mode = $3',
      values: key,
    });
    return new Map(rows.map((row) => [row.gateway, circuitOf(row)]));
  }

  #logChange({ owner, gateway }: GatewayOfStore, before: Circuit, after: Circuit): void {
    const facts = { account: owner.accountId, store: owner.storeId, gateway };
    if (after.openings > before.openings)
      this.parts.log.warn({ ...facts, retryAt: new Date(after.retryAtMs ?? 0) }, 'gateway.circuit_opened');
    else if (before.openedAtMs !== null && after === CLOSED) this.parts.log.info(facts, 'gateway.circuit_closed');
  }
}

const KEY = 'account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4';
/** The row exists afterwards and is locked, whatever another process deletes meanwhile. */
const LOCK = `INSERT INTO gateway_circuit AS c (account_id, store_id, mode, gateway, failures, openings)
  VALUES ($1, $2, $3, $4, 0, 0) ON CONFLICT (account_id, store_id, mode, gateway) DO UPDATE SET failures = c.failures
  RETURNING *`;
const DELETE = `DELETE FROM gateway_circuit WHERE ${KEY}`;
const UPDATE = `UPDATE gateway_circuit SET failures = $5, failed_at = $6, opened_at = $7, retry_at = $8, openings = $9,
  probe_until = $10 WHERE ${KEY}`;
const CLAIM = `UPDATE gateway_circuit SET probe_until = $6
  WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = ANY ($4) AND opened_at IS NOT NULL
    AND retry_at <= $5 AND (probe_until IS NULL OR probe_until <= $5) RETURNING gateway`;

function keyOf({ accountId, storeId, mode }: Owner): string[] {
  return [accountId, storeId, mode];
}

function circuitOf(row: GatewayCircuitRow): Circuit {
  return {
    failures: row.failures,
    failedAtMs: row.failed_at?.getTime() ?? null,
    openedAtMs: row.opened_at?.getTime() ?? null,
    retryAtMs: row.retry_at?.getTime() ?? null,
    openings: row.openings,
    probeUntilMs: row.probe_until?.getTime() ?? null,
  };
}

function columns({ failures, failedAtMs, openedAtMs, retryAtMs, openings, probeUntilMs }: Circuit): unknown[] {
  const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  return [failures, date(failedAtMs), date(openedAtMs), date(retryAtMs), openings, date(probeUntilMs)];
}
