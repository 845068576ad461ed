import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { isJsonObject } from '@qafila/json/is-object';
import type { FastifyReply } from 'fastify';
import type { PaymentRow } from '../entities/payment.entity.ts';
import { paymentA } from '../gateway-a/gateway-a-view.ts';
import { orderB } from '../gateway-b/gateway-b-view.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { digitsOf } from '../http/digits-of.ts';
import { unknownReference } from '../http/refusals.ts';
import { RIGHT_CODE, testCard } from '../levers/test-cards.ts';
import { redirect } from '../pages/layout.ts';
import type { Page } from '../pages/layout.ts';
import { sendPage } from '../pages/send-page.ts';
import { pagePath, paymentOfPage } from '../payments/page-address.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { applyCustomerAction, isPayable } from './apply-customer-action.ts';
import type { CustomerAction } from './apply-customer-action.ts';
import type { CardTexts } from './card-page.texts.ts';
import { cardPage, challengePage, endPage } from './card-page.views.ts';

const PATHS = ['cardgateway-a/pay/:token', 'cardgateway-b/pay/:token'];

/** The gateways' own pages: the only place where a customer types a card. */
@Controller(PATHS)
export class CardPageController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Get()
  async show(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    const payment = await this.#payment(request);
    const fill = typeof request.query.fill === 'string' ? request.query.fill : '';
    return sendPage(reply, this.#page(payment, { filled: prefilledValue(payment, fill) }));
  }

  @Post()
  async pay(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    const payment = await this.#payment(request);
    if (payment.status !== 'open') return sendPage(reply, redirect(this.#path(payment)));
    const fields = formOf(request);
    // Checked before anything is written: a number that is no test card reaches no row, no log and no answer.
    const card = testCard(digitsOf(fields.number));
    if (card === undefined) return sendPage(reply, this.#page(payment, { notice: 'notTestCard' }));
    const notice = invalidFieldNotice(fields, this.sandbox.clock.now());
    if (notice !== null) return sendPage(reply, this.#page(payment, { notice, filled: card.number }));
    return this.#apply(payment, reply, { kind: 'card', card });
  }

  @Post('challenge')
  async challenge(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    const payment = await this.#payment(request);
    const code = digitsOf(formOf(request).code);
    if (payment.status === 'challenge' && code === '')
      return sendPage(reply, this.#page(payment, { notice: 'noCode' }));
    return this.#apply(payment, reply, { kind: 'code', code });
  }

  @Post('cancel')
  async cancel(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#apply(await this.#payment(request), reply, { kind: 'cancel' });
  }

  async #apply(payment: PaymentRow, reply: FastifyReply, action: CustomerAction): Promise<void> {
    await applyCustomerAction(this.sandbox, payment, action);
    return sendPage(reply, redirect(this.#path(payment)));
  }

  #page(payment: PaymentRow, more: { notice?: keyof CardTexts; filled?: string }): Page {
    if (!isPayable(payment, this.sandbox.clock.now())) return endPage(payment, this.#returnUrl(payment));
    const pageState = { payment, path: this.#path(payment), ...more };
    return payment.status === 'challenge' ? challengePage(pageState) : cardPage(pageState);
  }

  async #payment({ params, url }: ApiRequest): Promise<PaymentRow> {
    return paymentOfPage(this.sandbox, url.split('/', 2)[1]?.toLowerCase() ?? '', params.token as string);
  }

  #path({ provider, id }: PaymentRow): string {
    return pagePath(this.sandbox, provider, id);
  }

  /**
   * The platform's return address with the gateway's query. Anyone could forge that query, so the platform inquires.
   */
  #returnUrl(payment: PaymentRow): string {
    if (payment.return_url === null) throw unknownReference();
    const url = new URL(payment.return_url);
    for (const [name, value] of Object.entries(this.#returnQuery(payment))) url.searchParams.set(name, String(value));
    return url.href;
  }

  #returnQuery(payment: PaymentRow): Record<string, unknown> {
    const { provider, id, reference } = payment;
    return provider === 'cardgateway-a'
      ? { payment_id: id, merchant_reference: reference, status: paymentA(this.sandbox, payment).status }
      : { orderId: id, merchantReference: reference, state: orderB(this.sandbox, payment).state };
  }
}

/** What a customer's browser sent. Each field is judged where it is used, and the page says what is wrong. */
function formOf({ body }: ApiRequest): Record<string, unknown> {
  return isJsonObject(body) ? body : {};
}

/** What a button may fill in: a test card, or the right code. */
function prefilledValue(payment: PaymentRow, fill: string): string | undefined {
  if (payment.status !== 'challenge') return testCard(fill)?.number;
  return fill === RIGHT_CODE ? fill : '';
}

function invalidFieldNotice(fields: Record<string, unknown>, now: Date): keyof CardTexts | null {
  const end = endOfExpiry(typeof fields.expiry === 'string' ? fields.expiry.replace('/', '') : '');
  if (end === null) return 'wrongExpiry';
  if (end <= now.getTime()) return 'pastExpiry';
  return /^[0-9]{3,4}$/.test(digitsOf(fields.cvc)) ? null : 'wrongCvc';
}

/** The end of the expiry's month in Unix milliseconds; null: not a month and year. */
function endOfExpiry(text: string): number | null {
  const [, month, year] = /^([0-9]{2})([0-9]{2}|20[0-9]{2})$/.exec(digitsOf(text)) ?? [];
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return null;
  return Date.UTC(2000 + Number(year?.slice(-2)), Number(month), 1);
}
