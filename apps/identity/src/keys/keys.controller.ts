import { Body, Controller, Delete, Get, Header, Inject, Param, Post } from '@nestjs/common';
import { Caller, NeedsConfirmation } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import { Operation } from '@qafila/schema/operation';
import { IDENTITY_DEPENDENCIES } from '../identity-dependencies.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { createKey } from './create-key.ts';
import { CreatedKeyAnswer, CreateKeyBody, KeyAnswer, KeysAnswer } from './key.schema.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';

/** A store's own API keys. */
@Controller('public/v1/key')
export class KeysController {
  constructor(
    @Inject(IDENTITY_DEPENDENCIES) private readonly dependencies: IdentityDependencies,
    private readonly relay: Relay,
  ) {}

  @Post()
  @NeedsConfirmation()
  @Operation({
    id: 'createApiKey',
    tag: 'API keys',
    summary: 'Create an API key',
    description:
      'Makes a second key for the store of the caller and shows it once. A store has at most two active keys: one ' +
      'in use, and one to rotate to.',
    scope: 'keys:write',
    answers: { 201: { description: 'The new key.', data: CreatedKeyAnswer } },
    errors: ['too_many_keys'],
  })
  @Header('cache-control', 'no-store')
  async create(@Caller() caller: Principal, @Body() body: CreateKeyBody): Promise<PaymentSuccess<CreatedKeyAnswer>> {
    const key = await createKey(this.dependencies, caller, body.scopes);
    this.relay.wake();
    return paymentSuccess('API key created. It is shown only once: keep it safe', key);
  }

  @Get()
  @Operation({
    id: 'listApiKeys',
    tag: 'API keys',
    summary: 'List the API keys',
    description: 'The keys of the store, without the secret keys themselves. Keys revoked long ago are left out.',
    scope: 'keys:read',
    answers: { 200: { description: 'The keys.', data: KeysAnswer } },
  })
  async list(@Caller() caller: Principal): Promise<PaymentSuccess<KeysAnswer>> {
    return paymentSuccess('API keys of this store', await listKeys(this.dependencies.source, caller));
  }

  @Delete(':key_id')
  @Operation({
    id: 'revokeApiKey',
    tag: 'API keys',
    summary: 'Revoke an API key',
    description:
      'Ends a key for good; within 4 seconds no request with it is accepted. The last active key of a store cannot ' +
      'be revoked. A repeat changes nothing and gets the same answer.',
    scope: 'keys:write',
    answers: { 200: { description: 'The revoked key.', data: KeyAnswer } },
    errors: ['last_active_key'],
  })
  async revoke(@Caller() caller: Principal, @Param('key_id') keyId: string): Promise<PaymentSuccess<KeyAnswer>> {
    const key = await revokeKey(this.dependencies, caller, keyId);
    this.relay.wake();
    return paymentSuccess('API key revoked', key);
  }
}
