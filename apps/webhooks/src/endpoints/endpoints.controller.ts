import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { changeEndpoint, deleteEndpoint } from './change-endpoint.ts';
import { createEndpoint } from './create-endpoint.ts';
import type { CreatedEndpoint } from './create-endpoint.ts';
import { rotateSecret, showSecrets } from './endpoint-secret-rules.ts';
import type { EndpointSecrets } from './endpoint-secret-rules.ts';
import { ENDPOINT_STORE } from './endpoint-store.ts';
import type { EndpointStore } from './endpoint-store.ts';
import type { EndpointView } from './endpoint.entity.ts';
import { CreateEndpointBody, ListQuery, RotateSecretBody, UpdateEndpointBody } from './endpoint.schema.ts';
import { getEndpoint, listEndpoints } from './find-endpoints.ts';
import type { EndpointState } from './find-endpoints.ts';

/** A store's webhook endpoints: where events go, which, and how (docs/decisions/0011). */
@Controller('public/v1/webhook/endpoints')
export class EndpointsController {
  constructor(@Inject(ENDPOINT_STORE) private readonly store: EndpointStore) {}

  @Post() @HttpCode(201) @NeedsScope('webhooks:write') @Header('cache-control', 'no-store')
  async create(@Caller() caller: Principal, @Body() body: CreateEndpointBody): Promise<PaymentSuccess<CreatedEndpoint>> {
    return paymentSuccess('Webhook endpoint created', await createEndpoint(this.store, caller, body));
  }

  @Get() @NeedsScope('webhooks:read')
  async list(@Caller() caller: Principal, @Query() query: ListQuery): Promise<PaymentSuccess<Page<EndpointView>>> {
    return paymentSuccess('Webhook endpoints of this store', await listEndpoints(this.store, caller, query));
  }

  @Get(':id') @NeedsScope('webhooks:read')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<EndpointState>> {
    return paymentSuccess('Webhook endpoint', await getEndpoint(this.store, caller, id));
  }

  @Patch(':id') @NeedsScope('webhooks:write')
  async change(@Caller() caller: Principal, @Param('id') id: string, @Body() body: UpdateEndpointBody): Promise<PaymentSuccess<EndpointView>> {
    return paymentSuccess('Webhook endpoint changed', await changeEndpoint(this.store, caller, id, body));
  }

  @Delete(':id') @HttpCode(200) @NeedsScope('webhooks:write')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<{ id: string }>> {
    await deleteEndpoint(this.store, caller, id);
    return paymentSuccess('Webhook endpoint deleted', { id });
  }

  /** Nothing is sent until it is resumed; events go on being numbered for it, and wait. */
  @Post(':id/pause') @HttpCode(200) @NeedsScope('webhooks:write')
  async pause(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<EndpointView>> {
    return paymentSuccess('Webhook endpoint paused', await changeEndpoint(this.store, caller, id, { status: 'paused' }));
  }

  @Post(':id/resume') @HttpCode(200) @NeedsScope('webhooks:write')
  async resume(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<EndpointView>> {
    return paymentSuccess('Webhook endpoint resumed', await changeEndpoint(this.store, caller, id, { status: 'enabled' }));
  }

  /** For owners: who may change the endpoint may see what signs for it. */
  @Get(':id/secret') @NeedsScope('webhooks:write') @Header('cache-control', 'no-store')
  async secret(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<EndpointSecrets>> {
    return paymentSuccess('Secrets of this webhook endpoint', await showSecrets(this.store, caller, id));
  }

  @Post(':id/secret/rotate') @HttpCode(200) @NeedsScope('webhooks:write') @Header('cache-control', 'no-store')
  async rotate(@Caller() caller: Principal, @Param('id') id: string, @Body() body: RotateSecretBody): Promise<PaymentSuccess<EndpointSecrets>> {
    return paymentSuccess('Secret rotated; the one before signs beside it for 24 hours', await rotateSecret(this.store, caller, id, body));
  }
}
