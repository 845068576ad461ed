import { Body, Controller, Get, Header, Inject, Post } from '@nestjs/common';
import { Caller, NeedsConfirmation } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import { Operation } from '@qafila/schema/operation';
import { IDENTITY_DEPENDENCIES } from '../identity-dependencies.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { RotatedSecretAnswer, RotateSecretBody, SecretsAnswer } from './hmac.schema.ts';
import { listSecrets } from './list-secrets.ts';
import { rotateSecret } from './rotate-secret.ts';

/** A store's HMAC secrets, for requests and for webhooks. */
@Controller('public/v1/key/hmac')
export class HmacController {
  constructor(
    @Inject(IDENTITY_DEPENDENCIES) private readonly dependencies: IdentityDependencies,
    private readonly relay: Relay,
  ) {}

  @Post('rotate')
  @NeedsConfirmation()
  @Operation({
    id: 'rotateHmacSecret',
    tag: 'API keys',
    summary: 'Replace an HMAC secret',
    description:
      'Makes a new secret and shows it once. The previous secret is accepted for 24 more hours, so that you can ' +
      'change one server at a time. The one before it ends now: rotate twice to end a secret that leaked.',
    scope: 'keys:write',
    answers: { 200: { description: 'The new secret.', data: RotatedSecretAnswer } },
  })
  @Header('cache-control', 'no-store')
  async rotate(
    @Caller() caller: Principal,
    @Body() body: RotateSecretBody,
  ): Promise<PaymentSuccess<RotatedSecretAnswer>> {
    const rotated = await rotateSecret(this.dependencies, caller, body.kind);
    this.relay.wake();
    return paymentSuccess(
      'HMAC secret rotated. It is shown only once. The previous secret is accepted for 24 hours',
      rotated,
    );
  }

  @Get()
  @Operation({
    id: 'listHmacSecrets',
    tag: 'API keys',
    summary: 'List the HMAC secrets',
    description: 'The versions that are accepted now, without the secrets themselves.',
    scope: 'keys:read',
    answers: { 200: { description: 'The secrets.', data: SecretsAnswer } },
  })
  async list(@Caller() caller: Principal): Promise<PaymentSuccess<SecretsAnswer>> {
    return paymentSuccess('HMAC secrets that are accepted now', await listSecrets(this.dependencies.source, caller));
  }
}
