import { Body, Controller, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { Caller, NeedsConfirmation } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import type { Answer } from '@qafila/idempotency/idempotent';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import type { IdempotentRequest, Reply } from '@qafila/idempotency/idempotent-request';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { adjustBooks } from './adjust-books.ts';
import { CreateAdjustmentBody, ListAdjustmentsQuery } from './adjustment.schema.ts';
import { askGateway } from './ask-gateway.ts';
import { approveDecision, rejectDecision } from './confirm-decision.ts';
import { listDecisions } from './decision-view.ts';
import { ConfirmBody, DecisionAnswer, INTENT_ID, ListDecisionsQuery } from './decision.schema.ts';
import { listQueue } from './queued-view.ts';
import { resolveQueued } from './resolve-queued.ts';
import { QueueAnswer, ResolveBody, ResolvedAnswer } from './review-queue.schema.ts';

const DECIDES = { tag: 'Manual review', scope: 'payments:resolve', exactNumbers: true } as const;
const READS = { tag: 'Manual review', scope: 'payments:read' } as const;
const CONFIRMS = { ...DECIDES, idempotencyKey: 'optional' } as const;

/** Manual review: what only persons can find out, and the corrections of the books (decision 0018). */
@Controller('public/v1/payment')
export class ReviewsController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get('queue')
  @Operation({
    ...READS,
    id: 'listReviewQueue',
    summary: 'List operations in manual review',
    description:
      'The operations whose outcome Qafila cannot find out by itself: the gateway gives no clear answer for 14 ' +
      'minutes, contradicts itself, or keeps money that came too late. Qafila goes on inquiring.',
    answers: { 200: { description: 'The operations.', data: QueueAnswer } },
  })
  async queue(@Caller() caller: Principal): Promise<PaymentSuccess<QueueAnswer>> {
    return paymentSuccess('Operations in manual review', { items: await listQueue(this.deps, caller) });
  }

  @Post('queue/:id/resolve')
  @NeedsConfirmation()
  @Operation({
    ...CONFIRMS,
    id: 'resolveQueuedOperation',
    summary: 'Resolve an operation in manual review',
    description:
      "Ask the gateway's staff by the id of the operation, then say what they said, how much moved, and what you " +
      'rely on. The payment goes on as if the gateway had reported it: the intent changes, the books are posted, and ' +
      "notifications are sent. Above the deployment's limit the decision is a proposal (202) until another key " +
      'approves it. `ask` inquires once more instead, and says what the gateway reported. A refund that ended ' +
      'otherwise than the gateway says needs no queue: its id is that of the operation.',
    answers: {
      200: { description: 'What was decided, or reported, and what it changed.', data: ResolvedAnswer },
      202: { description: 'The decision waits for another key.', data: ResolvedAnswer },
    },
    errors: [
      'excess_precision',
      'not_in_review',
      'already_proposed',
      'nothing_to_change',
      'contradiction',
      'amount_impossible',
      'gateway_unavailable',
    ],
    bodyExamples: {
      'Nothing moved': {
        outcome: 'failed',
        evidence: "Gateway's ticket 48211: never received",
        person: 'Amal Haddad, finance',
      },
      'Ask the gateway': { outcome: 'ask' },
    },
  })
  async resolve(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: ResolveBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    if (body.outcome === 'ask')
      return paymentSuccess('The gateway was asked', await askGateway(this.deps, caller, { id, body }));
    return this.#afterCommit(reply, await resolveQueued(this.deps, caller, { id, body, key, fingerprint }));
  }

  @Get('review')
  @Operation({
    ...READS,
    id: 'listReviewDecisions',
    summary: 'List decisions of manual review',
    description: 'Who decided what, when, on which evidence, and what it changed; the newest first.',
    answers: { 200: { description: 'One page of decisions.', data: PageOf(DecisionAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListDecisionsQuery): Promise<unknown> {
    return paymentSuccess('Decisions of this store', await listDecisions(this.deps, caller, query));
  }

  @Post('review/:id/approve')
  @NeedsConfirmation()
  @Operation({
    ...CONFIRMS,
    id: 'approveReviewDecision',
    summary: 'Approve a proposed decision',
    description:
      'Applies the decision that another key proposed. The key that proposed it is refused. If the operation has ' +
      'changed meanwhile, nothing is applied and the proposal ends.',
    answers: { 200: { description: 'The applied decision.', data: DecisionAnswer } },
    errors: ['same_key', 'already_decided', 'not_in_review', 'nothing_to_change', 'contradiction', 'amount_impossible'],
  })
  async approve(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: ConfirmBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return this.#afterCommit(reply, await approveDecision(this.deps, caller, { id, body, key, fingerprint }));
  }

  @Post('review/:id/reject')
  @NeedsConfirmation()
  @Operation({
    ...CONFIRMS,
    id: 'rejectReviewDecision',
    summary: 'Reject a proposed decision',
    description: 'Ends the proposal of another key without an effect. The operation stays in manual review.',
    answers: { 200: { description: 'The rejected decision.', data: DecisionAnswer } },
    errors: ['same_key', 'already_decided'],
  })
  async reject(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: ConfirmBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return this.#afterCommit(reply, await rejectDecision(this.deps, caller, { id, body, key, fingerprint }));
  }

  @Post('adjustment')
  @NeedsConfirmation()
  @Operation({
    ...CONFIRMS,
    tag: 'Adjustments',
    id: 'createAdjustment',
    summary: 'Correct the books',
    description:
      'Posts a balanced adjustment between two accounts of a payment, or of a gateway in one currency where the ' +
      'mistake belongs to no payment. What was booked stays, and so do the state and the amounts of the intent. ' +
      "Above the deployment's limit the adjustment is a proposal (202) until another key approves it; earlier " +
      'adjustments of the same payment by one key count, and those of the same gateway and currency for 30 days.',
    answers: {
      200: { description: 'The posted adjustment.', data: DecisionAnswer },
      202: { description: 'The adjustment waits for another key.', data: DecisionAnswer },
    },
    errors: ['excess_precision', 'not_found', 'illegal_transition'],
    bodyAlternatives: true,
    bodyExamples: {
      'Of a payment': {
        payment_intent_id: INTENT_ID,
        debit_account: 'gateway_receivable',
        credit_account: 'suspense',
        amount: '100.00',
        reason: 'A reversal was booked that the gateway never paid out',
        evidence: "Gateway's ticket 48211",
        person: 'Amal Haddad, finance',
      },
      'Of a gateway': {
        gateway: 'cardgateway-a',
        currency: 'SAR',
        debit_account: 'gateway_receivable',
        credit_account: 'payouts',
        amount: '12.50',
        reason: 'The bank received less than the payout was reported with',
        evidence: 'Statement of account of 20 November, line 4',
        person: 'Amal Haddad, finance',
      },
    },
  })
  async adjust(
    @Caller() caller: Principal,
    @Body() body: CreateAdjustmentBody,
    @ParsedRequest() { key, fingerprint }: IdempotentRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<unknown> {
    return this.#afterCommit(reply, await adjustBooks(this.deps, caller, { body, key, fingerprint }));
  }

  @Get('adjustment')
  @Operation({
    ...READS,
    tag: 'Adjustments',
    id: 'listAdjustments',
    summary: 'List adjustments of the books',
    description: 'The adjustments of the store, proposed and rejected ones included; the newest first.',
    answers: { 200: { description: 'One page of adjustments.', data: PageOf(DecisionAnswer) } },
  })
  async adjustments(@Caller() caller: Principal, @Query() query: ListAdjustmentsQuery): Promise<unknown> {
    const page = await listDecisions(this.deps, caller, { ...query, kind: 'adjustment' });
    return paymentSuccess('Adjustments of this store', page);
  }

  #afterCommit(reply: Reply, answer: Answer): unknown {
    this.deps.onCommit();
    return applyAnswer(reply, answer);
  }
}
