import { Body, Controller, Get, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { findIntent, intentAnswer, listIntents } from '../intents/find-intents.ts';
import { IntentAnswer, ListIntentsQuery } from '../intents/intent.schema.ts';
import { UpdateIntentBody } from './checkout.schema.ts';
import { confirmIntent } from './confirm-intent.ts';
import { ConfirmIntentBody, ConfirmIntentQuery } from './confirm.schema.ts';
import { updateIntent } from './update-intent.ts';

const TAG = 'Payment intents';

/** The intents of published clients' calls (decision 0013). */
@Controller('public/v1/payment/intent')
export class IntentsController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Put(':id')
  @Operation({
    id: 'updateIntent',
    tag: TAG,
    summary: 'Change a payment intent',
    description:
      'Changes an intent until the first attempt to pay it: from then on a gateway and a customer know its terms. ' +
      'Fields that you leave out keep their values; an object such as `customer` is replaced whole. A new currency ' +
      'needs a new amount. Metadata without `order_reference` keeps the reference.',
    scope: 'payments:write',
    exactNumbers: true,
    idempotencyKey: 'optional',
    answers: { 200: { description: 'The changed intent.', data: IntentAnswer } },
    errors: [
      'excess_precision',
      'unknown_method',
      'method_not_enabled',
      'no_payment_method',
      'illegal_transition',
      'expired',
    ],
    bodyExamples: { 'Only the amount': { amount: '20.50' } },
  })
  async update(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: UpdateIntentBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return applyAnswer(reply, await updateIntent(this.deps, caller, { id, key, fingerprint, body }));
  }

  @Post('confirm')
  @Operation({
    id: 'confirmIntent',
    tag: TAG,
    summary: 'Confirm a payment intent',
    description:
      'Pays an intent from your server. With `payment_method` the answer contains ' +
      '`html_response.redirect_url`, the page where the customer continues. With `token` the wallet is charged at ' +
      'once, without the customer. Card numbers are never accepted here. Send an idempotency key: a repeat then ' +
      'gets the same answer and makes no second attempt. An intent allows 5 attempts.',
    scope: 'payments:write',
    exactNumbers: true,
    idempotencyKey: 'optional',
    answers: {
      200: { description: 'The payment is made, or the customer continues elsewhere.', data: IntentAnswer },
      202: { description: 'The gateway has not answered yet. A notification reports the result.', data: IntentAnswer },
    },
    errors: [
      'unknown_method',
      'method_not_enabled',
      'payment_declined',
      'not_found',
      'illegal_transition',
      'expired',
      'token_suspended',
      'token_revoked',
      'gateway_unavailable',
    ],
    bodyExamples: { 'The token of a wallet': { token: 'wt_q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c' } },
  })
  async confirm(
    @Caller() caller: Principal,
    @Query() { pi_client_secret: clientSecret }: ConfirmIntentQuery,
    @Body() body: ConfirmIntentBody,
    @ParsedRequest() sent: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const answer = applyAnswer(reply, await confirmIntent(this.deps, caller, { clientSecret, body, sent }));
    this.deps.onCommit();
    return answer;
  }

  @Get()
  @Operation({
    id: 'listIntents',
    tag: TAG,
    summary: 'List payment intents',
    description: 'The intents of the store, the newest first. Checkout pages and links are intents too.',
    scope: 'payments:read',
    answers: { 200: { description: 'One page of intents.', data: PageOf(IntentAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListIntentsQuery): Promise<unknown> {
    return paymentSuccess('Payment intents of this store', await listIntents(this.deps, caller, query));
  }

  @Get('details/:id')
  @Operation({
    id: 'getIntentDetails',
    tag: TAG,
    summary: 'Read a payment intent (path of published clients)',
    description: 'The same as `GET /public/v1/payment/intent/{id}`.',
    scope: 'payments:read',
    answers: { 200: { description: 'The intent.', data: IntentAnswer } },
  })
  async details(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<IntentAnswer>> {
    return paymentSuccess(
      'Payment intent',
      await intentAnswer(this.deps, await findIntent(this.deps.pool, caller, id)),
    );
  }

  @Get(':id')
  @Operation({
    id: 'getIntent',
    tag: TAG,
    summary: 'Read a payment intent',
    description:
      'One intent with its present status. Read it when a customer comes back, before you deliver: the address of ' +
      'the redirect can be typed by anybody.',
    scope: 'payments:read',
    answers: { 200: { description: 'The intent.', data: IntentAnswer } },
  })
  get(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<IntentAnswer>> {
    return this.details(caller, id);
  }
}
