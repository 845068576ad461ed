import { EVENT_TYPES, patternsOf } from './catalogue.ts';
import type { EventType, JsonSchema } from './event-type.ts';
import { integer, moment, objectSchema, text } from './event-type.ts';

const envelope: JsonSchema = objectSchema(
  {
    specversion: { const: '1.0' },
    id: text,
    source: text,
    type: text,
    time: moment,
    subject: text,
    datacontenttype: { const: 'application/json' },
    accountid: text,
    storeid: text,
    mode: text,
    aggregateversion: integer,
    traceparent: text,
    data: { type: 'object' },
  },
  ['aggregateversion', 'traceparent'],
);

/** JSON Schema of a whole Kafka value of this type: the CloudEvents envelope around the type's data. */
export function messageSchema(type: EventType): JsonSchema {
  const properties = { ...(envelope.properties as object), type: { const: type.name }, data: type.schema };
  return { ...envelope, properties };
}

/** AsyncAPI 3 of every topic, served at /asyncapi.yaml. */
export function asyncApiDocument(): Record<string, unknown> {
  const topics = [...new Set(EVENT_TYPES.map((type) => type.topic))];
  const messages = Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type.name,
      {
        name: type.name,
        summary: type.summary,
        contentType: 'application/cloudevents+json',
        payload: messageSchema(type),
        examples: [{ payload: { data: type.sample } }],
        'x-webhook': type.webhook,
        ...(type.webhook ? { 'x-webhook-patterns': patternsOf(type) } : {}),
      },
    ]),
  );
  return {
    asyncapi: '3.0.0',
    info: { title: 'Qafila events', version: '1', description: 'CloudEvents 1.0 on Kafka. Changes are additive.' },
    defaultContentType: 'application/cloudevents+json',
    channels: Object.fromEntries(
      topics.map((topic) => [
        topic,
        {
          address: topic,
          messages: Object.fromEntries(
            EVENT_TYPES.filter((type) => type.topic === topic).map((type) => [
              type.name,
              { $ref: `#/components/messages/${type.name}` },
            ]),
          ),
          bindings: { kafka: { key: { type: 'string', description: 'subject: the aggregate id' } } },
        },
      ]),
    ),
    operations: Object.fromEntries(
      topics.map((topic) => [
        topic,
        {
          action: topic.includes('.ingest.') ? 'receive' : 'send',
          channel: { $ref: `#/channels/${topic}` },
        },
      ]),
    ),
    components: { messages },
  };
}
