import { isJsonObject } from '@qafila/json/is-object';
import { JsonNumber } from '@qafila/json/json-value';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { stringifyExact } from '@qafila/json/write-json';
import { field } from '@qafila/schema/field';
import type { FieldOptions, Rule } from '@qafila/schema/field';
import { Judged } from '@qafila/schema/object-fields';
import { Choice } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { FORBIDDEN_IN_PAYLOAD_TEXT } from '../forbidden-characters.ts';
import { LIMITS } from '../limits.ts';
import { UtcTimestamp } from '../time/timestamp-field.ts';

const eventIdRule: Rule<string> = {
  expects: `a string of 1 to ${LIMITS.eventIdBytesMax} bytes`,
  schema: { type: 'string', minLength: 1, maxLength: LIMITS.eventIdBytesMax },
  read: (value, at) =>
    typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= LIMITS.eventIdBytesMax
      ? value
      : at.fail(`must be ${eventIdRule.expects}`),
};

const payloadRule: Rule<JsonObject> = {
  expects: 'a JSON object',
  schema: { type: 'object', additionalProperties: true },
  missing(at) {
    if (at.object['reverses'] === undefined)
      at.fail('is required: a JSON object; only an event with reverses needs none');
  },
  read(value, at) {
    if (!isJsonObject(value)) return at.fail(`must be ${payloadRule.expects}`);
    const payload = value as JsonObject;
    checkPayloadText(payload, at.path, (path, message, code) => at.violations.add(path, message, code));
    if (Buffer.byteLength(stringifyExact(payload)) > LIMITS.eventBytesMax)
      return at.fail(`must be at most ${LIMITS.eventBytesMax} bytes long`);
    return payload;
  },
};

/** §2.8: reports each text of the payload that contains a forbidden character. */
export function checkPayloadText(
  value: JsonValue,
  path: string,
  report: (path: string, message: string, code: 'forbidden_character') => void,
): void {
  if (typeof value === 'string') {
    const found = FORBIDDEN_IN_PAYLOAD_TEXT.exec(value);
    if (found !== null)
      report(
        path,
        `${path} must not contain the character ${found[0]} (nor any of % ? { } $ ^ * @ < >).`,
        'forbidden_character',
      );
    return;
  }
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return;
  if (Array.isArray(value)) return value.forEach((item, index) => checkPayloadText(item, `${path}.${index}`, report));
  for (const name in value) checkPayloadText(value[name] as JsonValue, `${path}.${name}`, report);
}

/**
 * Body of send event (§2.8). parseEvent() reads events, because it is faster; this class describes them, and lists
 * everything that is wrong with a refused one. A test holds both to the same.
 */
export class EventBody {
  @Choice(['ADD', 'REMOVE'], {
    description:
      '`ADD` includes usage. `REMOVE` takes usage back: the event that `reverses` names, or with a `count` or `sum` ' +
      'meter the value of its own payload.',
    example: 'ADD',
  })
  operation!: 'ADD' | 'REMOVE';

  @Judged(eventIdRule, {
    description: 'Your id of the event, unique in the meter for ever: an event that is sent again counts once.',
    example: 'req-1',
  })
  event_id!: string;

  @UtcTimestamp({
    description:
      'When the usage happened: ISO 8601 in UTC, exact to the microsecond, at most 5 minutes ahead of our clock. It ' +
      'decides the period, and which filters judge the event.',
    example: '2026-11-01T00:00:00.123456Z',
    isNotAhead: true,
  })
  timestamp!: number;

  @Judged(eventIdRule, {
    description: 'With `REMOVE`: the `event_id` of the event to take back. Such an event needs no payload.',
    optional: true,
  })
  reverses?: string;

  @Judged(payloadRule, {
    description:
      'What was used: an object of your own. Numbers keep every digit. Texts must not contain any of the characters ' +
      `\`% ? { } $ ^ * @ < >\`. At most ${LIMITS.eventBytesMax} bytes as JSON. Required without \`reverses\`.`,
    example: { tokens: 173, model: 'large' },
    optional: true,
  })
  payload?: JsonObject;

  static judge({ operation, reverses }: Partial<EventBody>, at: Place): void {
    if (operation === 'ADD' && reverses !== undefined)
      at.below('reverses').fail('is only allowed with the operation REMOVE');
  }
}

/** An array of events whose items are not read yet: each event is judged alone. */
function Events(itemsMax: number, options: FieldOptions): PropertyDecorator {
  const rule: Rule<JsonValue[]> = {
    expects: 'an array of one or more meter events',
    schema: { type: 'array', minItems: 1, maxItems: itemsMax },
    nested: () => EventBody,
    read(value, at) {
      if (!Array.isArray(value) || value.length === 0) return at.fail(`must be ${rule.expects}`);
      return value.length > itemsMax ? at.fail(`must contain at most ${itemsMax} events`) : (value as JsonValue[]);
    },
  };
  return field(rule, options);
}

/** Body of send batch. */
export class EventBatchBody {
  @Events(LIMITS.batchEventsMax, { description: 'The events. Each one is judged and answered alone.' })
  events!: JsonValue[];
}

/** Body of submit bulk. */
export class EventBulkBody {
  @Events(LIMITS.bulkEventsMax, { description: 'The events. They are judged later, each one alone.' })
  events!: JsonValue[];
}
