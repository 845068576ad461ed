import { patternsOf, patternsOfName } from '@qafila/contracts/catalogue';
import type { EventType } from '@qafila/contracts/event-type';
import type { OwnEventType } from '../own-events/own-event.entity.ts';
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

/** A merchant's own event type, with its schema and sample as they were sent. */
export function ownTypeView(type: OwnEventType): WebhookEventTypeAnswer {
  return {
    name: type.name,
    summary: type.description,
    patterns: patternsOfName(type.name),
    schema: JSON.parse(type.schema) as Record<string, unknown>,
    sample: JSON.parse(type.sample) as Record<string, unknown>,
  };
}
