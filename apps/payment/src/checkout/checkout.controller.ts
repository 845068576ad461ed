import { Body, Controller, Inject, Post, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { IntentAnswer } from '../intents/intent.schema.ts';
import { CreateCheckoutBody, CreateIntentBody, CreateLinkBody } from './checkout.schema.ts';
import { createCheckout, createIntent, createLink } from './create-checkout.ts';
import { CreateQueue } from './create-queue.ts';
import type { CreateDependencies } from './create-queue.ts';

const OF_CREATE = {
  scope: 'payments:write',
  exactNumbers: true,
  idempotencyKey: 'optional',
  errors: ['excess_precision', 'unknown_method', 'method_not_enabled', 'no_payment_method'],
} as const;
const ORDER = { amount: 250, currency: 'SAR' };

/** §4.11, and the related calls of published clients (decision 0013). */
@Controller('public/v1/payment')
export class CheckoutController {
  readonly #creating: CreateDependencies;

  constructor(@Inject(PAYMENT_DEPENDENCIES) deps: PaymentDependencies, @Inject(CreateQueue) createQueue: CreateQueue) {
    this.#creating = { deps, createQueue };
  }

  @Post('checkout')
  @Operation({
    ...OF_CREATE,
    id: 'createCheckout',
    tag: 'Checkout',
    summary: 'Create a checkout page',
    description:
      'Creates a payment intent with a page on which your customer pays. Redirect the customer to ' +
      '`data.checkout_page_url` within 30 minutes; then the intent expires. The page offers all methods that are ' +
      'enabled for the store, or those of `payment_methods`. Afterwards the customer returns to `success_url` or ' +
      '`failure_url`, and a webhook reports the result: trust the webhook or a read of the intent, not the redirect.',
    answers: { 200: { description: 'The intent, with its page in `checkout_page_url`.', data: IntentAnswer } },
  })
  async checkout(
    @Caller() caller: Principal,
    @Body() body: CreateCheckoutBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return applyAnswer(reply, await createCheckout(this.#creating, caller, { key, fingerprint, body }));
  }

  @Post('intent')
  @Operation({
    ...OF_CREATE,
    id: 'createIntent',
    tag: 'Payment intents',
    summary: 'Create a payment intent',
    description:
      'Creates an intent for your own checkout. It needs fewer fields than a checkout page. Confirm it with a method ' +
      'or the token of a wallet (`POST /public/v1/payment/intent/confirm`), or send the customer to its ' +
      '`checkout_page_url`. It expires after 30 minutes.',
    answers: { 200: { description: 'The intent.', data: IntentAnswer } },
    bodyExamples: { 'Only what is required': { ...ORDER, metadata: { order_reference: 'order-1001' } } },
  })
  async intent(
    @Caller() caller: Principal,
    @Body() body: CreateIntentBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return applyAnswer(reply, await createIntent(this.#creating, caller, { key, fingerprint, body }));
  }

  @Post('link')
  @Operation({
    ...OF_CREATE,
    id: 'createPaymentLink',
    tag: 'Checkout',
    summary: 'Create a payment link',
    description:
      'Creates a payment page whose link you send yourself, for instance by email. It needs only an amount and an ' +
      'order, and it works for a day or for `expires_in_minutes`.',
    answers: { 200: { description: 'The intent, with the link in `checkout_page_url`.', data: IntentAnswer } },
    bodyExamples: { 'Only what is required': { ...ORDER, order_reference: 'order-1002' } },
  })
  async link(
    @Caller() caller: Principal,
    @Body() body: CreateLinkBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return applyAnswer(reply, await createLink(this.#creating, caller, { key, fingerprint, body }));
  }
}
