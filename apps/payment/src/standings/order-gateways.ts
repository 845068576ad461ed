import { createHash } from 'node:crypto';
import { ROUTING } from '../limits.ts';
import type { CircuitState } from './circuit.state.ts';
import type { Cost } from './costs.ts';
import type { SuccessRate } from './success-rates.ts';

export const ORDERS = ['priority', 'success_rate', 'cost'] as const;
/** What decides the order of a rule's gateways. */
export type OrderBy = (typeof ORDERS)[number];

/** What is known of the gateways that may take a payment. Without it: all are closed, and nothing is measured. */
export interface Standing {
  circuit(gateway: string): CircuitState;
  success(gateway: string): SuccessRate | null;
  cost(gateway: string): Cost | null;
}

export const UNKNOWN_STANDING: Standing = { circuit: () => 'closed', success: () => null, cost: () => null };

export interface Ordered {
  gateways: string[];
  /** How the order came about, in words; empty when it is that of the rule. */
  why: string;
}

/**
 * The gateways in the order in which they are tried. Those with an open circuit are left out while another one is
 * there: a payment that certainly fails costs its customer time. When all are open, the order stands. Pure.
 */
export function orderGateways(
  gateways: readonly string[],
  orderBy: OrderBy,
  { standing, intentId }: { standing: Standing; intentId: string },
): Ordered {
  const up = gateways.filter((gateway) => standing.circuit(gateway) !== 'open');
  const down = gateways.filter((gateway) => !up.includes(gateway));
  const usable = up.length > 0 ? up : [...gateways];
  const sorted = sort(usable, orderBy, standing);
  const first = orderBy === 'success_rate' ? explored(sorted, intentId) : undefined;
  const order = first === undefined ? sorted : [first, ...sorted.filter((gateway) => gateway !== first)];
  return { gateways: order, why: explain({ orderBy, first, down, isForced: up.length === 0 && down.length > 0 }) };
}

/** Equal ones, and those of which nothing is known, keep the order of the rule. */
function sort(gateways: readonly string[], orderBy: OrderBy, { success, cost }: Standing): string[] {
  if (orderBy === 'priority') return [...gateways];
  const score = (gateway: string): number =>
    orderBy === 'cost'
      ? (cost(gateway)?.minor ?? Infinity)
      : -Math.round((success(gateway)?.rate ?? 0) * ROUTING.rateSteps);
  const scores = new Map(gateways.map((gateway) => [gateway, score(gateway)]));
  const of = (gateway: string): number => scores.get(gateway) as number;
  return gateways.toSorted((one, other) => (of(one) === of(other) ? 0 : of(one) - of(other)));
}

/**
 * A few payments go to another gateway first, so that one that was bad can show that it is good again. The intent's id
 * decides, so a repeated choice is the same.
 */
function explored(sorted: readonly string[], intentId: string): string | undefined {
  if (sorted.length < 2) return undefined;
  const digest = createHash('sha256').update(`explore ${intentId}`).digest();
  if ((digest.readUInt32BE(0) / 2 ** 32) * 100 >= ROUTING.explorePercent) return undefined;
  return sorted[1 + (digest.readUInt32BE(4) % (sorted.length - 1))];
}

function explain(order: { orderBy: OrderBy; first: string | undefined; down: string[]; isForced: boolean }): string {
  const { orderBy, first, down, isForced } = order;
  const parts = [
    orderBy === 'priority' ? '' : `by ${orderBy === 'cost' ? 'cost' : 'success rate'}`,
    first === undefined ? '' : `${first} first, to measure it`,
    down.length === 0 || isForced ? '' : `without ${down.join(', ')}, whose circuit is open`,
    isForced ? 'the circuits of all are open' : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}
