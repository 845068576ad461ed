import { Body, Controller, Header, HttpCode, Inject, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { isService } from '@qafila/auth/service-principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { IDENTITY_DEPENDENCIES } from '../identity-dependencies.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { StoreSecretsBody } from './hmac.schema.ts';
import { webhookSecrets } from './webhook-secrets.ts';

/** Returns the secrets that sign a store's webhooks, to the webhooks service. An internal route. */
@Controller('internal/v1/secrets')
export class StoreSecretsController {
  constructor(@Inject(IDENTITY_DEPENDENCIES) private readonly dependencies: IdentityDependencies) {}

  @Post('webhook')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async webhook(@Caller() webhooks: Principal, @Body() body: StoreSecretsBody): Promise<{ secrets: string[] }> {
    if (!isService(webhooks, 'webhooks'))
      throw new Refusal(403, 'forbidden', 'Only the webhooks service may call this.');
    return { secrets: await webhookSecrets(this.dependencies, body.account_id, body.store_id) };
  }
}
