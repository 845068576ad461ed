import { Currency, MajorAmount } from '@qafila/schema/number-fields';
import { List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text, textRule } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { INTENT_STATUSES, TRANSACTION_STATUSES } from '../intents/intent-status.ts';
import type { IntentStatus, TransactionStatus } from '../intents/intent-status.ts';
import { LEDGER_ACCOUNTS } from '../ledger/postings.ts';
import type { LedgerAccount } from '../ledger/postings.ts';
import { LIMITS } from '../limits.ts';
import { QUEUES } from '../review-queues.ts';
import type { Queue } from '../review-queues.ts';
import { DECISION_STATES } from './review-decision.entity.ts';
import type { DecisionState } from './review-decision.entity.ts';

export const OPERATION_ID = 'op_019ab3c4d5e6f708192a3b4c5d6';
export const INTENT_ID = 'pi_019ab3c4d5e6f708192a3b4c5d6';
export const DECISION_ID = 'rd_019ab3c4d5e6f708192a3b4c5d6';
const TRANSACTION_ID = 'txn_019ab3c4d5e6f708192a3b4c5d6';
const KEY_ID = 'key_9f86d081884c7d65';
export const PERSON = {
  description: 'The person who decides, as your house names them. Qafila records it beside the key.',
  example: 'Amal Haddad, finance',
  charactersMax: LIMITS.personCharactersMax,
};
export const EVIDENCE = {
  description: 'What the decision relies on: a text, or a reference that others can look up.',
  example: "Gateway's ticket 48211: captured on 1 November, statement line 17",
  charactersMax: LIMITS.evidenceCharactersMax,
};
export const NOTE = {
  description: 'Anything else worth keeping.',
  example: 'The customer knows it by telephone',
  charactersMin: 0,
  charactersMax: LIMITS.descriptionCharactersMax,
};
const OPERATION_STATES = ['pending', 'done', 'failed'] as const;
type OperationState = (typeof OPERATION_STATES)[number];

/** An operation with its payment at one moment. */
export class ReviewedStateAnswer {
  @Choice(OPERATION_STATES, { description: 'The state of the operation.', example: 'pending' })
  operation_state!: OperationState;

  @Choice(QUEUES, { description: 'Its queue of manual review.', example: 'unknown_outcome', nullable: true })
  queue!: Queue | null;

  @Choice(INTENT_STATUSES, { description: 'The state of the payment intent.', example: 'processing' })
  pi_status!: IntentStatus;

  @Choice(TRANSACTION_STATUSES, { description: 'The status of the transaction.', example: 'TIMEOUT' })
  transaction_status!: TransactionStatus;

  @MajorAmount({ description: 'What the intent has captured, in major units.', example: 0 })
  amount_captured!: number;

  @MajorAmount({ description: 'What of it is refunded, in major units.', example: 0 })
  amount_refunded!: number;
}

/** One line that was posted. */
export class PostedLineAnswer {
  @Text({ description: 'The posting; its lines sum to zero.', example: `capture/${TRANSACTION_ID}` })
  posting!: string;

  @Choice(LEDGER_ACCOUNTS, { description: 'The account of the books.', example: 'gateway_receivable' })
  account!: LedgerAccount;

  @MajorAmount({ description: 'The signed amount, in major units; a credit is negative.', example: 1500.5 })
  amount!: number;
}

/** A request to the gateway that follows. */
export class FollowingRequestAnswer {
  @Text({ description: '`capture` or `reverse`.', example: 'reverse' })
  kind!: string;

  @MajorAmount({ description: 'Its amount, in major units.', example: 1500.5 })
  amount!: number;
}

/** What a decision or an inquiry changed. */
export class ChangesAnswer {
  @Nested(() => ReviewedStateAnswer, { description: 'Before; null for an adjustment.', nullable: true })
  before!: ReviewedStateAnswer | null;

  @Nested(() => ReviewedStateAnswer, { description: 'Afterwards; null for an adjustment.', nullable: true })
  after!: ReviewedStateAnswer | null;

  @List(nestedRule(() => PostedLineAnswer), { description: 'The lines that were posted.', itemsMax: 100 })
  postings!: PostedLineAnswer[];

  @List(nestedRule(() => FollowingRequestAnswer), {
    description: 'Requests to the gateway that follow.',
    itemsMax: 100,
  })
  requests!: FollowingRequestAnswer[];

  @List(textRule(), {
    description: 'The types of the notifications that were sent.',
    example: ['PAYMENT_INTENT_NOTIFICATION'],
    itemsMax: 100,
  })
  notifications!: string[];
}

/** A decision of a person, or of two. */
export class DecisionAnswer {
  @Text({ description: 'The id of the decision.', example: DECISION_ID })
  _id!: string;

  @Choice(['resolve', 'adjustment'], { description: 'Whether it resolves an operation or corrects the books.' })
  kind!: 'resolve' | 'adjustment';

  @Choice(DECISION_STATES, {
    description:
      '`proposed`: another key must confirm it. `superseded`: the operation changed before it was confirmed, so that ' +
      'it changed nothing.',
    example: 'applied',
  })
  state!: DecisionState;

  @Text({
    description: "The payment intent; null for an adjustment of a gateway's books that belongs to no payment.",
    example: INTENT_ID,
    nullable: true,
  })
  payment_intent_id!: string | null;

  @Text({ description: 'The transaction; null without a payment.', example: TRANSACTION_ID, nullable: true })
  transaction_id!: string | null;

  @Text({
    description: 'The gateway whose books an adjustment corrects; null for other decisions, and for old ones.',
    example: null,
    nullable: true,
  })
  gateway!: string | null;

  @Text({ description: 'The operation; null for an adjustment.', example: OPERATION_ID, nullable: true })
  operation_id!: string | null;

  @Choice(QUEUES, {
    description: 'The queue in which the operation was; null for an adjustment.',
    example: 'unknown_outcome',
    nullable: true,
  })
  queue!: Queue | null;

  @Choice(['done', 'failed'], { description: 'The outcome; null for an adjustment.', example: 'done', nullable: true })
  outcome!: 'done' | 'failed' | null;

  @MajorAmount({
    description: 'What really moved, or the amount of the adjustment, in major units; null where no money moved.',
    example: 1500.5,
    nullable: true,
  })
  amount!: number | null;

  @Currency({ description: 'The ISO 4217 code of the currency.' })
  currency!: string;

  @Choice(LEDGER_ACCOUNTS, { description: 'The debited account of an adjustment.', example: null, nullable: true })
  debit_account!: LedgerAccount | null;

  @Choice(LEDGER_ACCOUNTS, { description: 'The credited account of an adjustment.', example: null, nullable: true })
  credit_account!: LedgerAccount | null;

  @Text({ ...NOTE, description: 'The reason of an adjustment; else empty.', example: '' })
  reason!: string;

  @Text({ ...EVIDENCE, charactersMin: 0 })
  evidence!: string;

  @Text(NOTE)
  note!: string;

  @Text({ description: 'The id of the key that decided first.', example: KEY_ID })
  decided_by!: string;

  @Text(PERSON)
  person!: string;

  @Moment({ description: 'When it was decided first.' })
  decided_at!: string;

  @Text({
    description: 'The id of the second key, which confirmed or rejected it; null without one.',
    example: 'key_5feceb66ffc86f38',
    nullable: true,
  })
  second_by!: string | null;

  @Text({ ...PERSON, description: 'The second person.', example: 'Omar Siddiqui, risk', nullable: true })
  second_person!: string | null;

  @Text({ ...NOTE, description: 'The note of the second person.', nullable: true })
  second_note!: string | null;

  @Moment({ description: 'When the second key decided, or when the proposal was superseded.', nullable: true })
  second_at!: string | null;

  @Nested(() => ChangesAnswer, { description: 'What it changed; null until it is applied.', nullable: true })
  changes!: ChangesAnswer | null;
}

/** Query of the history. */
export class ListDecisionsQuery extends ListQuery {
  @Text({ description: 'Only of this operation.', example: OPERATION_ID, optional: true })
  operation_id?: string;

  @Text({ description: 'Only of this payment intent.', example: INTENT_ID, optional: true })
  payment_intent_id?: string;

  @Choice(DECISION_STATES, { description: 'Only in this state.', example: 'proposed', optional: true })
  state?: DecisionState;
}

/** Body of approve and reject. */
export class ConfirmBody {
  @Text(PERSON)
  person!: string;

  @Text({ ...NOTE, optional: true })
  note?: string;
}
