import { Body, Controller, Delete, Get, Header, Inject, Param, Post } from '@nestjs/common';
import { Caller, NeedsConfirmation } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import { Operation } from '@qafila/schema/operation';
import { IDENTITY_DEPENDENCIES } from '../identity-dependencies.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { addClientSecret, revokeClientSecret, revokeServiceAccount } from './change-service-account.ts';
import { createServiceAccount } from './create-service-account.ts';
import { listServiceAccounts } from './find-service-account.ts';
import {
  ClientSecretAnswer,
  CreatedClientSecretAnswer,
  CreatedServiceAccountAnswer,
  CreateServiceAccountBody,
  ServiceAccountAnswer,
  ServiceAccountsAnswer,
} from './service-account.schema.ts';

/** A store's service accounts, which can request access tokens (§4.2). */
@Controller('public/v1/service-account')
export class ServiceAccountsController {
  constructor(
    @Inject(IDENTITY_DEPENDENCIES) private readonly dependencies: IdentityDependencies,
    private readonly relay: Relay,
  ) {}

  @Post()
  @NeedsConfirmation()
  @Operation({
    id: 'createServiceAccount',
    tag: 'Service accounts',
    summary: 'Create a service account',
    description:
      'Makes an OAuth 2.0 client for shipments, with its first secret, which is shown once. A store has at most ten ' +
      'service accounts.',
    scope: 'keys:write',
    answers: { 201: { description: 'The new service account.', data: CreatedServiceAccountAnswer } },
    errors: ['too_many_service_accounts'],
  })
  @Header('cache-control', 'no-store')
  async create(
    @Caller() caller: Principal,
    @Body() body: CreateServiceAccountBody,
  ): Promise<PaymentSuccess<CreatedServiceAccountAnswer>> {
    return this.#changed(
      'Service account created. Its secret is shown only once: keep it safe',
      createServiceAccount(this.dependencies, caller, body),
    );
  }

  @Get()
  @Operation({
    id: 'listServiceAccounts',
    tag: 'Service accounts',
    summary: 'List the service accounts',
    description: 'The service accounts of the store with their secrets, without the texts of the secrets.',
    scope: 'keys:read',
    answers: { 200: { description: 'The service accounts.', data: ServiceAccountsAnswer } },
  })
  async list(@Caller() caller: Principal): Promise<PaymentSuccess<ServiceAccountsAnswer>> {
    return paymentSuccess(
      'Service accounts of this store',
      await listServiceAccounts(this.dependencies.source.manager, caller),
    );
  }

  @Post(':client_id/secret')
  @NeedsConfirmation()
  @Operation({
    id: 'addServiceAccountSecret',
    tag: 'Service accounts',
    summary: 'Add a secret to a service account',
    description: 'Makes a second secret and shows it once. Both work until one is revoked.',
    scope: 'keys:write',
    answers: { 201: { description: 'The new secret.', data: CreatedClientSecretAnswer } },
    errors: ['too_many_secrets', 'service_account_revoked'],
  })
  @Header('cache-control', 'no-store')
  async addSecret(
    @Caller() caller: Principal,
    @Param('client_id') clientId: string,
  ): Promise<PaymentSuccess<CreatedClientSecretAnswer>> {
    return this.#changed(
      'Secret created. It is shown this once: keep it safe',
      addClientSecret({ dependencies: this.dependencies, caller, clientId }),
    );
  }

  @Delete(':client_id/secret/:secret_id')
  @Operation({
    id: 'revokeServiceAccountSecret',
    tag: 'Service accounts',
    summary: 'Revoke a secret of a service account',
    description: 'Ends a secret and the tokens that were obtained with it, within 4 seconds. A repeat changes nothing.',
    scope: 'keys:write',
    answers: { 200: { description: 'The revoked secret.', data: ClientSecretAnswer } },
  })
  async revokeSecret(
    @Caller() caller: Principal,
    @Param('client_id') clientId: string,
    @Param('secret_id') secretId: string,
  ): Promise<PaymentSuccess<ClientSecretAnswer>> {
    return this.#changed(
      'Secret revoked, and the tokens obtained with it',
      revokeClientSecret({ dependencies: this.dependencies, caller, clientId }, secretId),
    );
  }

  @Delete(':client_id')
  @Operation({
    id: 'revokeServiceAccount',
    tag: 'Service accounts',
    summary: 'Revoke a service account',
    description: 'Ends a service account with its secrets and tokens, within 4 seconds. A repeat changes nothing.',
    scope: 'keys:write',
    answers: { 200: { description: 'The revoked service account.', data: ServiceAccountAnswer } },
  })
  async revoke(
    @Caller() caller: Principal,
    @Param('client_id') clientId: string,
  ): Promise<PaymentSuccess<ServiceAccountAnswer>> {
    return this.#changed(
      'Service account revoked, with its secrets and tokens',
      revokeServiceAccount({ dependencies: this.dependencies, caller, clientId }),
    );
  }

  async #changed<Data>(message: string, change: Promise<Data>): Promise<PaymentSuccess<Data>> {
    const data = await change;
    this.relay.wake();
    return paymentSuccess(message, data);
  }
}
