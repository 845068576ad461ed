import { webhookEventType } from '@qafila/contracts/catalogue';
import type { EventType } from '@qafila/contracts/event-type';
import { FreeMap, List } from '@qafila/schema/object-fields';
import { Text, textRule } from '@qafila/schema/text-fields';
import { eventTypeView } from './event-type-view.ts';

const EXAMPLE: Record<string, unknown> = { ...eventTypeView(webhookEventType('meter.created') as EventType) };
const bytesMax = Number.MAX_SAFE_INTEGER;

/** An event type on the wire. */
export class WebhookEventTypeAnswer {
  @Text({ description: 'The name of the type.', example: EXAMPLE['name'] })
  name!: string;

  @Text({
    description: 'When such an event occurs.',
    example: EXAMPLE['summary'],
    charactersMin: 0,
    charactersMax: 1000,
  })
  summary!: string;

  @List(textRule(), {
    description: "Every text in an endpoint's `event_types` that subscribes to it.",
    example: EXAMPLE['patterns'],
    itemsMax: 10,
  })
  patterns!: string[];

  @FreeMap({ description: 'The JSON Schema (2020-12) of the body.', example: EXAMPLE['schema'], bytesMax })
  schema!: Record<string, unknown>;

  @FreeMap({ description: 'A body as it could arrive.', example: EXAMPLE['sample'], bytesMax })
  sample!: Record<string, unknown>;
}
