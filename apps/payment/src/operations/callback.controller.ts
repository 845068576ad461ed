import { Controller, Inject, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { OpenToAll } from '@qafila/auth/guard';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { invalid, notFound } from '@qafila/envelopes/refusal';
import { Operation } from '@qafila/schema/operation';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { LIMITS } from '../limits.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { inquireToken } from '../tokens/finish-setups.ts';
import type { TokenRow } from '../tokens/token.entity.ts';
import { applyReport } from './apply-report.ts';
import { inquire } from './run-operation.ts';

interface RawRequest {
  body: Buffer | undefined;
  headers: Record<string, string | string[] | undefined>;
}
type Answered = PaymentSuccess<Record<string, never>>;

const CALLBACK = {
  tag: 'Callbacks of providers',
  answers: { 200: { description: 'The callback is received. A repeat changes nothing.' } },
  errors: ['validation_error', 'signature_mismatch', 'gateway_unavailable'],
} as const;

/**
 * Receives the providers' callbacks (§4.10), which only their signature authenticates. Callbacks may repeat, come out
 * of order, or come before the customer returns. Each report is applied under the intent's lock, and a known fact
 * changes nothing.
 */
@OpenToAll()
@Controller('public/v1')
export class CallbackController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Post('subscription/walletprovider/wallet/setup/webhook')
  @Operation({
    ...CALLBACK,
    id: 'receiveWalletCallback',
    summary: 'Receive a callback of the wallet provider',
    description:
      'The wallet provider calls this address, which it whitelists; merchants never do. Its signature ' +
      'authenticates it, and fields that are not read are ignored.',
  })
  @RouteConfig({ rawBody: true })
  wallet(@Req() request: RawRequest): Promise<Answered> {
    return this.#hear(this.deps.providers.wallet(), request);
  }

  @Post('payment/:type/webhook')
  @Operation({
    ...CALLBACK,
    id: 'receiveGatewayCallback',
    summary: 'Receive a callback of a card gateway',
    description:
      'The card gateway calls this address; merchants never do. Its signature authenticates it, and fields that are ' +
      'not read are ignored.',
  })
  @RouteConfig({ rawBody: true })
  card(@Param('type') type: string, @Req() request: RawRequest): Promise<Answered> {
    const provider = this.deps.providers.find(type);
    if (provider === undefined) throw notFound('gateway', type);
    return this.#hear(provider, request);
  }

  async #hear(provider: PaymentProvider, { body, headers }: RawRequest): Promise<Answered> {
    if (!Buffer.isBuffer(body) || body.length > LIMITS.callbackBytesMax)
      throw invalid('body', 'A callback has a JSON body.');
    const { deps } = this;
    const callback = provider.readCallback(body, headers, deps.clock());
    if (callback.tokenId !== null) {
      const {
        rows: [token],
      } = await deps.pool.query<TokenRow>(
        "SELECT * FROM wallet_token WHERE id = $1 AND gateway = $2 AND state IN ('pin_verified', 'otp_verified')",
        [callback.tokenId, provider.type],
      );
      if (token !== undefined) await inquireToken(deps, token);
      return paymentSuccess('Received', {});
    }
    const {
      rows: [operation],
    } = await deps.pool.query<OperationRow & { currency: string }>(
      `SELECT o.*, i.currency FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
        WHERE o.id = $1 AND o.gateway = $2`,
      [callback.operationId, provider.type],
    );
    // We never requested this operation. A 200 stops the provider from calling again.
    if (operation === undefined) {
      deps.log.warn({ gateway: provider.type, callback: callback.id }, 'callback.unknown_operation');
      return paymentSuccess('The operation is unknown here', {});
    }
    if (callback.report.kind === 'unknown') await inquire(deps, operation, operation.currency);
    else await applyReport(deps, { operation, report: callback.report, actor: 'gateway' });
    return paymentSuccess('Received', {});
  }
}
