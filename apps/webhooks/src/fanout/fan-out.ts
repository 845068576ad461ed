import type { Pool } from 'pg';
import { patternsOf, webhookEventType } from '@qafila/contracts/catalogue';
import { LIMITS } from '../limits.ts';
import { FAN_OUT } from './fan-out.sql.ts';
import type { FanoutEvent } from './read-event.ts';
import { textArray } from './text-array.ts';

/** A delivery that was just written, as its endpoint's dispatcher takes it. */
export interface NewDelivery {
  endpointNo: number;
  lane: number;
  sequence: number;
  /** Up to here the holder of this epoch may send without asking. */
  granted: number;
  epoch: number;
  event: FanoutEvent;
}

interface Row { place: number; endpoint_no: string; lane: number; sequence: string; granted: string; epoch: string }

/** Writes one delivery per (new event, endpoint that wants it). Events seen before write nothing. */
export async function fanOut(pool: Pool, events: FanoutEvent[]): Promise<NewDelivery[]> {
  if (events.length === 0) return [];
  const column = <T>(pick: (event: FanoutEvent) => T): T[] => events.map(pick);
  const { kinds, kindOf } = kindsOf(events);
  const { rows } = await pool.query<Row>({
    ...FAN_OUT,
    values: [
      column((e) => e.day), column((e) => e.id), column((e) => e.key), column((e) => e.at), column((e) => e.traceparent), textArray(column((e) => e.body)), kindOf,
      kinds.map((_, index) => index), kinds.map((k) => k.accountId), kinds.map((k) => k.storeId), kinds.map((k) => k.mode), kinds.map((k) => k.type),
      kinds.map((k) => patternText(k.type)), LIMITS.clockSkewMs,
    ],
  });
  return rows.map((row) => ({
    endpointNo: Number(row.endpoint_no), lane: row.lane, sequence: Number(row.sequence), granted: Number(row.granted), epoch: Number(row.epoch),
    event: events[row.place - 1] as FanoutEvent,
  }));
}

/** Store and type of many events are the same: told once, and each event names its kind. */
function kindsOf(events: FanoutEvent[]): { kinds: FanoutEvent[]; kindOf: number[] } {
  const places = new Map<string, number>();
  const kinds: FanoutEvent[] = [];
  const kindOf = events.map((event) => {
    const text = JSON.stringify([event.accountId, event.storeId, event.mode, event.type]);
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, kinds.length);
    return kinds.push(event) - 1;
  });
  return { kinds, kindOf };
}

const patternTexts = new Map<string, string>();

/** All patterns that match the type, as the statement takes them: no pattern has a space. */
function patternText(name: string): string {
  let text = patternTexts.get(name);
  if (text === undefined) {
    const type = webhookEventType(name);
    text = type === undefined ? '' : patternsOf(type).join(' ');
    patternTexts.set(name, text);
  }
  return text;
}
