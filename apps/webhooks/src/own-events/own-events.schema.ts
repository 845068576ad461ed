import { CUSTOM_TYPE, CUSTOM_TYPE_CHARACTERS_MAX } from '@qafila/contracts/custom-events';
import type { Rule } from '@qafila/schema/field';
import { FreeMap, freeMapRule, Judged } from '@qafila/schema/object-fields';
import { Flag, Text } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { LIMITS } from '../limits.ts';
import { judgeSchema } from './schema-keywords.ts';

const NAME = {
  description:
    'The name of the type: `custom.` and words of lower-case letters, digits, `_` and `-`, separated by dots. The ' +
    'first words are families: `custom.order.shipped` is in `custom.order.*` and `custom.*`.',
  example: 'custom.order.shipped',
  charactersMax: CUSTOM_TYPE_CHARACTERS_MAX,
  pattern: { is: CUSTOM_TYPE, expects: 'a name such as custom.order.shipped' },
};
const DESCRIPTION = {
  description: 'When such an event occurs, for the readers of the list.',
  example: 'An order left the warehouse.',
  charactersMin: 0,
  charactersMax: LIMITS.descriptionCharactersMax,
  optional: true,
};
const SAMPLE_EXAMPLE = { order: 'A-1001', lines: 2 };
const SCHEMA = {
  description:
    'The JSON Schema (2020-12) of the body. Without `pattern`, `$ref` and combinations (`anyOf` …). At most 16,384 ' +
    'bytes and 16 schemas deep.',
  example: {
    type: 'object',
    properties: { order: { type: 'string' }, lines: { type: 'integer', minimum: 1 } },
    required: ['order'],
  },
};
const SAMPLE = {
  description: 'A body that matches the schema. Test events send it.',
  example: SAMPLE_EXAMPLE,
  bytesMax: LIMITS.ownTypeBytesMax,
};

const anyObject = freeMapRule({ bytesMax: LIMITS.ownTypeBytesMax });
const schemaRule: Rule<Record<string, unknown>> = {
  ...anyObject,
  expects: `a JSON Schema of at most ${LIMITS.ownTypeBytesMax} bytes`,
  read(value, at) {
    const schema = anyObject.read(value, at);
    if (schema !== undefined) judgeSchema(schema, at);
    return schema;
  },
};

/** Body of create. */
export class CreateEventTypeBody {
  @Text(NAME)
  name!: string;

  @Text(DESCRIPTION)
  description?: string;

  @Judged(schemaRule, SCHEMA)
  schema!: Record<string, unknown>;

  @FreeMap(SAMPLE)
  sample!: Record<string, unknown>;
}

/** Body of update: any part of it. */
export class UpdateEventTypeBody {
  @Text(DESCRIPTION)
  description?: string;

  @Judged(schemaRule, { ...SCHEMA, optional: true })
  schema?: Record<string, unknown>;

  @FreeMap({ ...SAMPLE, optional: true })
  sample?: Record<string, unknown>;

  static judge(body: UpdateEventTypeBody, at: Place): void {
    if (at.violations.isEmpty && Object.keys(body).length === 0)
      at.violations.add('body', 'Send at least one field to change.');
  }
}

/** Only the name is left. */
export class DeletedEventTypeAnswer {
  @Text({ ...NAME, description: 'The name of the deleted type.' })
  name!: string;
}

const EVENT_ID = {
  description:
    'Your id of the event, unique in the store and mode. The same event sent again is published once; another event ' +
    'with this id is refused. An id is known until retention deletes its event (30 days).',
  example: 'order-1001-shipped',
};

/** Body of publish. */
export class PublishEventBody {
  @Text(EVENT_ID)
  event_id!: string;

  @Text({ ...NAME, description: 'The name of a type that is registered.' })
  type!: string;

  @FreeMap({
    description: 'The body of the webhook. It matches the schema of the type and has at most 32,768 bytes.',
    example: SAMPLE_EXAMPLE,
    bytesMax: LIMITS.ownEventBytesMax,
  })
  data!: Record<string, unknown>;

  @Text({
    description:
      'What the event is about, such as an order: endpoints with `ordering: key` get the events of one key in order. ' +
      'Left out: the event has a key of its own.',
    example: 'order-1001',
    optional: true,
  })
  key?: string;
}

/** `webhook_id` finds the event in the receiver's log and in the list of deliveries. */
export class PublishedEventAnswer {
  @Text(EVENT_ID)
  event_id!: string;

  @Text({
    description: 'The header `webhook-id` of its deliveries: the same in every attempt and for every endpoint.',
    example: 'evt_9f86d081884c7d659a2feaa0c55ad015',
  })
  webhook_id!: string;

  @Text(NAME)
  type!: string;

  @Flag({ description: 'True: the event was published before, and is not published again.', example: false })
  duplicate!: boolean;
}
