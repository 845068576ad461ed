import type { Logger } from '@qafila/runtime/log';
import type { Pool } from 'pg';
import type { Owner } from '../owner.ts';
import type { Method } from '../providers/methods.ts';
import type { CallResult, CircuitState } from './circuit.state.ts';
import { Circuits } from './circuits.ts';
import type { GatewayOfStore } from './circuits.ts';
import { costOf, Costs } from './costs.ts';
import type { OrderBy, Standing } from './order-gateways.ts';
import { Scores } from './scores.ts';
import type { Verdict } from './scores.ts';
import { successRates } from './success-rates.ts';
import type { Score } from './success-rates.ts';

/** The facts of a payment that matter for what is measured. */
export interface MeasuredPayment {
  method: Method;
  amountMinor: bigint;
  currency: string;
  /** The first six digits of the card, where an earlier try has shown them. */
  bin?: string;
}

/** How the gateways of each store do: circuits, success rates and costs. Only what a rule needs is read. */
export class GatewayStandings {
  readonly #circuits: Circuits;
  readonly #scores: Scores;
  readonly costs: Costs;
  readonly #clock: () => number;

  constructor(parts: { pool: Pool; log: Logger; clock: () => number }) {
    this.#circuits = new Circuits(parts);
    this.#scores = new Scores(parts);
    this.costs = new Costs(parts.pool);
    this.#clock = parts.clock;
  }

  /** Reads what rules order by, for cards of these BINs. The returned function knows it for one payment. */
  async read(
    owner: Owner,
    orders: ReadonlySet<OrderBy>,
    bins: readonly string[] = [],
  ): Promise<(wanted: MeasuredPayment) => Standing> {
    const [circuits, scores, costs] = await Promise.all([
      this.#circuits.statesOf(owner),
      orders.has('success_rate') ? this.#scores.of(owner, bins) : null,
      orders.has('cost') ? this.costs.of(owner) : null,
    ]);
    return (wanted) => {
      const bin = wanted.bin ?? '';
      const rates = scores === null ? null : successRates(scoresOf(scores, bin), { ...wanted, bin }, this.#clock());
      return {
        circuit: (gateway) => circuits.get(gateway) ?? 'closed',
        success: (gateway) => rates?.(gateway) ?? null,
        cost: (gateway) => (costs === null ? null : costOf(costs, gateway, wanted)),
      };
    };
  }

  /** The same, where each half-open gateway of these is open, unless this payment may try it. */
  async withProbes(owner: Owner, standing: Standing, gateways: readonly string[]): Promise<Standing> {
    const halfOpen = gateways.filter((gateway) => standing.circuit(gateway) === 'half_open');
    if (halfOpen.length === 0) return standing;
    const claimed = await this.#circuits.claimProbes(owner, halfOpen);
    const circuit = (gateway: string): CircuitState =>
      halfOpen.includes(gateway) && !claimed.has(gateway) ? 'open' : standing.circuit(gateway);
    return { ...standing, circuit };
  }

  recordCall(at: GatewayOfStore, result: CallResult): Promise<void> {
    return this.#circuits.record(at, result);
  }

  recordVerdict(verdict: Verdict): void {
    this.#scores.add(verdict);
  }

  flush(): Promise<void> {
    return this.#scores.flush();
  }

  prune(): Promise<void> {
    return this.#scores.prune();
  }
}

function scoresOf(scores: readonly Score[], bin: string): Score[] {
  return scores.filter((score) => score.bin === '' || score.bin === bin);
}
