import type { Pool } from 'pg';
import { patternsOf, webhookEventType } from '@qafila/contracts/catalogue';
import { LIMITS } from '../limits.ts';
import { FAN_OUT } from './fan-out.sql.ts';
import type { FanoutEvent } from './read-event.ts';

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
  const { rows } = await pool.query<Row>({
    ...FAN_OUT,
    values: [
      column((e) => e.day), column((e) => e.id), column((e) => e.accountId), column((e) => e.storeId), column((e) => e.mode), column((e) => e.type),
      column((e) => e.key), column((e) => e.at), column((e) => e.traceparent), column((e) => e.body), column((e) => patternText(e.type)), LIMITS.clockSkewMs,
    ],
  });
  return rows.map((row) => ({
    endpointNo: Number(row.endpoint_no), lane: row.lane, sequence: Number(row.sequence), granted: Number(row.granted), epoch: Number(row.epoch),
    event: events[row.place - 1] as FanoutEvent,
  }));
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
