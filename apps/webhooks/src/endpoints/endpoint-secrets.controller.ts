import { Body, Controller, Get, Header, Inject, Param, Post } from '@nestjs/common';
import { Caller, NeedsConfirmation } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { rotateSecret, showSecrets } from './endpoint-secret-rules.ts';
import { WebhookSecretsAnswer } from './endpoint-secret.schema.ts';
import { ENDPOINT_STORE } from './endpoint-store.ts';
import type { EndpointStore } from './endpoint-store.ts';
import { RotateWebhookSecretBody } from './endpoint.schema.ts';

/** The secrets that sign an endpoint's deliveries (docs/decisions/0012). */
@Controller('public/v1/webhook/endpoints/:id/secret')
export class EndpointSecretsController {
  constructor(@Inject(ENDPOINT_STORE) private readonly store: EndpointStore) {}

  // Needs the write scope: a caller who may change the endpoint may see its secrets.
  @Get()
  @NeedsConfirmation()
  @Operation({
    id: 'getWebhookSecret',
    tag: 'Webhook endpoints',
    summary: 'Read the secrets of a webhook endpoint',
    description: 'The secrets that sign now: the current one, and earlier ones until they expire.',
    scope: 'webhooks:write',
    answers: { 200: { description: 'The secrets.', data: WebhookSecretsAnswer } },
  })
  @Header('cache-control', 'no-store')
  async secret(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<WebhookSecretsAnswer>> {
    return paymentSuccess('Secrets of this webhook endpoint', await showSecrets(this.store, caller, id));
  }

  @Post('rotate')
  @NeedsConfirmation()
  @Operation({
    id: 'rotateWebhookSecret',
    tag: 'Webhook endpoints',
    summary: 'Replace a secret of a webhook endpoint',
    description:
      'The new secret signs from now on. The old one signs beside it for 24 hours, so that your server can change ' +
      'over; with `end_previous: true` it ends now. At most five earlier secrets sign.',
    scope: 'webhooks:write',
    answers: { 200: { description: 'The secrets that sign now.', data: WebhookSecretsAnswer } },
    bodyExamples: { 'The old secret has leaked': { end_previous: true } },
  })
  @Header('cache-control', 'no-store')
  async rotate(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: RotateWebhookSecretBody,
  ): Promise<PaymentSuccess<WebhookSecretsAnswer>> {
    return paymentSuccess(
      'Secret rotated; the one before signs beside it for 24 hours',
      await rotateSecret(this.store, caller, id, body),
    );
  }
}
