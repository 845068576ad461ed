import { LRUCache } from 'lru-cache';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { VERDICT, VERDICT_REASON } from './judge-event.ts';

/** One stored event with everything that meter.events.v1 publishes about it. */
export interface UsageFact {
  digest: string;
  account_no: number;
  account_id: string;
  store_id: string;
  mode: string;
  meter_id: string;
  event_id: string;
  removal: boolean;
  occurred_at: string;
  received_at: string;
  verdict: number;
  version: number;
  value: string;
  late: boolean;
  reverses: string;
  payload: string;
}

/** The approximate size of a fact, in memory or as an event, without its payload. */
export const USAGE_FACT_BYTES = 1_000;

/**
 * The fact as a CloudEvent. `id` is the claim's digest, so every publication has the same id. The stored payload is
 * inserted as text: its numbers never become JavaScript numbers.
 */
export function renderUsage(fact: UsageFact): { key: string; value: string } {
  const event = cloudEvent({
    id: fact.digest,
    source: '/qafila/metering',
    type: METER_EVENT.usageAccepted,
    subject: fact.meter_id,
    time: fact.received_at,
    owner: { accountId: fact.account_id, storeId: fact.store_id, mode: fact.mode },
    data: {
      meter_id: fact.meter_id,
      event_id: fact.event_id,
      operation: fact.removal ? 'REMOVE' : 'ADD',
      timestamp: fact.occurred_at,
      received_at: fact.received_at,
      counted: fact.verdict === VERDICT.counted || fact.verdict === VERDICT.reversal,
      reason: VERDICT_REASON[fact.verdict],
      meter_version: fact.version,
      value: fact.verdict === VERDICT.counted ? fact.value : null,
      late: fact.late,
      reverses: fact.reverses === '' ? null : fact.reverses,
    },
  });
  return { key: fact.meter_id, value: `${JSON.stringify(event).slice(0, -2)},"payload":${fact.payload}}}` };
}

/** Facts kept for the relay. The database has all of them, so an evicted fact costs one read. */
const REMEMBERED_BYTES_MAX = 32 * 1024 * 1024;

/** The facts that this process has just stored, by block of seq. The relay takes them from here and saves a read. */
export class RecentFacts {
  readonly #blocks = new LRUCache<string, UsageFact[]>({ maxSize: REMEMBERED_BYTES_MAX, sizeCalculation: bytesOf });

  remember(block: number, shard: number, facts: UsageFact[]): void {
    this.#blocks.set(`${block}/${shard}`, facts);
  }

  /** Returns and removes the facts. A repeated publication reads them from the database. */
  take(block: number, shard: number): UsageFact[] | undefined {
    const key = `${block}/${shard}`;
    const facts = this.#blocks.peek(key);
    this.#blocks.delete(key);
    return facts;
  }
}

function bytesOf(facts: UsageFact[]): number {
  return facts.reduce((sum, fact) => sum + USAGE_FACT_BYTES + fact.payload.length, 0);
}
