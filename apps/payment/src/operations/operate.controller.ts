import { Body, Controller, Delete, Inject, Param, Post, Res } from '@nestjs/common';
import { Caller, NeedsConfirmation } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { IntentAnswer } from '../intents/intent.schema.ts';
import { cancelIntent, captureIntent, voidIntent } from './operate-intent.ts';
import { CaptureBody, CaptureNamedIntentBody, idOf, NamedIntentBody } from './operate.schema.ts';

const OF_OPERATION = {
  tag: 'Payment intents',
  scope: 'payments:write',
  exactNumbers: true,
  idempotencyKey: 'optional',
} as const;
const CAPTURE = {
  ...OF_OPERATION,
  answers: {
    200: { description: 'The money is captured.', data: IntentAnswer },
    202: { description: 'The gateway has not answered yet. A notification reports the result.', data: IntentAnswer },
  },
  errors: [
    'excess_precision',
    'not_found',
    'illegal_transition',
    'capture_refused',
    'multi_capture_unsupported',
    'amount_exceeds_authorised',
    'gateway_unavailable',
  ],
} as const;
const VOID = {
  ...OF_OPERATION,
  answers: {
    200: { description: 'The authorisation is released.', data: IntentAnswer },
    202: { description: 'The gateway has not answered yet. A notification reports the result.', data: IntentAnswer },
  },
  errors: ['not_found', 'illegal_transition', 'void_refused', 'gateway_unavailable'],
} as const;

/** What a merchant does with an intent after its creation. The intent is named in the path or in the body. */
@Controller('public/v1/payment/intent')
export class OperateController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Delete(':id')
  @NeedsConfirmation()
  @Operation({
    ...OF_OPERATION,
    id: 'cancelIntent',
    summary: 'Cancel a payment intent',
    description:
      'Cancels an intent that has captured nothing; its page closes. An authorised payment is voided instead, a ' +
      'captured one refunded. While a gateway is being asked, the cancellation is refused, because it may have ' +
      'taken the money.',
    answers: { 200: { description: 'The cancelled intent.', data: IntentAnswer } },
    errors: ['illegal_transition'],
  })
  async cancel(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return this.#afterCommit(applyAnswer(reply, await cancelIntent(this.deps, caller, { id, key, fingerprint })));
  }

  @Post('capture')
  @NeedsConfirmation()
  @Operation({
    ...CAPTURE,
    id: 'captureNamedIntent',
    summary: 'Capture a payment, named in the body',
    description: 'The same as `POST /public/v1/payment/intent/{id}/capture`, as some published clients call it.',
    bodyExamples: { 'The whole amount': { payment_intent_id: 'pi_019ab3c4d5e6f708192a3b4c5d6' } },
  })
  async capture(
    @Caller() caller: Principal,
    @Body() body: CaptureNamedIntentBody,
    @ParsedRequest() sent: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return this.captureById(caller, idOf(body), body, sent, reply);
  }

  @Post('void')
  @NeedsConfirmation()
  @Operation({
    ...VOID,
    id: 'voidNamedIntent',
    summary: 'Void an authorisation, named in the body',
    description: 'The same as `POST /public/v1/payment/intent/{id}/void`, as some published clients call it.',
  })
  async void(
    @Caller() caller: Principal,
    @Body() body: NamedIntentBody,
    @ParsedRequest() sent: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return this.voidById(caller, idOf(body), sent, reply);
  }

  @Post(':id/capture')
  @NeedsConfirmation()
  @Operation({
    ...CAPTURE,
    id: 'captureIntent',
    summary: 'Capture a payment',
    description:
      'Captures an authorised payment (`capture_method: manual`), whole or in part. The rest is released, unless ' +
      '`final_capture` is false and the gateway takes several captures. What is not captured within 7 days is voided.',
    bodyExamples: {
      'All that is left': {},
      'One parcel of several': { amount: '500.00', final_capture: false },
    },
  })
  async captureById(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() { amount, final_capture: isFinal }: CaptureBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const request = { id, key, fingerprint, amount, isFinal };
    return this.#afterCommit(applyAnswer(reply, await captureIntent(this.deps, caller, request)));
  }

  @Post(':id/void')
  @NeedsConfirmation()
  @Operation({
    ...VOID,
    id: 'voidIntent',
    summary: 'Void an authorisation',
    description:
      'Releases an authorised payment, or what captures have left of it. It takes no body. What was captured is ' +
      'refunded instead.',
  })
  async voidById(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return this.#afterCommit(applyAnswer(reply, await voidIntent(this.deps, caller, { id, key, fingerprint })));
  }

  #afterCommit(body: unknown): unknown {
    this.deps.onCommit();
    return body;
  }
}
