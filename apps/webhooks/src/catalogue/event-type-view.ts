import { patternsOf } from '@qafila/contracts/catalogue';
import type { EventType } from '@qafila/contracts/event-type';

/** An event type on the wire. */
export interface EventTypeView {
  name: string;
  summary: string;
  /** Every text in an endpoint's `event_types` that subscribes to it. */
  patterns: string[];
  /** Of the body. */
  schema: Record<string, unknown>;
  sample: Record<string, unknown>;
}

export function eventTypeView(type: EventType): EventTypeView {
  return {
    name: type.name, summary: type.summary, patterns: patternsOf(type),
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', title: type.name, ...type.schema }, sample: type.sample,
  };
}
