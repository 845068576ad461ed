import { Body, Controller, Delete, Get, Header, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { Caller, NeedsConfirmation } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { ListQuery, PageOf } from '@qafila/schema/page-fields';
import { changeEndpoint, deleteEndpoint } from './change-endpoint.ts';
import { createEndpoint } from './create-endpoint.ts';
import { ENDPOINT_STORE } from './endpoint-store.ts';
import type { EndpointStore } from './endpoint-store.ts';
import {
  CreatedWebhookEndpointAnswer,
  CreateWebhookEndpointBody,
  DeletedWebhookEndpointAnswer,
  UpdateWebhookEndpointBody,
  WebhookEndpointAnswer,
  WebhookEndpointStateAnswer,
} from './endpoint.schema.ts';
import { getEndpoint, listEndpoints } from './find-endpoints.ts';

const TAG = 'Webhook endpoints';

/** A store's webhook endpoints: where events go, which, and how (docs/decisions/0011). */
@Controller('public/v1/webhook/endpoints')
export class EndpointsController {
  constructor(@Inject(ENDPOINT_STORE) private readonly store: EndpointStore) {}

  @Post()
  @NeedsConfirmation()
  @Operation({
    id: 'createWebhookEndpoint',
    tag: TAG,
    summary: 'Create a webhook endpoint',
    description:
      'Events that match `event_types` are sent to `url` from now on, signed with the `secret` of the answer. ' +
      'Events from before are not sent; a replay with `status: missing` delivers them. Your server is not called ' +
      'now: send a test event to see that it works. A store has at most 10,000 endpoints.',
    exactNumbers: true,
    scope: 'webhooks:write',
    answers: { 201: { description: 'The new endpoint with its secret.', data: CreatedWebhookEndpointAnswer } },
    errors: ['too_many_endpoints'],
    bodyExamples: {
      'Everything, to one URL': { url: 'https://hooks.example.com/qafila', event_types: ['*'] },
    },
  })
  @Header('cache-control', 'no-store')
  async create(
    @Caller() caller: Principal,
    @Body() body: CreateWebhookEndpointBody,
  ): Promise<PaymentSuccess<CreatedWebhookEndpointAnswer>> {
    return paymentSuccess('Webhook endpoint created', await createEndpoint(this.store, caller, body));
  }

  @Get()
  @Operation({
    id: 'listWebhookEndpoints',
    tag: TAG,
    summary: 'List webhook endpoints',
    description: 'The endpoints of the store, in the order of their ids, without their secrets.',
    scope: 'webhooks:read',
    answers: { 200: { description: 'One page of endpoints.', data: PageOf(WebhookEndpointAnswer) } },
  })
  async list(
    @Caller() caller: Principal,
    @Query() query: ListQuery,
  ): Promise<PaymentSuccess<Page<WebhookEndpointAnswer>>> {
    return paymentSuccess('Webhook endpoints of this store', await listEndpoints(this.store, caller, query));
  }

  @Get(':id')
  @Operation({
    id: 'getWebhookEndpoint',
    tag: TAG,
    summary: 'Read a webhook endpoint',
    description: 'The endpoint with its state: its last sequence, what waits, what is dead, and whether it fails.',
    scope: 'webhooks:read',
    answers: { 200: { description: 'The endpoint.', data: WebhookEndpointStateAnswer } },
  })
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<WebhookEndpointStateAnswer>> {
    return paymentSuccess('Webhook endpoint', await getEndpoint(this.store, caller, id));
  }

  @Patch(':id')
  @Operation({
    id: 'updateWebhookEndpoint',
    tag: TAG,
    summary: 'Change a webhook endpoint',
    description:
      'Changes the fields that are sent, at least one. Waiting deliveries go to the new URL with the new headers. ' +
      '`event_types` decides about events from now on.',
    exactNumbers: true,
    scope: 'webhooks:write',
    answers: { 200: { description: 'The changed endpoint.', data: WebhookEndpointAnswer } },
    bodyExamples: { 'Another URL': { url: 'https://hooks.example.com/v2' } },
  })
  async change(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: UpdateWebhookEndpointBody,
  ): Promise<PaymentSuccess<WebhookEndpointAnswer>> {
    return paymentSuccess('Webhook endpoint changed', await changeEndpoint(this.store, caller, id, body));
  }

  @Delete(':id')
  @Operation({
    id: 'deleteWebhookEndpoint',
    tag: TAG,
    summary: 'Delete a webhook endpoint',
    description: 'Nothing more is sent to it. What waits for it is removed within a minute.',
    scope: 'webhooks:write',
    answers: { 200: { description: 'The endpoint is deleted.', data: DeletedWebhookEndpointAnswer } },
  })
  async delete(
    @Caller() caller: Principal,
    @Param('id') id: string,
  ): Promise<PaymentSuccess<DeletedWebhookEndpointAnswer>> {
    await deleteEndpoint(this.store, caller, id);
    return paymentSuccess('Webhook endpoint deleted', { id });
  }

  @Post(':id/pause')
  @Operation({
    id: 'pauseWebhookEndpoint',
    tag: TAG,
    summary: 'Pause a webhook endpoint',
    description:
      'Nothing is sent until the endpoint is resumed. Its events are still numbered, and wait. An endpoint that is ' +
      'paused until the end of retention is disabled.',
    scope: 'webhooks:write',
    answers: { 200: { description: 'The paused endpoint.', data: WebhookEndpointAnswer } },
  })
  async pause(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<WebhookEndpointAnswer>> {
    return paymentSuccess(
      'Webhook endpoint paused',
      await changeEndpoint(this.store, caller, id, { status: 'paused' }),
    );
  }

  @Post(':id/resume')
  @Operation({
    id: 'resumeWebhookEndpoint',
    tag: TAG,
    summary: 'Resume a webhook endpoint',
    description:
      'Enables a paused or disabled endpoint. What waits is sent at once; earlier failures no longer count. Dead ' +
      'letters stay until they are redriven.',
    scope: 'webhooks:write',
    answers: { 200: { description: 'The enabled endpoint.', data: WebhookEndpointAnswer } },
  })
  async resume(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<WebhookEndpointAnswer>> {
    return paymentSuccess(
      'Webhook endpoint resumed',
      await changeEndpoint(this.store, caller, id, { status: 'enabled' }),
    );
  }
}
