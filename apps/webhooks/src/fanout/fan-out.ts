import type { Pool } from 'pg';
import { patternsOfName } from '@qafila/contracts/catalogue';
import { isCustomType } from '@qafila/contracts/custom-events';
import { bareArray, quotedArray } from '@qafila/runtime/array-literal';
import type { DeliverableEvent, NewDelivery } from '../delivery/new-delivery.ts';
import { LIMITS } from '../limits.ts';
import type { EndpointHead } from '../log/work.entity.ts';
import { FAN_OUT } from './fan-out.sql.ts';
import { textArray } from './text-array.ts';

/** The new deliveries of an endpoint; without any, only `events_taken` has a value. */
interface Row extends Omit<EndpointHead, 'sequence'> {
  events_taken: number;
  first_sequence: string;
  /** In the order of their sequences, which have no gap. */
  event_indexes: string | null;
}

/**
 * Writes one delivery for each new event and endpoint that subscribes to it. Repeated events write nothing. Many
 * events, and events that have many deliveries, are written in several transactions, in their order.
 */
export async function fanOut(pool: Pool, events: DeliverableEvent[]): Promise<NewDelivery[]> {
  const deliveries: NewDelivery[] = [];
  for (let rest = events; rest.length > 0;) {
    const part = await fanOutFirst(pool, rest.slice(0, LIMITS.fanOutEventsMax));
    deliveries.push(...part.deliveries);
    rest = rest.slice(part.eventsTaken);
  }
  return deliveries;
}

async function fanOutFirst(
  pool: Pool,
  events: DeliverableEvent[],
): Promise<{ deliveries: NewDelivery[]; eventsTaken: number }> {
  const { rows } = await pool.query<Row>({ ...FAN_OUT, values: fanOutValues(events) });
  const deliveries = rows.flatMap((row) =>
    row.event_indexes === null ? [] : deliveriesOf(row, row.event_indexes, events),
  );
  // At least one, so that the caller ends.
  return { deliveries, eventsTaken: Math.max(1, rows[0]?.events_taken ?? 0) };
}

export function fanOutValues(events: DeliverableEvent[]): unknown[] {
  const column = <T>(pick: (event: DeliverableEvent) => T): T[] => events.map(pick);
  const { kinds, kindOf } = kindsOf(events);
  return [
    quotedArray(column((e) => e.day)),
    quotedArray(column((e) => e.id)),
    column((e) => e.key),
    column((e) => e.at),
    column((e) => e.traceparent),
    textArray(column((e) => e.body)),
    bareArray(kindOf),
    kinds.map((_, index) => index),
    kinds.map((k) => k.accountId),
    kinds.map((k) => k.storeId),
    kinds.map((k) => k.mode),
    kinds.map((k) => k.type),
    kinds.map((k) => patternText(k.type)),
    LIMITS.clockSkewMs,
    LIMITS.fanOutRowsMax,
  ];
}

function deliveriesOf(row: Row, eventIndexes: string, events: readonly DeliverableEvent[]): NewDelivery[] {
  const [endpointNo, granted, epoch] = [Number(row.endpoint_no), Number(row.granted), Number(row.epoch)];
  const firstSequence = Number(row.first_sequence);
  return eventIndexes.split(' ').map((eventIndex, index) => ({
    endpointNo,
    partition: row.partition,
    sequence: firstSequence + index,
    granted,
    epoch,
    event: events[Number(eventIndex) - 1] as DeliverableEvent,
  }));
}

/** Many events have the same store and type. Each such pair is sent once, and each event refers to its index. */
function kindsOf(events: DeliverableEvent[]): { kinds: DeliverableEvent[]; kindOf: number[] } {
  const indexes = new Map<string, number>();
  const kinds: DeliverableEvent[] = [];
  const kindOf = events.map((event) => {
    const text = JSON.stringify([event.accountId, event.storeId, event.mode, event.type]);
    const known = indexes.get(text);
    if (known !== undefined) return known;
    indexes.set(text, kinds.length);
    return kinds.push(event) - 1;
  });
  return { kinds, kindOf };
}

const patternTexts = new Map<string, string>();

/** All patterns that match the type, separated by spaces for the statement: no pattern contains a space. */
function patternText(name: string): string {
  // Merchants' own names are without number.
  if (isCustomType(name)) return patternsOfName(name).join(' ');
  let text = patternTexts.get(name);
  if (text === undefined) patternTexts.set(name, (text = patternsOfName(name).join(' ')));
  return text;
}
