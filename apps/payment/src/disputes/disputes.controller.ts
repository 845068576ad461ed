import { Body, Controller, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { Caller, NeedsConfirmation } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { answerDispute } from './answer-dispute.ts';
import { DisputeAnswer, ListDisputesQuery, SubmitEvidenceBody } from './dispute.schema.ts';
import { disputeView } from './dispute-view.ts';
import { findDispute, listDisputes } from './find-disputes.ts';

const TAG = 'Disputes';
const ANSWERING = {
  tag: TAG,
  scope: 'payments:write',
  exactNumbers: true,
  idempotencyKey: 'optional',
  answers: {
    200: { description: 'The gateway has taken the answer.', data: DisputeAnswer },
    202: { description: 'The reply of the gateway was lost; it is asked again.', data: DisputeAnswer },
  },
  errors: [
    'not_found',
    'illegal_transition',
    'dispute_not_answerable',
    'dispute_answer_refused',
    'gateway_unavailable',
  ],
} as const;

/** Disputes of payments (decision 0024). */
@Controller('public/v1/payment/dispute')
export class DisputesController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get()
  @Operation({
    id: 'listDisputes',
    tag: TAG,
    summary: 'List disputes',
    description: 'The disputes of the store, the newest first.',
    scope: 'payments:read',
    answers: { 200: { description: 'One page of disputes.', data: PageOf(DisputeAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListDisputesQuery): Promise<unknown> {
    return paymentSuccess('Disputes of this store', await listDisputes(this.deps, caller, query));
  }

  @Get(':id')
  @Operation({
    id: 'getDispute',
    tag: TAG,
    summary: 'Read a dispute',
    description: 'One dispute with its present status, what is withheld, and its history.',
    scope: 'payments:read',
    answers: { 200: { description: 'The dispute.', data: DisputeAnswer } },
  })
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<unknown> {
    return paymentSuccess('Dispute', disputeView(await findDispute(this.deps.pool, caller, id)));
  }

  @Post(':id/evidence')
  @Operation({
    ...ANSWERING,
    id: 'submitDisputeEvidence',
    summary: 'Contest a dispute',
    description:
      'Sends your evidence to the bank, once and for all; then the bank decides. Documents are added in your account ' +
      'at the gateway, before that. Where the gateway takes no evidence by its API, this is refused.',
  })
  async evidence(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() { text }: SubmitEvidenceBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    const request = { id, key, fingerprint, how: 'evidence', text } as const;
    return applyAnswer(reply, await answerDispute(this.deps, caller, request));
  }

  @Post(':id/accept')
  @NeedsConfirmation()
  @Operation({
    ...ANSWERING,
    id: 'acceptDispute',
    summary: 'Accept a dispute',
    description: 'Gives the disputed amount up: the customer keeps it. It takes no body, and cannot be undone.',
  })
  async accept(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return applyAnswer(reply, await answerDispute(this.deps, caller, { id, key, fingerprint, how: 'accept' }));
  }
}
