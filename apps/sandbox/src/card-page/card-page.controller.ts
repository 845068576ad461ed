import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ApiRequest } from '../http/api-request.ts';
import { digitsOf, fieldsOf } from '../http/fields.ts';
import type { Fields } from '../http/fields.ts';
import { RIGHT_CODE, testCard } from '../levers/test-cards.ts';
import { redirect } from '../pages/layout.ts';
import type { Page } from '../pages/layout.ts';
import { isOpen } from '../payments/payment.entity.ts';
import type { PaymentRow } from '../payments/payment.entity.ts';
import { pagePath, paymentOfPage } from '../payments/page-address.ts';
import { paymentA } from '../gateway-a/gateway-a-view.ts';
import { orderB } from '../gateway-b/gateway-b-view.ts';
import { unknownReference } from '../payments/find-payment.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { customerStep } from './authorise.ts';
import type { CardTexts } from './card-page.texts.ts';
import { cardPage, challengePage, endPage } from './card-page.views.ts';

const PATHS = ['cardgateway-a/pay/:token', 'cardgateway-b/pay/:token'];

/** The gateways' own pages: the only place where a card is typed. */
@Controller(PATHS)
export class CardPageController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Get()
  async show(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    const payment = await this.#payment(request);
    const fill = typeof request.query.fill === 'string' ? request.query.fill : '';
    return send(reply, this.#page(payment, { filled: payment.status === 'challenge' ? (fill === RIGHT_CODE ? fill : '') : testCard(fill)?.number }));
  }

  @Post()
  async pay(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    const payment = await this.#payment(request);
    if (payment.status !== 'open') return send(reply, redirect(this.#path(payment)));
    const fields = fieldsOf(request.body);
    // Before anything is written: a number that is not published reaches no row, no log and no answer.
    const card = testCard(digitsOf(fields.number));
    if (card === undefined) return send(reply, this.#page(payment, { notice: 'notTestCard' }));
    const notice = complaint(fields, this.sandbox.clock.now());
    if (notice !== null) return send(reply, this.#page(payment, { notice, filled: card.number }));
    await customerStep(this.sandbox, payment, { kind: 'card', card });
    return send(reply, redirect(this.#path(payment)));
  }

  @Post('challenge')
  async challenge(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    const payment = await this.#payment(request);
    const code = digitsOf(fieldsOf(request.body).code);
    if (payment.status === 'challenge' && code === '') return send(reply, this.#page(payment, { notice: 'noCode' }));
    await customerStep(this.sandbox, payment, { kind: 'code', code });
    return send(reply, redirect(this.#path(payment)));
  }

  @Post('cancel')
  async cancel(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    const payment = await this.#payment(request);
    await customerStep(this.sandbox, payment, { kind: 'cancel' });
    return send(reply, redirect(this.#path(payment)));
  }

  #page(payment: PaymentRow, more: { notice?: keyof CardTexts; filled?: string }): Page {
    const scene = { payment, path: this.#path(payment), ...more };
    if (!isOpen(payment.status) || (payment.expires_at !== null && payment.expires_at <= this.sandbox.clock.now())) return endPage(payment, this.#backTo(payment));
    return payment.status === 'challenge' ? challengePage(scene) : cardPage(scene);
  }

  async #payment({ params, url }: ApiRequest): Promise<PaymentRow> {
    return paymentOfPage(this.sandbox, url.split('/', 2)[1]?.toLowerCase() ?? '', params.token as string);
  }

  #path({ provider, id }: PaymentRow): string {
    return pagePath(this.sandbox, provider, id);
  }

  /** The platform's address, with what anyone could have written: it inquires. */
  #backTo(payment: PaymentRow): string {
    if (payment.return_url === null) throw unknownReference();
    const url = new URL(payment.return_url);
    const told = payment.provider === 'cardgateway-a'
      ? { payment_id: payment.id, merchant_reference: payment.reference, status: paymentA(this.sandbox, payment).status }
      : { orderId: payment.id, merchantReference: payment.reference, state: orderB(this.sandbox, payment).state };
    for (const [name, value] of Object.entries(told)) url.searchParams.set(name, String(value));
    return url.href;
  }
}

function complaint(fields: Fields, now: Date): keyof CardTexts | null {
  const [, month, year] = /^([0-9]{2})([0-9]{2}|20[0-9]{2})$/.exec(digitsOf(typeof fields.expiry === 'string' ? fields.expiry.replace('/', '') : '')) ?? [];
  const end = month === undefined || Number(month) < 1 || Number(month) > 12 ? null : Date.UTC(2000 + Number(year?.slice(-2)), Number(month), 1);
  if (end === null) return 'wrongExpiry';
  if (end <= now.getTime()) return 'pastExpiry';
  return /^[0-9]{3,4}$/.test(digitsOf(fields.cvc)) ? null : 'wrongCvc';
}

export function send(reply: FastifyReply, { status, headers, body }: Page): void {
  void reply.status(status).headers(headers).send(body);
}
