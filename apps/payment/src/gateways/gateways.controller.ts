import { Body, Controller, Delete, Get, Inject, Param, Put } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import type { GatewayKind } from '../providers/gateway-kind.ts';
import { connectGateway, disconnectGateway, findConnection, kindOf } from './connect-gateway.ts';
import { callbackUrl } from '../providers/connections/connection-cache.ts';
import type { GatewayConnectionRow } from '../providers/connections/gateway-connection.entity.ts';
import { ConnectGatewayBody, DisconnectedGateway, GatewayAnswer, GatewaysAnswer } from './gateway.schema.ts';

const TAG = 'Gateways';

/** The accounts of a store at real gateways. */
@Controller('public/v1/payment/gateway')
export class GatewaysController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get()
  @Operation({
    id: 'listGateways',
    tag: TAG,
    summary: 'List the gateways that you can connect',
    description:
      'Every gateway that this deployment can connect, what it needs, and your account there. In stage connect a ' +
      'test account. The gateways of the sandbox need no connection.',
    scope: 'payments:read',
    answers: { 200: { description: 'The gateways.', data: GatewaysAnswer } },
  })
  async list(@Caller() caller: Principal): Promise<PaymentSuccess<GatewaysAnswer>> {
    const items = await Promise.all(this.deps.gatewayKinds.map((kind) => this.#read(caller, kind)));
    return paymentSuccess('Gateways', { items });
  }

  @Get(':type')
  @Operation({
    id: 'getGateway',
    tag: TAG,
    summary: 'Read the connection to a gateway',
    description: 'What the gateway needs, and your account there. Credentials are never returned.',
    scope: 'payments:read',
    answers: { 200: { description: 'The gateway.', data: GatewayAnswer } },
  })
  async get(@Caller() caller: Principal, @Param('type') type: string): Promise<PaymentSuccess<GatewayAnswer>> {
    return paymentSuccess('Gateway', await this.#read(caller, kindOf(this.deps, type)));
  }

  @Put(':type')
  @Operation({
    id: 'connectGateway',
    tag: TAG,
    summary: 'Connect a gateway, or change its credentials',
    description:
      'Tests the credentials by a call without effect at the gateway, then stores them encrypted under a key of the ' +
      "deployment. Credentials that replace others apply at once; the gateway's calls that are still signed with the " +
      'ones before are accepted until the next change. Credentials of another account are refused: delete the ' +
      'connection first. `enabled` alone switches new payments off and on.',
    scope: 'payments:write',
    answers: { 200: { description: 'The gateway with your account.', data: GatewayAnswer } },
    errors: ['credentials_refused', 'gateway_account_changed', 'gateway_connection_changed', 'gateway_unavailable'],
    bodyExamples: { 'Switch new payments off': { enabled: false } },
  })
  async connect(
    @Caller() caller: Principal,
    @Param('type') type: string,
    @Body() body: ConnectGatewayBody,
  ): Promise<PaymentSuccess<GatewayAnswer>> {
    const row = await connectGateway(this.deps, caller, { type, body });
    return paymentSuccess('Gateway connected', this.#view(kindOf(this.deps, type), row));
  }

  @Delete(':type')
  @Operation({
    id: 'disconnectGateway',
    tag: TAG,
    summary: 'Disconnect a gateway',
    description:
      'Erases the connection with its credentials. Refused while a payment or an answer to a dispute there is under ' +
      'way, and while it keeps cards of customers, which you delete first. After it, payments of the past cannot be ' +
      'refunded there until the same account is connected again.',
    scope: 'payments:write',
    answers: { 200: { description: 'The connection is erased.', data: DisconnectedGateway } },
    errors: ['gateway_in_use'],
  })
  async disconnect(
    @Caller() caller: Principal,
    @Param('type') type: string,
  ): Promise<PaymentSuccess<DisconnectedGateway>> {
    await disconnectGateway(this.deps, caller, type);
    return paymentSuccess('Gateway disconnected', { gateway_type: type });
  }

  async #read(caller: Principal, kind: GatewayKind): Promise<GatewayAnswer> {
    return this.#view(kind, await findConnection(this.deps.pool, caller, kind.type));
  }

  #view(
    { type, title, methods, fields, capabilities }: GatewayKind,
    row: GatewayConnectionRow | undefined,
  ): GatewayAnswer {
    return {
      gateway_type: type,
      title,
      methods,
      saves_cards: capabilities.savesInstruments,
      page_wallets: capabilities.deviceWallets ?? [],
      credential_fields: fields.map(({ name, description, isOptional }) => ({
        name,
        description,
        required: isOptional !== true,
      })),
      connection:
        row === undefined
          ? null
          : {
              _id: row.id,
              enabled: row.enabled,
              gateway_account: row.gateway_account,
              gateway_account_name: row.gateway_account_name,
              credential_hints: row.hints,
              webhook_url: callbackUrl(this.deps, row.id),
              tested_at: row.tested_at.toISOString(),
              created_at: row.created_at.toISOString(),
              created_by: row.created_by,
              updated_at: row.updated_at.toISOString(),
              updated_by: row.updated_by,
            },
    };
  }
}
