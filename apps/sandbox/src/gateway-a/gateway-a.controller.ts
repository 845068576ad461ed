import { Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { callbackUrl } from '../callbacks/callback-url.ts';
import { faultHeader, requireBasic } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { amountMinor, currency, fieldsOf, oneOf, optionalText, reference, webAddress } from '../http/fields.ts';
import type { Fields } from '../http/fields.ts';
import { inquire } from '../payments/inquire.ts';
import { openCardPayment } from '../payments/open-card-payment.ts';
import { operatePayment } from '../payments/operate-payment.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { errorA } from './gateway-a-error.ts';
import { operationA, paymentA } from './gateway-a-view.ts';

const provider = 'cardgateway-a';
type Answer = Promise<Record<string, unknown>>;

/** API.md, section 3: forms in, JSON out, HTTP statuses for refusals. */
@Controller('cardgateway-a/v1')
export class GatewayAController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post('payments') @HttpCode(200)
  async open(@Req() request: ApiRequest): Answer {
    const fields = this.#fields(request);
    const { payment, replayed } = await openCardPayment(this.sandbox, {
      provider, reference: reference(fields, 'merchant_reference'), amount: amountMinor(fields, 'amount'), currency: currency(fields, 'currency'),
      capture: fields.capture === undefined || oneOf(fields, 'capture', ['true', 'false']) === 'true', returnUrl: webAddress(fields, 'return_url'),
      callbackUrl: callbackUrl(this.sandbox, provider, fields, 'callback_url'), orderReference: optionalText(fields, 'order_reference'),
      language: optionalText(fields, 'language') ?? 'en', header: faultHeader(request),
    });
    return paymentA(this.sandbox, payment, replayed);
  }

  @Post('payments/:payment/captures') @HttpCode(200)
  async capture(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply): Answer {
    return this.#operate(request, reply, 'capture');
  }

  @Post('payments/:payment/voids') @HttpCode(200)
  async void(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply): Answer {
    return this.#operate(request, reply, 'void');
  }

  @Post('payments/:payment/refunds') @HttpCode(200)
  async refund(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply): Answer {
    return this.#operate(request, reply, 'refund');
  }

  @Get('inquiry')
  async inquire(@Req() request: ApiRequest, @Query() query: Fields): Answer {
    requireBasic(this.sandbox.keys.api(provider), request);
    const { payment, operation } = await inquire(this.sandbox, { provider, reference: reference(query, 'merchant_reference'), header: faultHeader(request) });
    return operation === null ? paymentA(this.sandbox, payment) : operationA(payment, operation);
  }

  async #operate(request: ApiRequest, reply: FastifyReply, kind: 'capture' | 'void' | 'refund'): Answer {
    const fields = this.#fields(request);
    const { payment, operation, replayed } = await operatePayment(this.sandbox, {
      provider, payment: request.params.payment as string, kind, reference: reference(fields, 'merchant_reference'),
      amount: kind === 'void' ? null : amountMinor(fields, 'amount'), currency: null, header: faultHeader(request),
    });
    const object = operationA(payment, operation, replayed);
    if (operation.status !== 'failed') return object;
    const { status, body } = errorA(operation.code ?? '05', object);
    reply.status(status);
    return body;
  }

  #fields(request: ApiRequest): Fields {
    requireBasic(this.sandbox.keys.api(provider), request);
    return fieldsOf(request.body);
  }
}
