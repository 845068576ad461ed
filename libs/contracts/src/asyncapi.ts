import { EVENT_TYPES, patternsOf, WEBHOOK_EVENT_TYPES } from './catalogue.ts';
import type { EventType, JsonSchema } from './event-type.ts';
import { integer, moment, objectSchema, text } from './event-type.ts';
import { WEBHOOK_HEADERS } from './webhook-headers.ts';

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

/** AsyncAPI 3 of every topic and of the deliveries to merchants, served at /asyncapi.yaml. */
export function asyncApiDocument(): Record<string, unknown> {
  const topics = [...new Set(EVENT_TYPES.map((type) => type.topic))];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Qafila events',
      version: '1',
      description: 'CloudEvents 1.0 on Kafka, and their data as webhooks over HTTP. Changes are additive.',
    },
    defaultContentType: 'application/cloudevents+json',
    channels: {
      ...Object.fromEntries(topics.map((topic) => [topic, topicChannel(topic)])),
      webhooks: {
        address: null,
        description: "POST to the URL of each endpoint that subscribes to the type. The body is the event's data.",
        messages: messageReferences(WEBHOOK_EVENT_TYPES.map(({ name }) => [name, deliveryName(name)])),
      },
    },
    operations: {
      ...Object.fromEntries(
        topics.map((topic) => [
          topic,
          {
            action: topic.includes('.ingest.') ? 'receive' : 'send',
            channel: { $ref: `#/channels/${topic}` },
          },
        ]),
      ),
      webhooks: { action: 'send', channel: { $ref: '#/channels/webhooks' }, bindings: { http: { method: 'POST' } } },
    },
    components: {
      messages: {
        ...Object.fromEntries(EVENT_TYPES.map((type) => [type.name, topicMessage(type)])),
        ...Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [deliveryName(type.name), delivery(type)])),
      },
      schemas: { WebhookHeaders: WEBHOOK_HEADERS },
    },
  };
}

function topicChannel(topic: string): Record<string, unknown> {
  return {
    address: topic,
    messages: messageReferences(EVENT_TYPES.filter((type) => type.topic === topic).map(({ name }) => [name, name])),
    bindings: { kafka: { key: { type: 'string', description: 'subject: the aggregate id' } } },
  };
}

const messageReferences = (names: [string, string][]): Record<string, unknown> =>
  Object.fromEntries(names.map(([name, component]) => [name, { $ref: `#/components/messages/${component}` }]));

function topicMessage(type: EventType): Record<string, unknown> {
  return {
    name: type.name,
    summary: type.summary,
    contentType: 'application/cloudevents+json',
    payload: messageSchema(type),
    examples: [{ payload: { data: type.sample } }],
    'x-webhook': type.webhook,
    ...(type.webhook ? { 'x-webhook-patterns': patternsOf(type) } : {}),
  };
}

const deliveryName = (name: string): string => `delivery.${name}`;

/** The data of an event as a merchant's server gets it. */
function delivery(type: EventType): Record<string, unknown> {
  return {
    name: type.name,
    summary: type.summary,
    contentType: 'application/json',
    headers: { $ref: '#/components/schemas/WebhookHeaders' },
    payload: { $ref: `#/components/messages/${type.name}/payload/properties/data` },
    examples: [{ headers: { 'webhook-event-type': type.name }, payload: type.sample }],
  };
}
