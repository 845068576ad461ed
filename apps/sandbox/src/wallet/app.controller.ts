import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { html } from '@qafila/runtime/html';
import type { PaymentRow } from '../entities/payment.entity.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { WALLET_CODES } from '../levers/wallet-levers.ts';
import { formatAmount } from '../pages/format-amount.ts';
import { page, redirect } from '../pages/layout.ts';
import type { Page } from '../pages/layout.ts';
import { sendPage } from '../pages/send-page.ts';
import { pagePath, paymentOfPage } from '../payments/page-address.ts';
import { SANDBOX } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { answerInApp } from './wallet-operations.ts';

const REFRESH_SECONDS = 5;

/** The simulated app on the customer's phone. */
@Controller('walletprovider/app/:token')
export class AppController {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  @Get()
  async show(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    const payment = await this.#payment(request);
    return sendPage(reply, appPage(payment, pagePath(this.sandbox, payment.provider, payment.id)));
  }

  @Post('confirm')
  async confirm(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#answer(request, reply, 'confirm');
  }

  @Post('reject')
  async reject(@Req() request: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#answer(request, reply, 'reject');
  }

  async #answer(request: ApiRequest, reply: FastifyReply, answer: 'confirm' | 'reject'): Promise<void> {
    const payment = await this.#payment(request);
    if (payment.status === 'awaiting_app') await answerInApp(this.sandbox, payment.id, answer);
    return sendPage(reply, redirect(pagePath(this.sandbox, payment.provider, payment.id)));
  }

  async #payment({ params }: ApiRequest): Promise<PaymentRow> {
    return paymentOfPage(this.sandbox, 'walletprovider', params.token as string);
  }
}

function appPage(payment: PaymentRow, path: string): Page {
  const brand = 'Wallet app (simulated)';
  const amount = html`<p class="total"><bdi>${formatAmount(payment)}</bdi></p>`;
  if (payment.status === 'awaiting_app' && payment.behaviour === '0009') {
    return page({
      brand,
      title: 'No request',
      refreshSeconds: REFRESH_SECONDS,
      content: html`${amount}
        <p role="status">The app never asks a phone ending 0009: this payment will expire.</p>`,
    });
  }
  if (payment.status === 'awaiting_app') {
    return page({
      brand,
      title: 'Confirm this payment?',
      content: html`${amount}
        <p>Order <bdi>${payment.order_reference ?? '–'}</bdi>, phone ending <bdi>${payment.phone_last4}</bdi></p>
        <form method="post" action="${path}/confirm"><button>Confirm</button></form>
        <form method="post" action="${path}/reject"><button class="quiet">Reject</button></form>`,
    });
  }
  if (payment.status === 'otp_sent') {
    return page({
      brand,
      title: 'No request yet',
      refreshSeconds: REFRESH_SECONDS,
      content: html`${amount}
        <p role="status">The customer has not typed the code on the shop's page yet.</p>`,
    });
  }
  const result = payment.code === null ? '' : `${payment.code} ${WALLET_CODES[payment.code] ?? ''}`;
  return page({
    brand,
    title: payment.status === 'completed' ? 'Paid' : `This payment is ${payment.status}`,
    content: html`${amount}
      <p role="status"><bdi>${result}</bdi></p>
      <p>Return to the shop's page: it shows the result.</p>`,
  });
}
