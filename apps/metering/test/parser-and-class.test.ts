import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Refusal } from '@qafila/envelopes/refusal';
import type { JsonValue } from '@qafila/json/json-value';
import { parseStrict } from '@qafila/json/strict-json';
import { readRequest } from '@qafila/schema/read-object';
import { runSeed } from '@qafila/testing/run-length';
import { EventBody } from '../src/events/event.schema.ts';
import { parseEvent } from '../src/events/parse-event.ts';
import { anyCase, largeCase } from './generated-bodies.ts';

const CASES = 1_000;

/** Generated bodies that are JSON: what is not never reaches a reader. */
function bodies(): JsonValue[] {
  const cases = fc.oneof({ weight: 50, arbitrary: anyCase }, { weight: 1, arbitrary: largeCase });
  const drawn = fc.sample(cases, { numRuns: 2 * CASES, seed: runSeed() });
  return drawn.flatMap(({ body }) => {
    try {
      return [parseStrict(body, { numbers: 'exact' })];
    } catch {
      return [];
    }
  });
}

/** What was read, or the refusal. */
function attempt<Read>(read: () => Read): { read: Read } | { refusal: Refusal } {
  try {
    return { read: read() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

test('the parser of the hot entry points and the request class judge 1,000 generated bodies the same', () => {
  const judged = { accepted: 0, refused: 0 };
  const drawn = bodies().slice(0, CASES);
  expect(drawn).toHaveLength(CASES);
  for (const body of drawn) {
    const parsed = attempt(() => parseEvent(body));
    const described = attempt(() => readRequest(EventBody, body, 'body'));
    if ('read' in parsed && 'read' in described) {
      const { operation, eventId, occurredAt, payload, reverses } = parsed.read;
      const { event_id, timestamp, payload: given = {}, reverses: target = '' } = described.read;
      expect([described.read.operation, event_id, timestamp, given, target]).toEqual([
        operation,
        eventId,
        occurredAt,
        payload,
        reverses,
      ]);
      judged.accepted++;
    } else {
      const { code, more } = 'refusal' in parsed ? parsed.refusal : { code: 'accepted', more: {} };
      const violations = 'refusal' in described ? (described.refusal.more.violations ?? []) : [];
      expect([body, violations.map((violation) => [violation.code, violation.field])]).toEqual([
        body,
        // The parser's 413 of a payload is one of the violations of a 400, which have codes of their own.
        expect.arrayContaining([[code === 'body_too_large' ? 'validation_error' : code, more.param]]),
      ]);
      judged.refused++;
    }
  }
  // The generator must produce both, or the test proves nothing.
  expect(judged.accepted).toBeGreaterThan(200);
  expect(judged.refused).toBeGreaterThan(200);
});

test('the class lists everything that is wrong, the parser names the first of it', () => {
  const body = parseStrict('{"operation":"add","eventId":"a","timestamp":"today","payload":{"a":"x@y","b":["<"]}}', {
    numbers: 'exact',
  });
  const described = attempt(() => readRequest(EventBody, body, 'body'));
  expect('refusal' in described && described.refusal.more.violations?.map(({ code, field }) => [code, field])).toEqual([
    ['unknown_field', 'eventId'],
    ['validation_error', 'operation'],
    ['validation_error', 'event_id'],
    ['validation_error', 'timestamp'],
    ['forbidden_character', 'payload.a'],
    ['forbidden_character', 'payload.b.0'],
  ]);
  expect(() => parseEvent(body)).toThrow('eventId is not a field of this operation; did you mean event_id?');
});
