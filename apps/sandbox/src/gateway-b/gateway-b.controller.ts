import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { callbackUrl } from '../callbacks/callback-url.ts';
import { faultHeader, requireBearer } from '../http/api-request.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { readFields } from '../http/read-fields.ts';
import { inquire } from '../payments/inquire.ts';
import { openCardPayment } from '../payments/open-card-payment.ts';
import { operatePayment } from '../payments/operate-payment.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { answerB } from './gateway-b-view.ts';
import type { AmountB } from './gateway-b.schema.ts';
import { CaptureFieldsB, OperationFieldsB, OrderFieldsB, ReferenceB } from './gateway-b.schema.ts';

const provider = 'cardgateway-b';
type Answer = Promise<Record<string, unknown>>;

/** API.md, section 4: requests and answers are JSON; a decline is a result, not an error. */
@Controller('cardgateway-b/api')
export class GatewayBController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Post('orders')
  @HttpCode(201)
  async open(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    const fields = readFields(OrderFieldsB, request.body);
    const { payment, replayed } = await openCardPayment(this.sandbox, {
      provider,
      reference: fields.merchantReference,
      amount: fields.amount.value,
      currency: fields.amount.currency,
      capture: fields.intent === 'SALE',
      returnUrl: fields.redirectUrl,
      callbackUrl: callbackUrl(this.sandbox, provider, fields.notificationUrl, 'notificationUrl'),
      orderReference: fields.orderReference ?? null,
      language: fields.locale ?? 'en',
      faultHeader: faultHeader(request),
    });
    return answerB(this.sandbox, { payment, operation: null }, replayed);
  }

  @Post('orders/:payment/capture')
  @HttpCode(200)
  async capture(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply): Answer {
    return this.#operate(request, reply, 'capture');
  }

  @Post('orders/:payment/cancel')
  @HttpCode(200)
  async cancel(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply): Answer {
    return this.#operate(request, reply, 'void');
  }

  @Post('orders/:payment/refund')
  @HttpCode(200)
  async refund(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply): Answer {
    return this.#operate(request, reply, 'refund');
  }

  @Get('inquiry/:reference')
  async inquire(@Req() request: ApiRequest): Answer {
    this.#authorize(request);
    return answerB(
      this.sandbox,
      await inquire(this.sandbox, {
        provider,
        reference: request.params.reference as string,
        faultHeader: faultHeader(request),
      }),
    );
  }

  async #operate(request: ApiRequest, reply: FastifyReply, kind: 'capture' | 'void' | 'refund'): Answer {
    this.#authorize(request);
    const { merchantReference: reference, amount, finalCapture } = this.#operationFields(request, kind);
    const { payment, operation, replayed } = await operatePayment(this.sandbox, {
      provider,
      payment: request.params.payment as string,
      kind,
      reference,
      amount: amount?.value ?? null,
      currency: amount?.currency ?? null,
      isFinal: finalCapture,
      faultHeader: faultHeader(request),
    });
    if (operation.code === 'E422') reply.status(422);
    return answerB(this.sandbox, { payment, operation }, replayed);
  }

  #operationFields(
    { body }: ApiRequest,
    kind: string,
  ): { merchantReference: string; amount: AmountB | null; finalCapture?: boolean } {
    if (kind === 'void') return { ...readFields(ReferenceB, body), amount: null };
    return kind === 'capture' ? readFields(CaptureFieldsB, body) : readFields(OperationFieldsB, body);
  }

  #authorize(request: ApiRequest): void {
    requireBearer(this.sandbox.keys.api(provider), request);
  }
}
