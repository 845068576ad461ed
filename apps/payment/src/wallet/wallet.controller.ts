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
import { findToken, listTokens, revokeToken } from '../tokens/find-tokens.ts';
import { tokenView } from '../tokens/token.entity.ts';
import { ListWalletTokensQuery, WalletTokenAnswer } from '../tokens/token.schema.ts';
import { chargeToken } from './charge-token.ts';
import { setUpBnpl } from './setup-bnpl.ts';
import { setUpToken } from './setup-token.ts';
import {
  BnplSetupAnswer,
  ChargeTokenBody,
  SetUpBnplBody,
  SetUpSubscriptionBody,
  SubscriptionSetupAnswer,
} from './wallet.schema.ts';

const CHARGE = {
  tag: 'Wallet',
  scope: 'payments:write',
  exactNumbers: true,
  idempotencyKey: 'required',
  answers: {
    200: { description: 'The money is taken; `data` is the payment intent of the charge.', data: IntentAnswer },
    202: { description: 'The wallet has not answered yet. A notification reports the result.', data: IntentAnswer },
  },
  errors: [
    'idempotency_key_required',
    'excess_precision',
    'payment_declined',
    'not_found',
    'token_suspended',
    'token_revoked',
    'gateway_unavailable',
  ],
  bodyExamples: {
    'Renewal in the currency of the wallet': {
      token: 'wt_3q2-7wAAuI0f5Yp1tZ9bX0c4kLhVgRrE8nDsMmQyJo',
      amount: 300,
      order_reference: 'renewal-2026-12',
    },
  },
} as const;

/** §4.10, §4.12, and the wallet tokens of §4.12. */
@Controller('public')
export class WalletController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Post('v1/bnpl/wallet/setup')
  @Operation({
    id: 'setUpBnpl',
    tag: 'Wallet',
    summary: 'Start a wallet BNPL payment',
    description:
      'Creates a payment intent and a page for "buy now, pay later" with the wallet. Send the customer to ' +
      '`redirect_url`: they enter their identity number and phone number, then a code, and confirm in the app of ' +
      'the wallet. Identity and phone must be allowed by the wallet beforehand. The deployment must have a ' +
      'wallet: in live there is none, and the request is refused. Instalments by a connected gateway, such as ' +
      'Tabby, are paid by a checkout with the method `bnpl`. Without a currency the request is in the one of the ' +
      'wallet. Two notifications follow a success, a failure or the expiry after 30 minutes.',
    scope: 'payments:write',
    exactNumbers: true,
    idempotencyKey: 'optional',
    answers: { 200: { description: 'The setup session.', data: BnplSetupAnswer } },
    errors: ['excess_precision', 'method_not_enabled'],
  })
  async bnpl(
    @Caller() caller: Principal,
    @Body() body: SetUpBnplBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return applyAnswer(reply, await setUpBnpl(this.deps, caller, { body, key, fingerprint }));
  }

  @Post('v1/subscription/wallet/setup')
  @Operation({
    id: 'setUpWalletSubscription',
    tag: 'Wallet',
    summary: 'Start a wallet subscription',
    description:
      'Creates a page on which the customer allows your store to charge their wallet: they enter PIN and code. A ' +
      'notification then delivers the value of the token, once; keep it. ' +
      `A phone number has at most ${LIMITS.tokensPerPhoneMax} tokens; a new one revokes the oldest.`,
    scope: 'payments:write',
    exactNumbers: true,
    idempotencyKey: 'optional',
    answers: { 200: { description: 'The page of the setup.', data: SubscriptionSetupAnswer } },
    errors: ['gateway_unavailable'],
  })
  async subscription(
    @Caller() caller: Principal,
    @Body() body: SetUpSubscriptionBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return applyAnswer(reply, await setUpToken(this.deps, caller, { body, key, fingerprint }));
  }

  @Get('v1/subscription/wallet/token')
  @Operation({
    id: 'listWalletTokens',
    tag: 'Wallet',
    summary: 'List wallet tokens',
    description: 'The tokens of the store, the newest first, with those that can no longer be charged.',
    scope: 'payments:read',
    answers: { 200: { description: 'One page of tokens.', data: PageOf(WalletTokenAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListWalletTokensQuery): Promise<unknown> {
    return paymentSuccess('Wallet tokens of this store', await listTokens(this.deps, caller, query));
  }

  @Get('v1/subscription/wallet/token/:id')
  @Operation({
    id: 'getWalletToken',
    tag: 'Wallet',
    summary: 'Read a wallet token',
    description: 'One token with its present state. No answer contains the value with which it is charged.',
    scope: 'payments:read',
    answers: { 200: { description: 'The token.', data: WalletTokenAnswer } },
  })
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<unknown> {
    return paymentSuccess('Wallet token', tokenView(await findToken(this.deps.pool, caller, { id, kind: 'wallet' })));
  }

  @Delete('v1/subscription/wallet/token/:id')
  @Operation({
    id: 'revokeWalletToken',
    tag: 'Wallet',
    summary: 'Revoke a wallet token',
    description:
      'Ends the permission of the customer for good, here and at the wallet. A revoked token stays in the list; ' +
      'revoking it again changes nothing.',
    scope: 'payments:write',
    answers: { 200: { description: 'The revoked token.', data: WalletTokenAnswer } },
  })
  async revoke(@Caller() caller: Principal, @Param('id') id: string): Promise<unknown> {
    return paymentSuccess('Wallet token revoked', await revokeToken(this.deps, caller, id));
  }

  @Post('v1/subscription/wallet/token/charge')
  @NeedsConfirmation()
  @Operation({
    ...CHARGE,
    id: 'chargeWalletToken',
    summary: 'Charge a wallet token',
    description:
      'Takes money from a wallet without its customer, for a renewal or a repeated order. The header ' +
      '`idempotency-key` is required, so that a repeated request never charges twice. A lost answer of the wallet is ' +
      `never guessed: the charge stays \`processing\` and is inquired. ${LIMITS.hardDeclinesMax} consecutive ` +
      'declines for which no retry can help suspend the token.',
  })
  async charge(
    @Caller() caller: Principal,
    @Body() body: ChargeTokenBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return applyAnswer(reply, await chargeToken(this.deps, caller, { body, key, fingerprint }));
  }

  @Post('v2/payment/intent/tokenized/payment')
  @NeedsConfirmation()
  @Operation({
    ...CHARGE,
    id: 'chargeTokenizedPayment',
    summary: 'Charge a wallet token, under the path of published clients',
    description:
      'The same as `POST /public/v1/subscription/wallet/token/charge`, for clients that know this path. The two ' +
      'paths have separate repeats: a key that was used with the one is refused with the other.',
  })
  chargeV2(
    @Caller() caller: Principal,
    @Body() body: ChargeTokenBody,
    @ParsedRequest() sent: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return this.charge(caller, body, sent, reply);
  }
}
