import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import { VAULT } from '../vault/vault.ts';
import type { Vault } from '../vault/vault.ts';
import { addClientSecret, revokeClientSecret, revokeServiceAccount } from './change-service-account.ts';
import type { CreatedClientSecret } from './change-service-account.ts';
import { createServiceAccount } from './create-service-account.ts';
import type { CreatedServiceAccount } from './create-service-account.ts';
import { listServiceAccounts } from './find-service-account.ts';
import type { ClientSecretView, ServiceAccountView } from './service-account.entity.ts';
import { CreateServiceAccountBody } from './service-account.schema.ts';

/** A store's service accounts: who may ask for access tokens (§4.2). */
@Controller('public/v1/service-account')
export class ServiceAccountsController {
  constructor(@Inject(VAULT) private readonly vault: Vault, private readonly relay: Relay) {}

  @Post() @HttpCode(201) @NeedsScope('keys:write') @Header('cache-control', 'no-store')
  async create(@Caller() caller: Principal, @Body() body: CreateServiceAccountBody): Promise<PaymentSuccess<CreatedServiceAccount>> {
    return this.#told('Service account created. Its secret is shown this once: keep it safe', createServiceAccount(this.vault, caller, body));
  }

  @Get() @NeedsScope('keys:read')
  async list(@Caller() caller: Principal): Promise<PaymentSuccess<{ items: ServiceAccountView[] }>> {
    return paymentSuccess('Service accounts of this store', await listServiceAccounts(this.vault.source.manager, caller));
  }

  @Post(':client_id/secret') @HttpCode(201) @NeedsScope('keys:write') @Header('cache-control', 'no-store')
  async addSecret(@Caller() caller: Principal, @Param('client_id') clientId: string): Promise<PaymentSuccess<CreatedClientSecret>> {
    return this.#told('Secret created. It is shown this once: keep it safe', addClientSecret({ vault: this.vault, caller, clientId }));
  }

  @Delete(':client_id/secret/:secret_id') @NeedsScope('keys:write')
  async revokeSecret(@Caller() caller: Principal, @Param('client_id') clientId: string, @Param('secret_id') secretId: string): Promise<PaymentSuccess<ClientSecretView>> {
    return this.#told('Secret revoked, and the tokens obtained with it', revokeClientSecret({ vault: this.vault, caller, clientId }, secretId));
  }

  @Delete(':client_id') @NeedsScope('keys:write')
  async revoke(@Caller() caller: Principal, @Param('client_id') clientId: string): Promise<PaymentSuccess<ServiceAccountView>> {
    return this.#told('Service account revoked, with its secrets and tokens', revokeServiceAccount({ vault: this.vault, caller, clientId }));
  }

  async #told<Data>(message: string, changed: Promise<Data>): Promise<PaymentSuccess<Data>> {
    const data = await changed;
    this.relay.wake();
    return paymentSuccess(message, data);
  }
}
