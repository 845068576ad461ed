import { MajorAmount, Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { TRANSACTION_STATUSES } from '../intents/intent-status.ts';
import type { TransactionStatus } from '../intents/intent-status.ts';
import { RoutingStepAnswer } from '../intents/routing-step.schema.ts';
import { LEDGER_ACCOUNTS } from '../ledger/postings.ts';
import type { LedgerAccount } from '../ledger/postings.ts';
import { METHODS } from '../providers/methods.ts';
import type { Method } from '../providers/methods.ts';
import { QUEUES } from '../review-queues.ts';
import type { Queue } from '../review-queues.ts';
import { DecisionAnswer } from '../reviews/decision.schema.ts';
import { LONG, QUEUE_FIELD, TRANSACTION_ID, TransactionAnswer } from './transaction.schema.ts';

/** One of the attempts of the same intent. */
export class TransactionAttemptAnswer {
  @Text({ description: 'The id of the transaction.', example: TRANSACTION_ID })
  _id!: string;

  @Choice(TRANSACTION_STATUSES, { description: 'Its status.', example: 'CAPTURED' })
  status!: TransactionStatus;

  @Text({ description: 'Its gateway.', example: 'cardgateway-a' })
  gateway!: string;

  @Choice(METHODS, { description: 'Its method.', example: 'card' })
  payment_method_types!: Method;

  @Text({ ...LONG, description: "The gateway's code of the result.", example: '000' })
  status_code_from_bank!: string;

  @Moment({ description: 'When it began.' })
  created_at!: string;
}

/** One step of the journey. */
export class TransactionEventAnswer {
  @Moment({ description: 'When it happened.' })
  at!: string;

  @Text({ description: 'The transaction that it changed.', example: TRANSACTION_ID })
  transaction_id!: string;

  @Choice(TRANSACTION_STATUSES, { description: 'The status from then on.', example: 'CAPTURED' })
  status!: TransactionStatus;

  @Text({
    description: 'Who caused it: `customer`, `merchant`, `gateway`, `inquiry`, `clock` or `person`.',
    example: 'gateway',
  })
  actor!: string;

  @Text({ ...LONG, description: 'What else is known.', example: '' })
  note!: string;
}

/** One line of the books. */
export class LedgerLineAnswer {
  @Moment({ description: 'When it was posted.' })
  at!: string;

  @Text({ description: 'The posting; its lines sum to zero.', example: `capture/${TRANSACTION_ID}` })
  posting!: string;

  @Choice(LEDGER_ACCOUNTS, { description: 'The account.', example: 'gateway_receivable' })
  account!: LedgerAccount;

  @MajorAmount({ description: 'The signed amount, in major units; a credit is negative.', example: 1500.5 })
  amount!: number;

  @Text({ description: 'The gateway whose books these are.', example: 'cardgateway-a' })
  gateway!: string;
}

/** One request to the gateway. */
export class GatewayOperationAnswer {
  @Text({ description: 'The id of the operation; the gateway knows it.', example: 'op_019ab3c4d5e6f708192a3b4c5d6' })
  id!: string;

  @Text({ description: '`pay`, `charge`, `capture`, `void`, `refund` or `reverse`.', example: 'pay' })
  kind!: string;

  @Choice(['pending', 'done', 'failed'], { description: '`pending` while its outcome is unknown.', example: 'done' })
  state!: 'pending' | 'done' | 'failed';

  @Whole({ description: 'How often its outcome was inquired.', example: 0, min: 0, max: 1_000_000 })
  inquiries!: number;

  @Choice(QUEUES, QUEUE_FIELD)
  queue!: Queue | null;

  @Text({ ...LONG, description: 'Why a person must look at it; null without a queue.', example: null, nullable: true })
  queue_why!: string | null;

  @Text({
    ...LONG,
    description:
      'Who requested it: the id of the API key, `customer`, `clock` or `system`; null where an earlier version did ' +
      'not keep it.',
    example: 'customer',
    nullable: true,
  })
  requested_by!: string | null;

  @MajorAmount({ description: 'Its amount, in major units.', example: 1500.5 })
  amount!: number;
}

/** A transaction with everything that is known of it. */
export class TransactionInFullAnswer extends TransactionAnswer {
  @List(nestedRule(() => TransactionAttemptAnswer), {
    description: 'All attempts to pay the intent, the first one first.',
    itemsMax: 1_000,
  })
  attempts!: TransactionAttemptAnswer[];

  @List(nestedRule(() => TransactionEventAnswer), {
    description: 'What happened to these attempts, in its order.',
    itemsMax: 10_000,
  })
  timeline!: TransactionEventAnswer[];

  @List(nestedRule(() => RoutingStepAnswer), { description: 'Each choice of a gateway.', itemsMax: 1_000 })
  routing!: RoutingStepAnswer[];

  @List(nestedRule(() => LedgerLineAnswer), { description: 'The lines of the intent in the books.', itemsMax: 10_000 })
  ledger!: LedgerLineAnswer[];

  @List(nestedRule(() => GatewayOperationAnswer), { description: 'The requests to gateways.', itemsMax: 10_000 })
  operations!: GatewayOperationAnswer[];

  @List(nestedRule(() => DecisionAnswer), {
    description: 'Decisions of persons about the intent, adjustments included, in their order.',
    itemsMax: 10_000,
  })
  reviews!: DecisionAnswer[];
}
