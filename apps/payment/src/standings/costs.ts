import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { ROUTING } from '../limits.ts';
import type { Owner } from '../owner.ts';
import type { GatewayCostRow } from './gateway-cost.entity.ts';

export const COST_SOURCES = ['settings', 'books'] as const;
export type CostSource = (typeof COST_SOURCES)[number];

/** What a gateway takes of a payment in one currency. */
export interface CostTerms {
  gateway: string;
  currency: string;
  /** A share of the amount: 0.029 is 2.9 percent. */
  share: number;
  fixedMinor: number;
  from: CostSource;
}

export interface Cost {
  /** In minor units of the payment's currency; it may have a fraction. */
  minor: number;
  from: CostSource;
}

/** What this payment costs at the gateway; null where nothing is known. The store's own terms come first. Pure. */
export function costOf(
  terms: readonly CostTerms[],
  gateway: string,
  { amountMinor, currency }: { amountMinor: bigint; currency: string },
): Cost | null {
  const known = terms.filter((each) => each.gateway === gateway && each.currency === currency);
  const best = known.find(({ from }) => from === 'settings') ?? known[0];
  return best === undefined ? null : { minor: Number(amountMinor) * best.share + best.fixedMinor, from: best.from };
}

/** The terms that a store set, and what the books say that its gateways kept. */
export class Costs {
  readonly #set: LRUCache<string, CostTerms[]>;
  readonly #measured: LRUCache<string, CostTerms[]>;

  constructor(private readonly pool: Pool) {
    const of = (ttl: number, load: (key: string[]) => Promise<CostTerms[]>): LRUCache<string, CostTerms[]> =>
      new LRUCache({ max: ROUTING.cachedStoresMax, ttl, fetchMethod: (key) => load(JSON.parse(key) as string[]) });
    this.#set = of(ROUTING.readEveryMs, (key) => this.#loadSet(key));
    this.#measured = of(ROUTING.measureEveryMs, (key) => this.#measure(key));
  }

  async of(owner: Owner): Promise<CostTerms[]> {
    const key = keyOf(owner);
    return (await Promise.all([this.#set.fetch(key), this.#measured.fetch(key)])).flatMap((terms) => terms ?? []);
  }

  /** After a change by this process. Others see it within `readEveryMs`. */
  forget(owner: Owner): void {
    this.#set.delete(keyOf(owner));
  }

  async #loadSet(key: string[]): Promise<CostTerms[]> {
    const { rows } = await this.pool.query<GatewayCostRow>({
      name: 'costs-of-store',
      text: 'SELECT * FROM gateway_cost WHERE account_id = $1 AND store_id = $2 AND mode = $3',
      values: key,
    });
    return rows.map(({ gateway, currency, percent, fixed_minor: fixed }) => ({
      gateway,
      currency,
      share: percent / 100,
      fixedMinor: Number(fixed),
      from: 'settings',
    }));
  }

  async #measure(key: string[]): Promise<CostTerms[]> {
    const { rows } = await this.pool.query<{ gateway: string; currency: string; captured: string; fees: string }>({
      name: 'measure-costs',
      text: MEASURE,
      values: key,
    });
    return rows.map(({ gateway, currency, captured, fees }) => ({
      gateway,
      currency,
      share: Number(fees) / Number(captured),
      fixedMinor: 0,
      from: 'books',
    }));
  }
}

function keyOf({ accountId, storeId, mode }: Owner): string {
  return JSON.stringify([accountId, storeId, mode]);
}

/** The fees of the latest transactions, by the index of the store. A fee of an older version is a credit. */
const MEASURE = `
  WITH latest AS (SELECT account_id, id, intent_id, gateway, currency FROM attempt
    WHERE account_id = $1 AND store_id = $2 AND mode = $3 ORDER BY id DESC LIMIT ${ROUTING.measuredTransactions}),
  kept AS (
    SELECT a.gateway, a.currency,
      sum(l.amount_minor) FILTER (WHERE l.ledger_account = 'gateway_receivable' AND l.kind = 'capture') AS captured,
      sum(CASE WHEN l.kind IN ('fee', 'fee_correction') THEN -l.amount_minor ELSE l.amount_minor END)
        FILTER (WHERE l.ledger_account = 'fees') AS fees
    FROM latest a JOIN ledger_line l ON l.account_id = a.account_id AND l.intent_id = a.intent_id
      AND l.attempt_id = a.id
    GROUP BY a.gateway, a.currency)
  SELECT gateway, currency, captured, fees FROM kept WHERE captured > 0 AND fees IS NOT NULL`;
