import type { EventType, JsonSchema } from '@qafila/contracts/event-type';
import { moment, objectSchema, text } from '@qafila/contracts/event-type';
import { METER_EVENT, METER_EVENT_TYPES } from '@qafila/contracts/meter-events';
import { PAYMENT_SUCCESS } from '@qafila/envelopes/payment-schema';
import type { AllParticulars } from './document.ts';

const contract = (name: string): EventType => METER_EVENT_TYPES.find((type) => type.name === name) as EventType;

/** The meter of §2.7, as its lifecycle events carry it. */
const meter: JsonSchema = { ...contract(METER_EVENT.created).schema, title: 'Meter' };
/** §2.8: the topic meter.ingest.v1 takes the same body. */
const usage = contract(METER_EVENT.usageReported);
const event: JsonSchema = { ...usage.schema, title: 'MeterEvent', additionalProperties: false };
const events: JsonSchema = { ...objectSchema({ events: { type: 'array', minItems: 1, items: event } }), additionalProperties: false };
const query: Record<string, JsonSchema> = {
  from: moment, to: moment, windowSize: { enum: ['MINUTE', 'HOUR', 'DAY', 'MONTH'] }, windowTimeZone: { ...text, examples: ['Asia/Riyadh'] },
  groupBy: { type: 'array', items: text }, filterGroupBy: { type: 'object', additionalProperties: { anyOf: [text, { type: 'array', items: text }] } },
};

/** Design section 5, "Dialects": create, update and get answer the meter itself. And the bodies that are read without a request class. */
export const METER_PARTICULARS: AllParticulars = {
  'post /public/v1/meter': {
    answer: meter,
    example: { id: 'tokens', name: 'Generated tokens', active: true, aggregation_type: 'sum', aggregation_field: 'tokens' },
  },
  'get /public/v1/meter/{id}': { answer: meter },
  'patch /public/v1/meter/{id}': { answer: { oneOf: [meter, { ...PAYMENT_SUCCESS, description: 'With dry_run=true: the impact.' }] } },
  'post /public/v1/meter/{id}/event': { body: event, example: usage.sample },
  'post /public/v1/meter/{id}/event/batch': { body: events, example: { events: [usage.sample] } },
  'post /public/v1/meter/{id}/event/bulk': { body: events, example: { events: [usage.sample] } },
  'get /public/v1/meter/{id}/query': { query, alsoAnswers: ['text/csv'] },
  'post /public/v1/meter/{id}/query': { body: { type: 'object', properties: query, additionalProperties: false }, alsoAnswers: ['text/csv'] },
};
