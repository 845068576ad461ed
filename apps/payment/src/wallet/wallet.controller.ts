import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { answered, Sent } from '@qafila/idempotency/sent';
import type { Reply, SentRequest } from '@qafila/idempotency/sent';
import { PAYMENTS } from '../payments.ts';
import type { Payments } from '../payments.ts';
import { OnceEach } from '../reading.ts';
import { chargeToken } from '../tokens/charge-token.ts';
import { findToken, listTokens, revokeToken } from '../tokens/find-tokens.ts';
import { setUpToken } from '../tokens/setup-token.ts';
import { tokenView } from '../tokens/token.entity.ts';
import { setUpBnpl } from './setup-bnpl.ts';

/** §4.10, §4.12, and the tokens that §4.12 makes. */
@Controller('public')
export class WalletController {
  constructor(@Inject(PAYMENTS) private readonly payments: Payments) {}

  @Post('v1/bnpl/wallet/setup') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async bnpl(@Caller() caller: Principal, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return answered(reply, await setUpBnpl(this.payments, caller, sent));
  }

  @Post('v1/subscription/wallet/setup') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async subscription(@Caller() caller: Principal, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return answered(reply, await setUpToken(this.payments, caller, sent));
  }

  @Get('v1/subscription/wallet/token') @NeedsScope('payments:read')
  async list(@Caller() caller: Principal, @Query(OnceEach) query: Record<string, string>): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Wallet tokens of this store', await listTokens(this.payments, caller, query));
  }

  @Get('v1/subscription/wallet/token/:id') @NeedsScope('payments:read')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Wallet token', tokenView(await findToken(this.payments.pool, caller, id)));
  }

  @Delete('v1/subscription/wallet/token/:id') @HttpCode(200) @NeedsScope('payments:write')
  async revoke(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Wallet token revoked', await revokeToken(this.payments, caller, id));
  }

  @Post('v1/subscription/wallet/token/charge') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async charge(@Caller() caller: Principal, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return answered(reply, await chargeToken(this.payments, caller, sent));
  }

  /** The same, where published clients have it. */
  @Post('v2/payment/intent/tokenized/payment') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  chargeV2(@Caller() caller: Principal, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return this.charge(caller, sent, reply);
  }
}
