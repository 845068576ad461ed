import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { callbackUrl } from '../callbacks/callback-url.ts';
import { faultHeader, requireBasic } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { readFields } from '../http/read-fields.ts';
import { inquire } from '../payments/inquire.ts';
import { openCardPayment } from '../payments/open-card-payment.ts';
import { operatePayment } from '../payments/operate-payment.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { errorA } from './gateway-a-error.ts';
import { operationA, paymentA } from './gateway-a-view.ts';
import { OperationFieldsA, PaymentFieldsA, ReferenceA } from './gateway-a.schema.ts';

const provider = 'cardgateway-a';
type Answer = Promise<Record<string, unknown>>;

/** API.md, section 3: requests are forms, answers are JSON, refusals are HTTP statuses. */
@Controller('cardgateway-a/v1')
export class GatewayAController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post('payments')
  @HttpCode(200)
  async open(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const fields = readFields(PaymentFieldsA, request.body);
    const { payment, replayed } = await openCardPayment(this.sandbox, {
      provider,
      reference: fields.merchant_reference,
      amount: fields.amount,
      currency: fields.currency,
      capture: fields.capture !== 'false',
      returnUrl: fields.return_url,
      callbackUrl: callbackUrl(this.sandbox, provider, fields.callback_url, 'callback_url'),
      orderReference: fields.order_reference ?? null,
      language: fields.language ?? 'en',
      faultHeader: faultHeader(request),
    });
    return paymentA(this.sandbox, payment, replayed);
  }

  @Post('payments/:payment/captures')
  @HttpCode(200)
  async capture(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply): Answer {
    return this.#operate(request, reply, 'capture');
  }

  @Post('payments/:payment/voids')
  @HttpCode(200)
  async void(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply): Answer {
    return this.#operate(request, reply, 'void');
  }

  @Post('payments/:payment/refunds')
  @HttpCode(200)
  async refund(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply): Answer {
    return this.#operate(request, reply, 'refund');
  }

  @Get('inquiry')
  async inquire(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const { payment, operation } = await inquire(this.sandbox, {
      provider,
      reference: readFields(ReferenceA, request.query).merchant_reference,
      faultHeader: faultHeader(request),
    });
    return operation === null ? paymentA(this.sandbox, payment) : operationA(payment, operation);
  }

  async #operate(request: ApiRequest, reply: FastifyReply, kind: 'capture' | 'void' | 'refund'): Answer {
    this.#authorize(request);
    const { merchant_reference: reference, amount } = this.#operationFields(request, kind);
    const { payment, operation, replayed } = await operatePayment(this.sandbox, {
      provider,
      payment: request.params.payment as string,
      kind,
      reference,
      amount,
      currency: null,
      faultHeader: faultHeader(request),
    });
    const object = operationA(payment, operation, replayed);
    if (operation.status !== 'failed') return object;
    const { status, body } = errorA(operation.code ?? '05', object);
    reply.status(status);
    return body;
  }

  #operationFields({ body }: ApiRequest, kind: string): { merchant_reference: string; amount: bigint | null } {
    return kind === 'void' ? { ...readFields(ReferenceA, body), amount: null } : readFields(OperationFieldsA, body);
  }

  #authorize(request: ApiRequest): void {
    requireBasic(this.sandbox.keys.api(provider), request);
  }
}
