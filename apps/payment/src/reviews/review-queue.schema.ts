import { Amount, Currency, MajorAmount, Whole } from '@qafila/schema/number-fields';
import { List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';
import { QUEUES } from '../review-queues.ts';
import type { Queue } from '../review-queues.ts';
import { ChangesAnswer, DECISION_ID, EVIDENCE, NOTE, PERSON } from './decision.schema.ts';

/** Body of resolve. */
export class ResolveBody {
  @Choice(['done', 'failed', 'ask'], {
    description:
      "`done` or `failed`: what the gateway's staff said of the operation. `ask`: inquire the gateway once more.",
    example: 'done',
  })
  outcome!: 'done' | 'failed' | 'ask';

  @Amount({
    description:
      'What really moved, in major units of the currency of the operation; it may be a part. Required with `done` of ' +
      'an operation that moves money, and only there.',
    example: '1500.50',
    minorMax: LIMITS.amountMinorMax,
    optional: true,
  })
  amount?: string;

  @Text({ ...EVIDENCE, description: `${EVIDENCE.description} Required with \`done\` and \`failed\`.`, optional: true })
  evidence?: string;

  @Text({ ...PERSON, description: `${PERSON.description} Required with \`done\` and \`failed\`.`, optional: true })
  person?: string;

  @Text({ ...NOTE, optional: true })
  note?: string;
}

/** An operation in manual review. */
export class QueuedOperationAnswer {
  @Text({ description: 'The id of the operation; the gateway knows it.', example: 'op_019ab3c4d5e6f708192a3b4c5d6' })
  operation_id!: string;

  @Choice(QUEUES, {
    description: 'The queue; null once it is resolved.',
    example: 'unknown_outcome',
    nullable: true,
  })
  queue!: Queue | null;

  @Text({
    description: 'What happened, for the person who resolves it.',
    example: 'still unknown after 14 minutes',
    charactersMax: 1_000,
    nullable: true,
  })
  why!: string | null;

  @Text({ description: '`pay`, `charge`, `capture`, `void`, `refund` or `reverse`.', example: 'pay' })
  kind!: string;

  @Choice(['pending', 'done', 'failed'], { description: '`pending` while its outcome is unknown.' })
  state!: 'pending' | 'done' | 'failed';

  @Text({ description: 'The payment intent.', example: 'pi_019ab3c4d5e6f708192a3b4c5d6' })
  payment_intent_id!: string;

  @Text({ description: 'The transaction.', example: 'txn_019ab3c4d5e6f708192a3b4c5d6' })
  transaction_id!: string;

  @Text({ description: 'The gateway to ask.', example: 'cardgateway-a' })
  gateway!: string;

  @MajorAmount({ description: 'The amount, in major units.', example: 1500.5 })
  amount!: number;

  @Currency({ description: 'The ISO 4217 code of the currency.' })
  currency!: string;

  @Whole({ description: 'How often its outcome was inquired.', example: 19, min: 0, max: 1_000_000 })
  inquiries!: number;

  @Moment({ description: 'When the gateway was asked first.' })
  started_at!: string;

  @Text({
    description: 'The decision that waits for a second key; null without one.',
    example: DECISION_ID,
    nullable: true,
  })
  proposal_id!: string | null;
}

/** What the gateway reported when it was asked. */
export class ReportedAnswer {
  @Text({ description: '`captured`, `authorised`, `declined`, `pending`, `unknown`, …', example: 'captured' })
  kind!: string;

  @MajorAmount({ description: 'The amount that it names, in major units.', example: 1500.5, nullable: true })
  amount!: number | null;

  @Text({ description: 'Its code of the result; empty without one.', example: '000', charactersMin: 0 })
  code!: string;

  @Text({
    description: 'Its text, or why the result is not known.',
    example: 'Completed',
    charactersMin: 0,
    charactersMax: 1_000,
  })
  message!: string;
}

/** An operation after a decision, or after an inquiry. */
export class ResolvedAnswer extends QueuedOperationAnswer {
  @Choice(['applied', 'proposed', 'asked'], {
    description: '`applied`: it is decided. `proposed`: another key must confirm it. `asked`: the gateway was asked.',
    example: 'applied',
  })
  result!: 'applied' | 'proposed' | 'asked';

  @Text({ description: 'The decision; null after `ask`.', example: DECISION_ID, nullable: true })
  decision_id!: string | null;

  @Nested(() => ReportedAnswer, { description: 'After `ask`: what the gateway reported.', nullable: true })
  reported!: ReportedAnswer | null;

  @Nested(() => ChangesAnswer, { description: 'What changed; null for a proposal.', nullable: true })
  changes!: ChangesAnswer | null;
}

/** All operations in manual review. */
export class QueueAnswer {
  @List(nestedRule(() => QueuedOperationAnswer), {
    description: `The oldest first, at most ${LIMITS.queuedOperationsShown}.`,
    itemsMax: LIMITS.queuedOperationsShown,
  })
  items!: QueuedOperationAnswer[];
}
