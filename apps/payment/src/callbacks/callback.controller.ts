import { Controller, Inject, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { OpenToAll } from '@qafila/auth/guard';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { invalid, notFound } from '@qafila/envelopes/refusal';
import { Operation } from '@qafila/schema/operation';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { applyCallback } from './apply-callback.ts';
import { bodyOf, CALLBACK } from './callback-request.ts';
import type { CallbackRequest } from './callback-request.ts';
import { keepCallback } from './keep-callback.ts';

type Answered = PaymentSuccess<Record<string, never>>;

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
  wallet(@Req() request: CallbackRequest): Promise<Answered> {
    return this.#receive(this.deps.providers.sharedWallet(), request);
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
  card(@Param('type') type: string, @Req() request: CallbackRequest): Promise<Answered> {
    const provider = this.deps.providers.shared(type);
    if (provider === undefined) throw notFound('gateway', type);
    return this.#receive(provider, request);
  }

  async #receive(provider: PaymentProvider, request: CallbackRequest): Promise<Answered> {
    const [rawBody, nowMs] = [bodyOf(request), this.deps.clock()];
    const { headers } = request;
    const callback = await provider.readCallback({ method: 'POST', rawBody, headers, query: {}, nowMs });
    if (callback.kind === 'handshake') throw invalid('body', 'This address needs no check.');
    const gateway = provider.type;
    const known = await applyCallback(this.deps, { gateway }, callback);
    // A 200 stops the provider from calling again.
    if (!known) await keepCallback(this.deps, { gateway, connectionId: '', owner: undefined }, { callback, rawBody });
    return paymentSuccess(known ? 'Received' : 'The operation is unknown here', {});
  }
}
