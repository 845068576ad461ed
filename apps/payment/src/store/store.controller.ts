import { Body, Controller, Get, Header, HttpCode, Inject, Post, Put } from '@nestjs/common';
import { Caller, NeedsConfirmation } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import type { Owner } from '../owner.ts';
import { enabledMethods } from './offered-methods.ts';
import { changeStoreProfile, storeProfile } from './store-profile.ts';
import type { StoreProfile } from './store-profile.ts';
import { redirectSecret, rotateRedirectSecret } from './redirect-secret.ts';
import { ChangeStoreBody, RedirectSecretAnswer, StoreAnswer } from './store.schema.ts';

/** The appearance of the store's customer pages, and the payment methods that it accepts. */
@Controller('public/v1/payment/store')
export class StoreController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get()
  @Operation({
    id: 'getPaymentStore',
    tag: 'Store profile',
    summary: 'Read the store profile',
    description:
      "The appearance of the store's customer pages, the methods that it accepts, and the gateways of the deployment." +
      ' A store that never changed its profile has a plain one that accepts all methods.',
    scope: 'payments:read',
    answers: { 200: { description: 'The profile.', data: StoreAnswer } },
  })
  async get(@Caller() caller: Principal): Promise<PaymentSuccess<StoreAnswer>> {
    return paymentSuccess('Store profile', await this.#view(caller, await storeProfile(this.deps.pool, caller)));
  }

  @Put()
  @Operation({
    id: 'updatePaymentStore',
    tag: 'Store profile',
    summary: 'Change the store profile',
    description:
      'Changes name, colour and methods of the store; fields that you leave out keep their values. The change ' +
      'applies at once, also to pages that are open. A method counts when a gateway of the deployment takes it too.',
    scope: 'payments:write',
    exactNumbers: true,
    answers: { 200: { description: 'The changed profile.', data: StoreAnswer } },
    bodyExamples: { 'Accept cards only': { payment_methods: ['card'] } },
  })
  async change(@Caller() caller: Principal, @Body() body: ChangeStoreBody): Promise<PaymentSuccess<StoreAnswer>> {
    const profile = await changeStoreProfile(this.deps.pool, caller, body);
    return paymentSuccess('Store profile changed', await this.#view(caller, profile));
  }

  @Get('redirect-secret')
  @NeedsConfirmation()
  @Operation({
    id: 'getRedirectSecret',
    tag: 'Store profile',
    summary: 'Read the redirect secret',
    description:
      'The secret that signs the addresses with which customers return to `success_url` and `failure_url`. Keep it ' +
      'on your server.',
    scope: 'payments:write',
    answers: { 200: { description: 'The secret that signs now.', data: RedirectSecretAnswer } },
  })
  @Header('cache-control', 'no-store')
  async secret(@Caller() caller: Principal): Promise<PaymentSuccess<RedirectSecretAnswer>> {
    return paymentSuccess('Redirect secret', await redirectSecret(this.deps, caller));
  }

  @Post('redirect-secret/rotate')
  @HttpCode(200)
  @NeedsConfirmation()
  @Operation({
    id: 'rotateRedirectSecret',
    tag: 'Store profile',
    summary: 'Replace the redirect secret',
    description:
      'Makes a new secret, which signs at once. Until your server has it, signatures of returning customers do not ' +
      'verify: read the intent instead, as for an address without a signature.',
    scope: 'payments:write',
    answers: { 200: { description: 'The new secret.', data: RedirectSecretAnswer } },
  })
  @Header('cache-control', 'no-store')
  async rotate(@Caller() caller: Principal): Promise<PaymentSuccess<RedirectSecretAnswer>> {
    return paymentSuccess('Redirect secret rotated', await rotateRedirectSecret(this.deps, caller));
  }

  async #view(owner: Owner, { name, color, methods }: StoreProfile): Promise<StoreAnswer> {
    const { available } = await this.deps.providers.ofStore(owner);
    return {
      name,
      color,
      payment_methods: methods,
      offered: enabledMethods(methods, available),
      gateways: available.map((provider) => ({ gateway_type: provider.type, methods: provider.methods })),
    };
  }
}
