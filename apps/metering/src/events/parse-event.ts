import { isJsonObject } from '@qafila/json/is-object';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { stringifyExact } from '@qafila/json/write-json';
import { Refusal, invalid } from '@qafila/envelopes/refusal';
import { suggestName } from '@qafila/schema/suggest-name';
import { LIMITS } from '../limits.ts';
import { AHEAD, isTooFarAhead } from '../time/timestamp-field.ts';
import { parseTimestamp } from '../time/timestamp.ts';
import type { Micros } from '../time/timestamp.ts';
import { checkPayloadText } from './event.schema.ts';

export type Operation = 'ADD' | 'REMOVE';

/** One usage event: the checked body of §2.8. */
export interface UsageEvent {
  operation: Operation;
  eventId: string;
  occurredAt: Micros;
  payload: JsonObject;
  /** Compact JSON of the payload, with the numbers as the sender wrote them. */
  payloadText: string;
  /** The event_id that this REMOVE retracts; '' for every other event. */
  reverses: string;
}

const FIELDS = new Set(['operation', 'event_id', 'timestamp', 'payload', 'reverses']);

/**
 * Checks a body that was read with exact numbers. Throws a 400 that names the first field at fault. Hot path: no
 * decorators; EventBody describes the same.
 */
export function parseEvent(body: JsonValue | undefined): UsageEvent {
  if (!isJsonObject(body)) throw invalid('body', 'The body must be a JSON object.');
  for (const name in body) if (!FIELDS.has(name)) throw unknownField(name);
  const { operation } = body;
  if (operation !== 'ADD' && operation !== 'REMOVE') throw invalid('operation', 'operation must be "ADD" or "REMOVE".');
  const eventId = eventIdOf(body.event_id, 'event_id');
  const reverses = body.reverses === undefined ? '' : eventIdOf(body.reverses, 'reverses');
  if (reverses !== '' && operation !== 'REMOVE')
    throw invalid('reverses', 'reverses is only allowed with the operation REMOVE.');
  const payload = payloadOf(body.payload, reverses !== '');
  return {
    operation,
    eventId,
    occurredAt: occurredAtOf(body.timestamp),
    payload,
    payloadText: textOf(payload),
    reverses,
  };
}

function eventIdOf(value: JsonValue | undefined, field: string): string {
  if (typeof value !== 'string' || value === '') throw invalid(field, `${field} must be a non-empty string.`);
  // A string of n characters has at most 3n bytes, so the bytes of short ids are not counted.
  if (value.length * 3 > LIMITS.eventIdBytesMax && Buffer.byteLength(value) > LIMITS.eventIdBytesMax) {
    throw invalid(field, `${field} must be at most ${LIMITS.eventIdBytesMax} bytes long.`);
  }
  return value;
}

function occurredAtOf(value: JsonValue | undefined): Micros {
  if (typeof value !== 'string')
    throw invalid('timestamp', 'timestamp must be a string: an ISO 8601 timestamp in UTC.');
  const parsed = parseTimestamp(value);
  if (typeof parsed === 'string') throw invalid('timestamp', `timestamp ${parsed}.`);
  if (isTooFarAhead(parsed)) throw invalid('timestamp', `timestamp ${AHEAD.rule}.`, AHEAD.code);
  return parsed;
}

/** A retraction needs no payload: `reverses` is enough. Every other event has one, possibly empty. */
function payloadOf(value: JsonValue | undefined, isOptional: boolean): JsonObject {
  if (value === undefined && isOptional) return {};
  if (!isJsonObject(value)) throw invalid('payload', 'payload must be a JSON object.');
  checkPayloadText(value, 'payload', refuse);
  return value;
}

/** Each stored event becomes a Kafka message. A payload above the broker's limit would block its outbox shard. */
function textOf(payload: JsonObject): string {
  const text = stringifyExact(payload);
  if (text.length * 3 > LIMITS.eventBytesMax && Buffer.byteLength(text) > LIMITS.eventBytesMax) {
    throw new Refusal(413, 'body_too_large', `payload must be at most ${LIMITS.eventBytesMax} bytes long.`, {
      param: 'payload',
    });
  }
  return text;
}

function refuse(path: string, message: string, code: 'forbidden_character'): never {
  throw invalid(path, message, code);
}

/** The name that was probably meant: `event_id` for `eventId`. */
function unknownField(name: string): Refusal {
  const meant = suggestName(name, FIELDS);
  const hint = meant === undefined ? '.' : `; did you mean ${meant}?`;
  return invalid(name, `${name} is not a field of this operation${hint}`, 'unknown_field');
}
