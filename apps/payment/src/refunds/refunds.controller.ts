import { Body, Controller, Get, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import { Caller, NeedsConfirmation } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { changeRefund, createRefund, getRefund, listRefunds } from './refund.ts';
import { ChangeRefundBody, CreateRefundBody, ListRefundsQuery, RefundAnswer } from './refund.schema.ts';

/** Refunds (decision 0013). */
@Controller('public/v1/refund')
export class RefundsController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Post()
  @NeedsConfirmation()
  @Operation({
    id: 'createRefund',
    tag: 'Refunds',
    summary: 'Refund a payment',
    description:
      'Gives a captured payment back, whole or in part. Several refunds are possible until nothing is left. Refunds ' +
      'that are still pending count as refunded. A payment that is authorised and not captured is voided instead.',
    scope: 'payments:write',
    exactNumbers: true,
    idempotencyKey: 'optional',
    answers: {
      200: { description: 'The gateway has answered.', data: RefundAnswer },
      202: { description: 'The gateway has not answered yet. A notification reports the result.', data: RefundAnswer },
    },
    errors: [
      'excess_precision',
      'illegal_transition',
      'refund_exceeds_captured',
      'payment_disputed',
      'refund_refused',
      'refund_under_way',
      'not_found',
    ],
  })
  async create(
    @Caller() caller: Principal,
    @Body() body: CreateRefundBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return applyAnswer(reply, await createRefund(this.deps, caller, { key, fingerprint, body }));
  }

  @Get()
  @Operation({
    id: 'listRefunds',
    tag: 'Refunds',
    summary: 'List refunds',
    description: 'The refunds of the store, the newest first.',
    scope: 'payments:read',
    answers: { 200: { description: 'One page of refunds.', data: PageOf(RefundAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListRefundsQuery): Promise<unknown> {
    return paymentSuccess('Refunds of this store', await listRefunds(this.deps, caller, query));
  }

  @Get(':id')
  @Operation({
    id: 'getRefund',
    tag: 'Refunds',
    summary: 'Read a refund',
    description: 'One refund with its present status.',
    scope: 'payments:read',
    answers: { 200: { description: 'The refund.', data: RefundAnswer } },
  })
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<unknown> {
    return paymentSuccess('Refund', await getRefund(this.deps, caller, id));
  }

  @Put(':id')
  @Operation({
    id: 'updateRefund',
    tag: 'Refunds',
    summary: 'Change the reason of a refund',
    description: 'Changes your note. The amount of a refund never changes.',
    scope: 'payments:write',
    exactNumbers: true,
    answers: { 200: { description: 'The changed refund.', data: RefundAnswer } },
  })
  async change(@Caller() caller: Principal, @Param('id') id: string, @Body() body: ChangeRefundBody): Promise<unknown> {
    return paymentSuccess('Refund changed', await changeRefund(this.deps, caller, id, body));
  }
}
