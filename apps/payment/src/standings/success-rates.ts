import { ROUTING } from '../limits.ts';
import type { Method } from '../providers/methods.ts';
import type { GatewayScoreRow } from './gateway-score.entity.ts';

export type Score = Pick<GatewayScoreRow, 'gateway' | 'method' | 'bin' | 'succeeded' | 'failed' | 'at'>;

export interface SuccessRate {
  /** From 0 to 1. */
  rate: number;
  /** How many payments it rests on; older ones count less. */
  observations: number;
}

interface Count {
  succeeded: number;
  all: number;
}

/**
 * The success rate of each gateway for a payment of this method, by a card of this BIN where it is known. A gateway
 * with few payments is judged by the rate of all gateways, and a BIN with few payments by its gateway's. Pure.
 */
export function successRates(
  scores: readonly Score[],
  { method, bin }: { method: Method; bin: string },
  nowMs: number,
): (gateway: string) => SuccessRate {
  const ofMethod = scores.filter((score) => score.method === method);
  const count = (wanted: (score: Score) => boolean): Count => sum(ofMethod.filter(wanted), nowMs);
  const everywhere = count((score) => score.bin === '');
  const usual = (everywhere.succeeded + 1) / (everywhere.all + 2);
  return (gateway) => {
    const there = count((score) => score.gateway === gateway && score.bin === '');
    const rate = weighed(there, usual);
    if (bin === '') return { rate, observations: there.all };
    const ofBin = count((score) => score.gateway === gateway && score.bin === bin);
    return { rate: weighed(ofBin, rate), observations: there.all };
  };
}

function weighed({ succeeded, all }: Count, usual: number): number {
  return (succeeded + ROUTING.usualWeight * usual) / (all + ROUTING.usualWeight);
}

function sum(scores: readonly Score[], nowMs: number): Count {
  let [succeeded, all] = [0, 0];
  for (const score of scores) {
    const weight = 0.5 ** (Math.max(0, nowMs - score.at.getTime()) / ROUTING.scoreHalfLifeMs);
    succeeded += score.succeeded * weight;
    all += (score.succeeded + score.failed) * weight;
  }
  return { succeeded, all };
}
