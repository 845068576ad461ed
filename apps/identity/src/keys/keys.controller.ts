import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import { VAULT } from '../vault/vault.ts';
import type { Vault } from '../vault/vault.ts';
import { createKey } from './create-key.ts';
import type { CreatedKey } from './create-key.ts';
import type { KeyView } from './key.entity.ts';
import { CreateKeyBody } from './key.schema.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';

/** A store's own API keys. */
@Controller('public/v1/key')
export class KeysController {
  constructor(@Inject(VAULT) private readonly vault: Vault, private readonly relay: Relay) {}

  @Post() @HttpCode(201) @NeedsScope('keys:write') @Header('cache-control', 'no-store')
  async create(@Caller() caller: Principal, @Body() body: CreateKeyBody): Promise<PaymentSuccess<CreatedKey>> {
    const key = await createKey(this.vault, caller, body.scopes);
    this.relay.wake();
    return paymentSuccess('API key created. It is shown this once: keep it safe', key);
  }

  @Get() @NeedsScope('keys:read')
  async list(@Caller() caller: Principal): Promise<PaymentSuccess<{ items: KeyView[] }>> {
    return paymentSuccess('API keys of this store', await listKeys(this.vault.source, caller));
  }

  @Delete(':key_id') @NeedsScope('keys:write')
  async revoke(@Caller() caller: Principal, @Param('key_id') keyId: string): Promise<PaymentSuccess<KeyView>> {
    const key = await revokeKey(this.vault, caller, keyId);
    this.relay.wake();
    return paymentSuccess('API key revoked', key);
  }
}
