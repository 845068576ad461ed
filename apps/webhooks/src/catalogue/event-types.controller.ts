import { Body, Controller, Delete, Get, Inject, Param, Patch, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { webhookEventType, WEBHOOK_EVENT_TYPES } from '@qafila/contracts/catalogue';
import { isCustomType } from '@qafila/contracts/custom-events';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Refusal } from '@qafila/envelopes/refusal';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { ENDPOINT_STORE } from '../endpoints/endpoint-store.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { CreateEventTypeBody, DeletedEventTypeAnswer, UpdateEventTypeBody } from '../own-events/own-events.schema.ts';
import { changeOwnType, createOwnType, deleteOwnType, findOwnType, listOwnTypes } from '../own-events/own-types.ts';
import { eventTypeView, ownTypeView } from './event-type-view.ts';
import { WebhookEventTypeAnswer } from './event-type.schema.ts';

const TAG = 'Webhook event types';

/** What an endpoint can subscribe to: each type with the JSON Schema of its body and a sample. */
@Controller('public/v1/webhook/event-types')
export class EventTypesController {
  constructor(@Inject(ENDPOINT_STORE) private readonly store: EndpointStore) {}

  @Get()
  @Operation({
    id: 'listWebhookEventTypes',
    tag: TAG,
    summary: 'List the event types',
    description:
      'Every type that an endpoint can subscribe to, in one answer, with the JSON Schema of its body and a sample. ' +
      'Fields may be added to a body; none is removed. Types that the store has registered come last.',
    scope: 'webhooks:read',
    answers: { 200: { description: 'All event types; `next_cursor` is null.', data: PageOf(WebhookEventTypeAnswer) } },
  })
  async list(@Caller() caller: Principal): Promise<PaymentSuccess<Page<WebhookEventTypeAnswer>>> {
    const own = await listOwnTypes(this.store.source.manager, caller);
    const items = [...WEBHOOK_EVENT_TYPES.map(eventTypeView), ...own.map(ownTypeView)];
    return paymentSuccess('Event types', { items, next_cursor: null });
  }

  @Get(':name')
  @Operation({
    id: 'getWebhookEventType',
    tag: TAG,
    summary: 'Read an event type',
    description: 'One type with the JSON Schema of its body and a sample.',
    scope: 'webhooks:read',
    answers: { 200: { description: 'The event type.', data: WebhookEventTypeAnswer } },
  })
  async get(@Caller() caller: Principal, @Param('name') name: string): Promise<PaymentSuccess<WebhookEventTypeAnswer>> {
    if (isCustomType(name))
      return paymentSuccess('Event type', ownTypeView(await findOwnType(this.store.source.manager, caller, name)));
    const type = webhookEventType(name);
    if (type === undefined)
      throw new Refusal(
        404,
        'not_found',
        `There is no event type ${JSON.stringify(name)}; GET /public/v1/webhook/event-types lists them.`,
      );
    return paymentSuccess('Event type', eventTypeView(type));
  }

  @Post()
  @Operation({
    id: 'createWebhookEventType',
    tag: TAG,
    summary: 'Register an event type of your own',
    description:
      'Its name begins with `custom.`. Endpoints can subscribe to it, and events of it can be published. The body of ' +
      'each event must match the schema. A store has at most 500 such types.',
    exactNumbers: true,
    scope: 'webhooks:write',
    answers: { 201: { description: 'The new event type.', data: WebhookEventTypeAnswer } },
    errors: ['event_type_exists', 'too_many_event_types'],
  })
  async create(
    @Caller() caller: Principal,
    @Body() body: CreateEventTypeBody,
  ): Promise<PaymentSuccess<WebhookEventTypeAnswer>> {
    return paymentSuccess('Event type registered', ownTypeView(await createOwnType(this.store, caller, body)));
  }

  @Patch(':name')
  @Operation({
    id: 'updateWebhookEventType',
    tag: TAG,
    summary: 'Change an event type of your own',
    description:
      'Changes the fields that are sent, at least one. Events that are published from now on must match the new ' +
      'schema; published events are not judged again. The sample must match it too.',
    exactNumbers: true,
    scope: 'webhooks:write',
    answers: { 200: { description: 'The changed event type.', data: WebhookEventTypeAnswer } },
    bodyExamples: { 'Another description': { description: 'An order left the warehouse, or a part of it.' } },
  })
  async change(
    @Caller() caller: Principal,
    @Param('name') name: string,
    @Body() body: UpdateEventTypeBody,
  ): Promise<PaymentSuccess<WebhookEventTypeAnswer>> {
    return paymentSuccess('Event type changed', ownTypeView(await changeOwnType(this.store, caller, name, body)));
  }

  @Delete(':name')
  @Operation({
    id: 'deleteWebhookEventType',
    tag: TAG,
    summary: 'Delete an event type of your own',
    description: 'No further event of it can be published. Those that are published are still delivered.',
    scope: 'webhooks:write',
    answers: { 200: { description: 'The event type is deleted.', data: DeletedEventTypeAnswer } },
  })
  async delete(
    @Caller() caller: Principal,
    @Param('name') name: string,
  ): Promise<PaymentSuccess<DeletedEventTypeAnswer>> {
    await deleteOwnType(this.store, caller, name);
    return paymentSuccess('Event type deleted', { name });
  }
}
