import { JsonNumber } from '@qafila/json/json-value';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { stringifyExact } from '@qafila/json/write-json';
import { Refusal, invalid } from '@qafila/envelopes/refusal';
import { FORBIDDEN_IN_PAYLOAD_TEXT } from '../forbidden-characters.ts';
import { LIMITS } from '../limits.ts';
import { parseTimestamp } from './timestamp.ts';
import type { Micros } from './timestamp.ts';

export type Operation = 'ADD' | 'REMOVE';

/** One usage event as its sender meant it: the body of §2.8, checked. */
export interface UsageEvent {
  operation: Operation;
  eventId: string;
  occurredAt: Micros;
  payload: JsonObject;
  /** Compact JSON of the payload, numbers as they were written. */
  payloadText: string;
  /** The event_id that this REMOVE takes back, '' when none. */
  reverses: string;
}

const FIELDS = new Set(['operation', 'event_id', 'timestamp', 'payload', 'reverses']);

/** Checks a body read with exact numbers. Throws a 400 refusal that names the field. Hot path: no decorators. */
export function parseEvent(body: JsonValue | undefined): UsageEvent {
  if (!isObject(body)) throw invalid('body', 'The body must be a JSON object.');
  for (const name in body) if (!FIELDS.has(name)) throw invalid(name, `${name} is not a field of a meter event.`, 'unknown_field');
  const { operation } = body;
  if (operation !== 'ADD' && operation !== 'REMOVE') throw invalid('operation', 'operation must be "ADD" or "REMOVE".');
  const eventId = eventIdOf(body.event_id, 'event_id');
  const reverses = body.reverses === undefined ? '' : eventIdOf(body.reverses, 'reverses');
  if (reverses !== '' && operation !== 'REMOVE') throw invalid('reverses', 'reverses goes with the operation REMOVE only.');
  const payload = payloadOf(body.payload, reverses !== '');
  return { operation, eventId, occurredAt: occurredAtOf(body.timestamp), payload, payloadText: textOf(payload), reverses };
}

function eventIdOf(value: JsonValue | undefined, field: string): string {
  if (typeof value !== 'string' || value === '') throw invalid(field, `${field} must be a non-empty string.`);
  // A string of n characters has at most 3n bytes: short ids need no counting.
  if (value.length * 3 > LIMITS.eventIdBytesMax && Buffer.byteLength(value) > LIMITS.eventIdBytesMax) {
    throw invalid(field, `${field} must be at most ${LIMITS.eventIdBytesMax} bytes long.`);
  }
  return value;
}

function occurredAtOf(value: JsonValue | undefined): Micros {
  if (typeof value !== 'string') throw invalid('timestamp', 'timestamp must be a string: an ISO 8601 timestamp in UTC.');
  const parsed = parseTimestamp(value);
  if (typeof parsed === 'string') throw invalid('timestamp', `timestamp ${parsed}.`);
  if (parsed > (Date.now() + LIMITS.futureMsMax) * 1000) {
    throw invalid('timestamp', `timestamp is more than ${LIMITS.futureMsMax / 60_000} minutes ahead of our clock.`, 'timestamp_in_future');
  }
  return parsed;
}

/** A retraction says all with `reverses`; every other event has a payload, be it empty. */
function payloadOf(value: JsonValue | undefined, optional: boolean): JsonObject {
  if (value === undefined && optional) return {};
  if (!isObject(value)) throw invalid('payload', 'payload must be a JSON object.');
  checkText(value, 'payload');
  return value;
}

/** Each stored event becomes a message, and a broker takes messages up to a size: a door that lets a larger one in stops its lane. */
function textOf(payload: JsonObject): string {
  const text = stringifyExact(payload);
  if (text.length * 3 > LIMITS.eventBytesMax && Buffer.byteLength(text) > LIMITS.eventBytesMax) {
    throw new Refusal(413, 'body_too_large', `payload must be at most ${LIMITS.eventBytesMax} bytes long.`, { param: 'payload' });
  }
  return text;
}

function checkText(value: JsonValue, path: string): void {
  if (typeof value === 'string') {
    const found = FORBIDDEN_IN_PAYLOAD_TEXT.exec(value);
    if (found !== null) throw invalid(path, `${path} must not contain the character ${found[0]} (nor any of % ? { } $ ^ * @ < >).`, 'forbidden_character');
    return;
  }
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return;
  if (Array.isArray(value)) return value.forEach((item, index) => checkText(item, `${path}.${index}`));
  for (const name in value) checkText(value[name] as JsonValue, `${path}.${name}`);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}
