import { Refusal } from '@qafila/envelopes/refusal';
import type { JsonValue } from '@qafila/json/json-value';
import { readRequest } from '@qafila/schema/read-object';
import { EventBody } from './event.schema.ts';
import { parseEvent } from './parse-event.ts';
import type { UsageEvent } from './parse-event.ts';

/**
 * Reads an event at speed. parseEvent() ends at the first mistake; the class then lists all of them for the sender.
 */
export function readEvent(body: JsonValue | undefined): UsageEvent {
  try {
    return parseEvent(body);
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) readRequest(EventBody, body, 'body');
    throw error;
  }
}
