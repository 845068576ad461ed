import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { Class } from '@qafila/schema/field';
import { callbackUrl } from '../callbacks/callback-url.ts';
import type { OperationRow } from '../entities/payment.entity.ts';
import { faultHeader, requireSecureHash } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { CompanyRequest, readFields } from '../http/read-fields.ts';
import { inquire } from '../payments/inquire.ts';
import { operatePayment } from '../payments/operate-payment.ts';
import type { OperationRequest } from '../payments/operate-payment.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { chargeToken } from './charge-token.ts';
import { openWallet } from './open-wallet.ts';
import type { OpeningRequest } from './open-wallet.ts';
import { verifyCode } from './verify-code.ts';
import { cancelWallet, resendCode, revokeToken } from './wallet-operations.ts';
import { personOf } from './wallet-person.ts';
import { walletAnswer } from './wallet-view.ts';
import {
  BnplFields,
  ChargeFields,
  CodeFields,
  RefundFields,
  ReversalFields,
  SubscriptionFields,
  TokenFields,
} from './wallet.schema.ts';

const provider = 'walletprovider';
type Answer = Promise<Record<string, unknown>>;

/** API.md, section 2. */
@Controller('walletprovider/v1')
export class WalletController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post('bnpl/payments')
  @HttpCode(200)
  async pay(@Req() request: ApiRequest): Answer {
    const fields = this.#fields(request, BnplFields);
    return this.#open(request, fields, {
      kind: 'bnpl_payment',
      amount: fields.amount_minor,
      currency: fields.currency,
      person: personOf(this.sandbox.keys, fields.phone, { nationalId: fields.national_id }),
    });
  }

  @Post('subscriptions')
  @HttpCode(200)
  async subscribe(@Req() request: ApiRequest): Answer {
    const fields = this.#fields(request, SubscriptionFields);
    return this.#open(request, fields, {
      kind: 'subscription',
      amount: null,
      currency: null,
      person: personOf(this.sandbox.keys, fields.phone, { pin: fields.pin }),
    });
  }

  @Post(['bnpl/payments/:payment/otp', 'subscriptions/:payment/otp'])
  @HttpCode(200)
  async resend(@Req() request: ApiRequest): Answer {
    this.#fields(request, CompanyRequest);
    const { payment, replayed } = await resendCode(
      this.sandbox,
      request.params.payment as string,
      faultHeader(request),
    );
    return walletAnswer(this.sandbox, { payment, operation: null }, { replayed });
  }

  @Post('bnpl/payments/:payment/otp/verify')
  @HttpCode(200)
  async verify(@Req() request: ApiRequest): Answer {
    return this.#verify(request, 'bnpl_payment');
  }

  @Post('subscriptions/:payment/otp/verify')
  @HttpCode(200)
  async verifySubscription(@Req() request: ApiRequest): Answer {
    return this.#verify(request, 'subscription');
  }

  @Post('bnpl/payments/:payment/cancel')
  @HttpCode(200)
  async cancel(@Req() request: ApiRequest): Answer {
    this.#fields(request, CompanyRequest);
    const { payment, replayed } = await cancelWallet(
      this.sandbox,
      request.params.payment as string,
      faultHeader(request),
    );
    return walletAnswer(this.sandbox, { payment, operation: null }, { replayed });
  }

  @Post('tokens/revoke')
  @HttpCode(200)
  async revoke(@Req() request: ApiRequest): Answer {
    const { payment, replayed } = await revokeToken(
      this.sandbox,
      this.#fields(request, TokenFields).token,
      faultHeader(request),
    );
    return walletAnswer(this.sandbox, { payment, operation: null }, { replayed });
  }

  @Post('charges')
  @HttpCode(200)
  async charge(@Req() request: ApiRequest): Answer {
    const fields = this.#fields(request, ChargeFields);
    const { payment, replayed } = await chargeToken(this.sandbox, {
      reference: fields.merchant_reference,
      token: fields.token,
      amount: fields.amount_minor,
      currency: fields.currency,
      callbackUrl: callbackUrl(this.sandbox, provider, fields.callback_url, 'callback_url'),
      orderReference: fields.order_reference ?? null,
      faultHeader: faultHeader(request),
    });
    return walletAnswer(
      this.sandbox,
      { payment, operation: null },
      { code: payment.status === 'failed' ? (payment.code ?? '110') : '000', replayed },
    );
  }

  @Post('refunds')
  @HttpCode(200)
  async refund(@Req() request: ApiRequest): Answer {
    const fields = this.#fields(request, RefundFields);
    return this.#operate(request, fields, { kind: 'refund', amount: fields.amount_minor, currency: fields.currency });
  }

  @Post('reversals')
  @HttpCode(200)
  async reverse(@Req() request: ApiRequest): Answer {
    const fields = this.#fields(request, ReversalFields);
    return this.#operate(request, fields, { kind: 'reversal', amount: null, currency: null });
  }

  @Get('inquiry/:reference')
  async inquire(@Req() request: ApiRequest): Answer {
    requireSecureHash(this.sandbox.keys, request);
    return walletAnswer(
      this.sandbox,
      await inquire(this.sandbox, {
        provider,
        reference: request.params.reference as string,
        faultHeader: faultHeader(request),
      }),
    );
  }

  #fields<Fields extends CompanyRequest>(request: ApiRequest, type: Class<Fields>): Fields {
    requireSecureHash(this.sandbox.keys, request);
    return readFields(type, request.body);
  }

  async #open(
    request: ApiRequest,
    fields: BnplFields | SubscriptionFields,
    opening: Pick<OpeningRequest, 'kind' | 'amount' | 'currency' | 'person'>,
  ): Answer {
    const { payment, code, replayed } = await openWallet(this.sandbox, {
      ...opening,
      reference: fields.merchant_reference,
      callbackUrl: callbackUrl(this.sandbox, provider, fields.callback_url, 'callback_url'),
      orderReference: fields.order_reference ?? null,
      faultHeader: faultHeader(request),
    });
    return walletAnswer(this.sandbox, { payment, operation: null }, { code, replayed });
  }

  async #verify(request: ApiRequest, kind: 'bnpl_payment' | 'subscription'): Answer {
    const { otp: typedCode, step_id: stepId = null } = this.#fields(request, CodeFields);
    const result = await verifyCode(this.sandbox, {
      idOrReference: request.params.payment as string,
      kind,
      typedCode,
      stepId,
      faultHeader: faultHeader(request),
    });
    return walletAnswer(this.sandbox, { payment: result.payment, operation: null }, result);
  }

  async #operate(
    request: ApiRequest,
    fields: ReversalFields,
    operationRequest: Pick<OperationRequest, 'kind' | 'amount' | 'currency'>,
  ): Answer {
    const { payment, operation, replayed } = await operatePayment(this.sandbox, {
      ...operationRequest,
      provider,
      payment: fields.original_reference,
      reference: fields.merchant_reference,
      faultHeader: faultHeader(request),
    });
    return walletAnswer(this.sandbox, { payment, operation }, { code: responseCode(operation), replayed });
  }
}

function responseCode({ status, kind, code }: OperationRow): string {
  if (status === 'failed') return code ?? '110';
  return status === 'pending' && kind === 'reversal' ? '119' : '000';
}
