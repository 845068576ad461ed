import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { callbackUrl } from '../callbacks/callback-url.ts';
import { faultHeader, requireBearer } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { amountMinor, currency, fieldsOf, oneOf, optionalText, reference, webAddress } from '../http/fields.ts';
import type { Fields } from '../http/fields.ts';
import { inquire } from '../payments/inquire.ts';
import { openCardPayment } from '../payments/open-card-payment.ts';
import { operatePayment } from '../payments/operate-payment.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { answerB } from './gateway-b-view.ts';

const provider = 'cardgateway-b';
type Answer = Promise<Record<string, unknown>>;

/** API.md, section 4: JSON both ways, a decline is a result and no error. */
@Controller('cardgateway-b/api')
export class GatewayBController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post('orders') @HttpCode(201)
  async open(@Req() request: ApiRequest): Answer {
    const fields = this.#fields(request);
    const amount = fieldsOf(fields.amount);
    const { payment, replayed } = await openCardPayment(this.sandbox, {
      provider, reference: reference(fields, 'merchantReference'), amount: amountMinor(amount, 'value'), currency: currency(amount, 'currency'),
      capture: oneOf(fields, 'intent', ['SALE', 'AUTHORIZE']) === 'SALE', returnUrl: webAddress(fields, 'redirectUrl'),
      callbackUrl: callbackUrl(this.sandbox, provider, fields, 'notificationUrl'), orderReference: optionalText(fields, 'orderReference'),
      language: optionalText(fields, 'locale') ?? 'en', header: faultHeader(request),
    });
    return answerB(this.sandbox, { payment, operation: null }, replayed);
  }

  @Post('orders/:payment/capture') @HttpCode(200)
  async capture(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply): Answer {
    return this.#operate(request, reply, 'capture');
  }

  @Post('orders/:payment/cancel') @HttpCode(200)
  async cancel(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply): Answer {
    return this.#operate(request, reply, 'void');
  }

  @Post('orders/:payment/refund') @HttpCode(200)
  async refund(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply): Answer {
    return this.#operate(request, reply, 'refund');
  }

  @Get('inquiry/:reference')
  async inquire(@Req() request: ApiRequest): Answer {
    requireBearer(this.sandbox.keys.api(provider), request);
    return answerB(this.sandbox, await inquire(this.sandbox, { provider, reference: request.params.reference as string, header: faultHeader(request) }));
  }

  async #operate(request: ApiRequest, reply: FastifyReply, kind: 'capture' | 'void' | 'refund'): Answer {
    const fields = this.#fields(request);
    const amount = kind === 'void' ? null : fieldsOf(fields.amount);
    const { payment, operation, replayed } = await operatePayment(this.sandbox, {
      provider, payment: request.params.payment as string, kind, reference: reference(fields, 'merchantReference'),
      amount: amount === null ? null : amountMinor(amount, 'value'), currency: amount === null ? null : currency(amount, 'currency'), header: faultHeader(request),
    });
    if (operation.code === 'E422') reply.status(422);
    return answerB(this.sandbox, { payment, operation }, replayed);
  }

  #fields(request: ApiRequest): Fields {
    requireBearer(this.sandbox.keys.api(provider), request);
    return fieldsOf(request.body);
  }
}
