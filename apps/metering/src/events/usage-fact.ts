import { cloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { VERDICT, VERDICT_REASON } from './judge-event.ts';

/** One stored event, as meter.events.v1 tells of it. */
export interface UsageFact {
  digest: string; account_no: number; account_id: string; store_id: string; mode: string; meter_id: string; event_id: string; removal: boolean;
  occurred_at: string; received_at: string; verdict: number; version: number; value: string; late: boolean; reverses: string; payload: string;
}

/**
 * The fact as a CloudEvent. `id` is the claim's digest: the same however often it is published. The payload is spliced in
 * as it is stored: its numbers never pass through a JavaScript number.
 */
export function renderUsage(fact: UsageFact): { key: string; value: string } {
  const event = cloudEvent({
    id: fact.digest, source: '/qafila/metering', type: METER_EVENT.usageAccepted, subject: fact.meter_id, time: fact.received_at,
    owner: { accountId: fact.account_id, storeId: fact.store_id, mode: fact.mode },
    data: {
      meter_id: fact.meter_id, event_id: fact.event_id, operation: fact.removal ? 'REMOVE' : 'ADD', timestamp: fact.occurred_at, received_at: fact.received_at,
      counted: fact.verdict === VERDICT.counted || fact.verdict === VERDICT.reversal, reason: VERDICT_REASON[fact.verdict], meter_version: fact.version,
      value: fact.verdict === VERDICT.counted ? fact.value : null, late: fact.late, reverses: fact.reverses === '' ? null : fact.reverses,
    },
  });
  return { key: fact.meter_id, value: `${JSON.stringify(event).slice(0, -2)},"payload":${fact.payload}}}` };
}

/** Facts kept until the relay asks; the database has them all, so forgetting costs a read and no more. */
const REMEMBERED_BYTES_MAX = 32 * 1024 * 1024;
/** What a fact takes beside its payload, roughly. */
const FACT_BYTES = 1_000;

interface Block { facts: UsageFact[]; bytes: number }

/** What this process has just stored, by block of seq: the relay need not read back what is still at hand. */
export class RecentFacts {
  readonly #blocks = new Map<string, Block>();
  #bytes = 0;

  remember(block: number, lane: number, facts: UsageFact[]): void {
    const bytes = facts.reduce((sum, fact) => sum + FACT_BYTES + fact.payload.length, 0);
    this.#blocks.set(`${block}/${lane}`, { facts, bytes });
    this.#bytes += bytes;
    for (const [oldest, forgotten] of this.#blocks) {
      if (this.#bytes <= REMEMBERED_BYTES_MAX) break;
      this.#blocks.delete(oldest);
      this.#bytes -= forgotten.bytes;
    }
  }

  /** Hands the facts out once; published again, they are read from the database. */
  take(block: number, lane: number): UsageFact[] | undefined {
    const key = `${block}/${lane}`;
    const kept = this.#blocks.get(key);
    if (kept !== undefined && this.#blocks.delete(key)) this.#bytes -= kept.bytes;
    return kept?.facts;
  }
}
