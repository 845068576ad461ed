import { Body, Controller, Header, HttpCode, Inject, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { isService } from '@qafila/auth/service-principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { VAULT } from '../vault/vault.ts';
import type { Vault } from '../vault/vault.ts';
import { StoreSecretsBody } from './hmac.schema.ts';
import { webhookSecrets } from './webhook-secrets.ts';

/** The webhooks service's question "what signs this store's webhooks?". Reached from inside only. */
@Controller('internal/v1/secrets')
export class StoreSecretsController {
  constructor(@Inject(VAULT) private readonly vault: Vault) {}

  @Post('webhook') @HttpCode(200) @Header('cache-control', 'no-store')
  async webhook(@Caller() webhooks: Principal, @Body() body: StoreSecretsBody): Promise<{ secrets: string[] }> {
    if (!isService(webhooks, 'webhooks')) throw new Refusal(403, 'forbidden', "This door is the webhooks service's.");
    return { secrets: await webhookSecrets(this.vault, body.account_id, body.store_id) };
  }
}
