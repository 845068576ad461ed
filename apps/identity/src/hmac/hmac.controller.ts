import { Body, Controller, Get, Header, HttpCode, Inject, Post } from '@nestjs/common';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import { VAULT } from '../vault/vault.ts';
import type { Vault } from '../vault/vault.ts';
import type { SecretView } from './hmac-secret.entity.ts';
import { RotateSecretBody } from './hmac.schema.ts';
import { listSecrets } from './list-secrets.ts';
import { rotateSecret } from './rotate-secret.ts';
import type { RotatedSecret } from './rotate-secret.ts';

/** A store's HMAC secrets: of requests and of webhooks. */
@Controller('public/v1/key/hmac')
export class HmacController {
  constructor(@Inject(VAULT) private readonly vault: Vault, private readonly relay: Relay) {}

  @Post('rotate') @HttpCode(200) @NeedsScope('keys:write') @Header('cache-control', 'no-store')
  async rotate(@Caller() caller: Principal, @Body() body: RotateSecretBody): Promise<PaymentSuccess<RotatedSecret>> {
    const rotated = await rotateSecret(this.vault, caller, body.kind);
    this.relay.wake();
    return paymentSuccess('HMAC secret rotated. It is shown this once; the previous one is accepted for 24 hours', rotated);
  }

  @Get() @NeedsScope('keys:read')
  async list(@Caller() caller: Principal): Promise<PaymentSuccess<{ items: SecretView[] }>> {
    return paymentSuccess('HMAC secrets that are accepted now', await listSecrets(this.vault.source, caller));
  }
}
