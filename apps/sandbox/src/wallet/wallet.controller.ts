import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { invalid } from '@qafila/envelopes/refusal';
import { callbackUrl } from '../callbacks/callback-url.ts';
import { faultHeader, requireSecureHash } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { amountMinor, currency, digitsOf, fieldsOf, optionalText, reference, text } from '../http/fields.ts';
import type { Fields } from '../http/fields.ts';
import { inquire } from '../payments/inquire.ts';
import { operatePayment } from '../payments/operate-payment.ts';
import type { AskedOperation } from '../payments/operate-payment.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { chargeToken } from './charge-token.ts';
import { openWallet } from './open-wallet.ts';
import { verifyCode } from './verify-code.ts';
import { readPerson } from './wallet-person.ts';
import { cancelWallet, resendCode, revokeToken } from './wallet-steps.ts';
import { walletAnswer } from './wallet-view.ts';

const provider = 'walletprovider';
type Answer = Promise<Record<string, unknown>>;

/** API.md, section 2. */
@Controller('walletprovider/v1')
export class WalletController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post('bnpl/payments') @HttpCode(200)
  async pay(@Req() request: ApiRequest): Answer {
    const fields = this.#fields(request);
    return this.#open(request, fields, { kind: 'bnpl_payment', amount: amountMinor(fields, 'amount_minor'), currency: currency(fields, 'currency'), second: 'national_id' });
  }

  @Post('subscriptions') @HttpCode(200)
  async subscribe(@Req() request: ApiRequest): Answer {
    return this.#open(request, this.#fields(request), { kind: 'subscription', amount: null, currency: null, second: 'pin' });
  }

  @Post(['bnpl/payments/:payment/otp', 'subscriptions/:payment/otp']) @HttpCode(200)
  async resend(@Req() request: ApiRequest): Answer {
    this.#fields(request);
    const { payment, replayed } = await resendCode(this.sandbox, request.params.payment as string, faultHeader(request));
    return walletAnswer(this.sandbox, { payment, operation: null }, { replayed });
  }

  @Post('bnpl/payments/:payment/otp/verify') @HttpCode(200)
  async verify(@Req() request: ApiRequest): Answer {
    return this.#verify(request, 'bnpl_payment');
  }

  @Post('subscriptions/:payment/otp/verify') @HttpCode(200)
  async verifySubscription(@Req() request: ApiRequest): Answer {
    return this.#verify(request, 'subscription');
  }

  @Post('bnpl/payments/:payment/cancel') @HttpCode(200)
  async cancel(@Req() request: ApiRequest): Answer {
    this.#fields(request);
    const { payment, replayed } = await cancelWallet(this.sandbox, request.params.payment as string, faultHeader(request));
    return walletAnswer(this.sandbox, { payment, operation: null }, { replayed });
  }

  @Post('tokens/revoke') @HttpCode(200)
  async revoke(@Req() request: ApiRequest): Answer {
    const { payment, replayed } = await revokeToken(this.sandbox, text(this.#fields(request), 'token'), faultHeader(request));
    return walletAnswer(this.sandbox, { payment, operation: null }, { replayed });
  }

  @Post('charges') @HttpCode(200)
  async charge(@Req() request: ApiRequest): Answer {
    const fields = this.#fields(request);
    const { payment, replayed } = await chargeToken(this.sandbox, {
      reference: reference(fields, 'merchant_reference'), token: text(fields, 'token'), amount: amountMinor(fields, 'amount_minor'), currency: currency(fields, 'currency'),
      callbackUrl: callbackUrl(this.sandbox, provider, fields, 'callback_url'), orderReference: optionalText(fields, 'order_reference'), header: faultHeader(request),
    });
    return walletAnswer(this.sandbox, { payment, operation: null }, { code: payment.status === 'failed' ? payment.code ?? '110' : '000', replayed });
  }

  @Post('refunds') @HttpCode(200)
  async refund(@Req() request: ApiRequest): Answer {
    const fields = this.#fields(request);
    return this.#operate(request, fields, { kind: 'refund', amount: amountMinor(fields, 'amount_minor'), currency: currency(fields, 'currency') });
  }

  @Post('reversals') @HttpCode(200)
  async reverse(@Req() request: ApiRequest): Answer {
    return this.#operate(request, this.#fields(request), { kind: 'reversal', amount: null, currency: null });
  }

  @Get('inquiry/:reference')
  async inquire(@Req() request: ApiRequest): Answer {
    requireSecureHash(this.sandbox.keys, request);
    return walletAnswer(this.sandbox, await inquire(this.sandbox, { provider, reference: request.params.reference as string, header: faultHeader(request) }));
  }

  #fields(request: ApiRequest): Fields {
    requireSecureHash(this.sandbox.keys, request);
    return fieldsOf(request.body);
  }

  async #open(request: ApiRequest, fields: Fields, { second, ...asked }: { kind: 'bnpl_payment' | 'subscription'; amount: bigint | null; currency: string | null; second: 'national_id' | 'pin' }): Answer {
    const { payment, code, replayed } = await openWallet(this.sandbox, {
      ...asked, reference: reference(fields, 'merchant_reference'), person: readPerson(this.sandbox.keys, fields, second),
      callbackUrl: callbackUrl(this.sandbox, provider, fields, 'callback_url'), orderReference: optionalText(fields, 'order_reference'), header: faultHeader(request),
    });
    return walletAnswer(this.sandbox, { payment, operation: null }, { code, replayed });
  }

  async #verify(request: ApiRequest, kind: 'bnpl_payment' | 'subscription'): Answer {
    const fields = this.#fields(request);
    const code = digitsOf(fields.otp);
    if (!/^[0-9]{1,10}$/.test(code)) throw invalid('otp', 'otp must be the digits of the code.');
    const verified = await verifyCode(this.sandbox, { name: request.params.payment as string, kind, code, stepId: optionalText(fields, 'step_id'), header: faultHeader(request) });
    return walletAnswer(this.sandbox, { payment: verified.payment, operation: null }, verified);
  }

  async #operate(request: ApiRequest, fields: Fields, asked: Pick<AskedOperation, 'kind' | 'amount' | 'currency'>): Answer {
    const { payment, operation, replayed } = await operatePayment(this.sandbox, {
      ...asked, provider, payment: reference(fields, 'original_reference'), reference: reference(fields, 'merchant_reference'), header: faultHeader(request),
    });
    const code = operation.status === 'failed' ? operation.code ?? '110' : operation.status === 'pending' && operation.kind === 'reversal' ? '119' : '000';
    return walletAnswer(this.sandbox, { payment, operation }, { code, replayed });
  }
}
