import { Body, Controller, Get, Inject, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { getLink, listLinks } from './find-links.ts';
import { changePaymentLink, createPaymentLink } from './manage-links.ts';
import {
  ChangePaymentLinkBody,
  CreatePaymentLinkBody,
  ListPaymentLinksQuery,
  PaymentLinkAnswer,
  PaymentLinkInFull,
} from './payment-link.schema.ts';

const TAG = 'Payment links';

/** Links that make payments when customers visit them (decision 0027). */
@Controller('public/v1/payment/payment-link')
export class LinksController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Post()
  @Operation({
    id: 'createReusableLink',
    tag: TAG,
    summary: 'Create a link for many payments, or for one',
    description:
      'Creates a page that begins a payment when a customer goes on there: for one payment or for many, with a fixed ' +
      'amount or one that the customer types. Each payment is an intent with `metadata.payment_link_id`, and its ' +
      'result is reported as of every intent. For one order with customer data use `POST /public/v1/payment/link`.',
    scope: 'payments:write',
    exactNumbers: true,
    idempotencyKey: 'optional',
    answers: { 200: { description: 'The link, with its address in `url`.', data: PaymentLinkAnswer } },
    errors: ['excess_precision', 'unknown_method', 'method_not_enabled', 'no_payment_method'],
    bodyExamples: {
      'An invoice': { currency: 'SAR', amount: 250, reference_prefix: 'INV-1001' },
      'A donation': { currency: 'SAR', amount_min: 10, amount_max: 5000, reusable: true, description: 'تبرّع' },
    },
  })
  async create(
    @Caller() caller: Principal,
    @Body() body: CreatePaymentLinkBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return applyAnswer(reply, await createPaymentLink(this.deps, caller, { key, fingerprint, body }));
  }

  @Get()
  @Operation({
    id: 'listReusableLinks',
    tag: TAG,
    summary: 'List payment links',
    description: 'The payment links of the store, newest first.',
    scope: 'payments:read',
    answers: { 200: { description: 'One page of links.', data: PageOf(PaymentLinkAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListPaymentLinksQuery): Promise<unknown> {
    return paymentSuccess('Payment links', await listLinks(this.deps, caller, query));
  }

  @Get(':id')
  @Operation({
    id: 'getReusableLink',
    tag: TAG,
    summary: 'Read a payment link',
    description: 'One payment link with its latest payments.',
    scope: 'payments:read',
    answers: { 200: { description: 'The link.', data: PaymentLinkInFull } },
  })
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<unknown> {
    return paymentSuccess('Payment link', await getLink(this.deps, caller, id));
  }

  @Patch(':id')
  @Operation({
    id: 'updateReusableLink',
    tag: TAG,
    summary: 'Disable or enable a payment link',
    description: 'A disabled link begins no payments. Those that were started can be finished.',
    scope: 'payments:write',
    answers: { 200: { description: 'The link as it is now.', data: PaymentLinkAnswer } },
    errors: ['illegal_transition', 'not_found'],
  })
  async change(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: ChangePaymentLinkBody,
  ): Promise<unknown> {
    return paymentSuccess('Payment link changed', await changePaymentLink(this.deps, caller, { id, body }));
  }
}
