import { Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { OpenToAll } from '@qafila/auth/guard';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { notFound, Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import { applyOutcome } from '../operations/apply-outcome.ts';
import type { OperationRow } from '../operations/operation.ts';
import { inquire } from '../operations/run-operation.ts';
import { PAYMENTS } from '../payments.ts';
import type { Payments } from '../payments.ts';
import { inquireToken } from '../tokens/expire-tokens.ts';
import type { TokenRow } from '../tokens/token.entity.ts';
import type { PaymentProvider } from './provider.ts';

interface RawRequest { body: Buffer | undefined; headers: Record<string, string | string[] | undefined> }
type Answered = PaymentSuccess<Record<string, never>>;

/**
 * Where gateways call us (§4.10). A call's signature is its only pass. Repeats, other orders and calls before the customer's return are
 * all one: what it says is applied to the state under the intent's lock, and a fact that is known changes nothing.
 */
@OpenToAll()
@Controller('public/v1')
export class CallbackController {
  constructor(@Inject(PAYMENTS) private readonly payments: Payments) {}

  @Post('subscription/walletprovider/wallet/setup/webhook') @HttpCode(200) @RouteConfig({ rawBody: true })
  wallet(@Req() request: RawRequest): Promise<Answered> {
    return this.#hear(this.payments.providers.wallet(), request);
  }

  @Post('payment/:type/webhook') @HttpCode(200) @RouteConfig({ rawBody: true })
  card(@Param('type') type: string, @Req() request: RawRequest): Promise<Answered> {
    const provider = this.payments.providers.find(type);
    if (provider === undefined) throw notFound('gateway', type);
    return this.#hear(provider, request);
  }

  async #hear(provider: PaymentProvider, { body, headers }: RawRequest): Promise<Answered> {
    if (!Buffer.isBuffer(body) || body.length > LIMITS.callbackBytesMax) throw new Refusal(400, 'validation_error', 'A callback has a JSON body.');
    const { payments } = this;
    const callback = provider.readCallback(body, headers, payments.clock());
    if (callback.tokenId !== null) {
      const { rows: [token] } = await payments.pool.query<TokenRow>("SELECT * FROM wallet_token WHERE id = $1 AND gateway = $2 AND state IN ('pin_verified', 'otp_verified')", [callback.tokenId, provider.type]);
      if (token !== undefined) await inquireToken(payments, token);
      return paymentSuccess('Received', {});
    }
    const { rows: [operation] } = await payments.pool.query<OperationRow & { currency: string }>(
      'SELECT o.*, i.currency FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id WHERE o.id = $1 AND o.gateway = $2', [callback.operationId, provider.type]);
    // An operation that we never asked for: nothing to change, and no reason for the gateway to call again.
    if (operation === undefined) {
      payments.log.warn({ gateway: provider.type, callback: callback.id }, 'callback.unknown_operation');
      return paymentSuccess('Nothing of this is known here', {});
    }
    if (callback.outcome.kind === 'unknown') await inquire(payments, operation, operation.currency);
    else await applyOutcome(payments, { operation, outcome: callback.outcome, actor: 'gateway' });
    return paymentSuccess('Received', {});
  }
}
