import { PAYMENT_DIALECT } from '@qafila/schema/dialects';
import type { ServiceDescription } from '@qafila/schema/document';
import { BulkController } from './bulk/bulk.controller.ts';
import { EventGroupController } from './events/event-group.controller.ts';
import { EventsController } from './events/events.controller.ts';
import { IngestConsumer } from './ingest/ingest.consumer.ts';
import { MetersController } from './meters/meters.controller.ts';
import { PlansController } from './plans/plans.controller.ts';
import { SubscriptionsController } from './plans/subscriptions.controller.ts';
import { UsageController } from './usage/usage.controller.ts';

const PLAN = { description: 'The id of the plan.', example: 'pro' };

export const CONTROLLERS = [
  MetersController,
  EventsController,
  BulkController,
  EventGroupController,
  IngestConsumer,
  UsageController,
  PlansController,
  SubscriptionsController,
];

/** What the reference says of this service. */
export const METERING_API: ServiceDescription = {
  service: 'metering',
  dialect: PAYMENT_DIALECT,
  controllers: CONTROLLERS,
  pathParameters: {
    id: { description: 'The id of the meter.', example: 'tokens' },
    eventId: { description: 'Your `event_id`.', example: 'req-1' },
    bulkId: { description: 'The `bulk_id` that the submission answered.', example: 'blk_8f14e45fceea167a5a36dedd' },
    sid: { description: 'The id of the subscription.', example: 'sub_1' },
    '/public/v1/plan/{id} id': PLAN,
    '/public/v1/plan/{id}/subscription id': PLAN,
    '/public/v1/plan/{id}/subscription/{sid} id': PLAN,
    '/public/v1/plan/{id}/subscription/{sid}/charges id': PLAN,
  },
};
