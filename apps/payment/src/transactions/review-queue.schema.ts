import { Currency, MajorAmount, Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';
import { QUEUES } from '../review-queues.ts';
import type { Queue } from '../review-queues.ts';
import { PeriodEnd } from './period-field.ts';

/** Body of resolve. */
export class ResolveBody {
  @Choice(['done', 'failed', 'ask'], {
    description:
      "`done` or `failed`: what the gateway's staff said of the operation. `ask`: inquire the gateway once more.",
    example: 'ask',
  })
  outcome!: 'done' | 'failed' | 'ask';
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
}

/** All operations in manual review. */
export class QueueAnswer {
  @List(nestedRule(() => QueuedOperationAnswer), {
    description: `The oldest first, at most ${LIMITS.queuedOperationsShown}.`,
    itemsMax: LIMITS.queuedOperationsShown,
  })
  items!: QueuedOperationAnswer[];
}

/** Query of the settlement file. */
export class SettlementQuery {
  @PeriodEnd({ description: 'The begin of the period: a date or a timestamp.', example: '2026-11-01T00:00:00Z' })
  from!: Date;

  @PeriodEnd({ description: 'The end of the period, which does not belong to it.', example: '2026-12-01T00:00:00Z' })
  to!: Date;
}
