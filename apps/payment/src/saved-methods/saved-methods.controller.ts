import { Body, Controller, Delete, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { Caller, NeedsConfirmation } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { IntentAnswer } from '../intents/intent.schema.ts';
import { LIMITS } from '../limits.ts';
import { deleteSavedMethod, getSavedMethod, listSavedMethods } from '../tokens/find-saved-methods.ts';
import { ListSavedMethodsQuery, SavedMethodAnswer } from '../tokens/saved-method.schema.ts';
import { chargeSavedMethod } from './charge-saved.ts';
import { ChargeSavedMethodBody } from './charge-saved.schema.ts';

const TAG = 'Saved cards';

/** Cards that customers let the store keep (decision 0029). */
@Controller('public/v1/payment/saved-method')
export class SavedMethodsController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get()
  @Operation({
    id: 'listSavedMethods',
    tag: TAG,
    summary: 'List saved cards',
    description:
      'The cards that customers let the store keep, the newest first, with those that can no longer be charged. A ' +
      'checkout with `save_payment_method` offers it to the customer, on the page.',
    scope: 'payments:read',
    answers: { 200: { description: 'One page of saved cards.', data: PageOf(SavedMethodAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListSavedMethodsQuery): Promise<unknown> {
    return paymentSuccess('Saved cards of this store', await listSavedMethods(this.deps, caller, query));
  }

  @Get(':id')
  @Operation({
    id: 'getSavedMethod',
    tag: TAG,
    summary: 'Read a saved card',
    description: 'One card with its present state.',
    scope: 'payments:read',
    answers: { 200: { description: 'The saved card.', data: SavedMethodAnswer } },
  })
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<unknown> {
    return paymentSuccess('Saved card', await getSavedMethod(this.deps, caller, id));
  }

  @Delete(':id')
  @Operation({
    id: 'deleteSavedMethod',
    tag: TAG,
    summary: 'Delete a saved card',
    description:
      'Ends the permission of the customer for good, here and at the gateway, which forgets the card. A deleted card ' +
      'stays in the list as `revoked`, with its last digits; deleting it again changes nothing.',
    scope: 'payments:write',
    answers: { 200: { description: 'The revoked card.', data: SavedMethodAnswer } },
  })
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<unknown> {
    return paymentSuccess('Saved card deleted', await deleteSavedMethod(this.deps, caller, id));
  }

  @Post(':id/charge')
  @NeedsConfirmation()
  @Operation({
    id: 'chargeSavedMethod',
    tag: TAG,
    summary: 'Charge a saved card',
    description:
      'Takes money from a saved card without its customer. The header `idempotency-key` is required, so that a ' +
      'repeated request never charges twice. When the bank asks for the customer, the answer is 402 ' +
      '`authentication_required`: send them to `data.html_response.redirect_url`, where they pay the same intent ' +
      `within a day. ${LIMITS.hardDeclinesMax} consecutive declines for which no retry can help suspend the card.`,
    scope: 'payments:write',
    exactNumbers: true,
    idempotencyKey: 'required',
    answers: {
      200: { description: 'The money is taken; `data` is the payment intent of the charge.', data: IntentAnswer },
      202: { description: 'The gateway has not answered yet. A notification reports the result.', data: IntentAnswer },
    },
    errors: [
      'idempotency_key_required',
      'excess_precision',
      'payment_declined',
      'authentication_required',
      'not_found',
      'token_suspended',
      'token_revoked',
      'saved_card_of_other_account',
      'gateway_unavailable',
    ],
    bodyExamples: { 'A renewal': { currency: 'SAR', amount: 300, order_reference: 'renewal-2026-12' } },
  })
  async charge(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: ChargeSavedMethodBody,
    @ParsedRequest() sent: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const { key, fingerprint } = sent;
    return applyAnswer(reply, await chargeSavedMethod(this.deps, caller, { id, body, key, fingerprint }));
  }
}
