import { PAYMENT_DIALECT } from '@qafila/schema/dialects';
import type { ServiceDescription } from '@qafila/schema/document';
import { EventTypesController } from './catalogue/event-types.controller.ts';
import { TestEventController } from './catalogue/test-event.controller.ts';
import { DeadLettersController } from './dead-letters/dead-letters.controller.ts';
import { DeliveriesController } from './deliveries/deliveries.controller.ts';
import { EndpointSecretsController } from './endpoints/endpoint-secrets.controller.ts';
import { EndpointsController } from './endpoints/endpoints.controller.ts';
import { OwnEventsController } from './own-events/own-events.controller.ts';
import { ReplaysController } from './replays/replays.controller.ts';

export const CONTROLLERS = [
  EndpointsController,
  EndpointSecretsController,
  DeliveriesController,
  DeadLettersController,
  ReplaysController,
  TestEventController,
  EventTypesController,
  OwnEventsController,
];

/** What the reference says of this service. */
export const WEBHOOKS_API: ServiceDescription = {
  service: 'webhooks',
  dialect: PAYMENT_DIALECT,
  controllers: CONTROLLERS,
  pathParameters: {
    id: { description: 'The id of the webhook endpoint.', example: 'ep_5Yy0bDqO6hH1aWc2' },
    sequence: { description: 'The number of the delivery at this endpoint.', example: '1042' },
    replay: { description: 'The id of the replay.', example: 'rp_9f86d081884c7d659a2feaa0' },
    name: { description: 'The name of the event type.', example: 'meter.created' },
  },
};
