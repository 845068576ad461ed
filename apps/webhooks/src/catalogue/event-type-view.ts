import { patternsOf } from '@qafila/contracts/catalogue';
import type { EventType } from '@qafila/contracts/event-type';
import type { WebhookEventTypeAnswer } from './event-type.schema.ts';

/** An event type on the wire. */
export function eventTypeView(type: EventType): WebhookEventTypeAnswer {
  return {
    name: type.name,
    summary: type.summary,
    patterns: patternsOf(type),
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', title: type.name, ...type.schema },
    sample: type.sample,
  };
}
