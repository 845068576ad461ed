import { Amount, Currency, MajorAmount } from '@qafila/schema/number-fields';
import { FreeMap, Nested } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Flag, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import type { Place } from '@qafila/schema/violations';
import { INTENT_STATUSES, TRANSACTION_STATUSES } from '../intents/intent-status.ts';
import type { IntentStatus, TransactionStatus } from '../intents/intent-status.ts';
import { LIMITS } from '../limits.ts';
import { METHODS } from '../providers/methods.ts';
import type { Method } from '../providers/methods.ts';
import { QUEUES } from '../review-queues.ts';
import type { Queue } from '../review-queues.ts';
import { PeriodEnd } from './period-field.ts';

const FILTER = { charactersMin: 0, charactersMax: LIMITS.textCharactersMax, optional: true } as const;
export const LONG = { charactersMin: 0, charactersMax: 1_000 } as const;
const EDGE = { currencyFrom: 'currency', minorMax: LIMITS.amountMinorMax, optional: true } as const;
export const TRANSACTION_ID = 'txn_019ab3c4d5e6f708192a3b4c5d6';
const INTENT_ID = 'pi_019ab3c4d5e6f708192a3b4c5d6';
export const QUEUE_FIELD = {
  description:
    'The queue of manual review that an operation of this transaction is in; null without one. `unknown_outcome`: ' +
    'the gateway gives no clear answer. `contradiction`: it reported what cannot be. `reversal_refused`: it keeps ' +
    'money that came too late.',
  example: null,
  nullable: true,
};

/** Query of list. */
export class ListTransactionsQuery extends ListQuery {
  @Choice(TRANSACTION_STATUSES, { description: 'Only with this status.', example: 'CAPTURED', optional: true })
  status?: TransactionStatus;

  @Choice(METHODS, { description: 'Only by this method.', example: 'card', optional: true })
  method?: Method;

  @Text({ ...FILTER, description: 'Only at this gateway.', example: 'cardgateway-a' })
  gateway?: string;

  @Currency({ description: 'Only in this currency.', optional: true })
  currency?: string;

  @Text({ ...FILTER, description: 'Only of this payment intent.', example: INTENT_ID })
  payment_intent_id?: string;

  @Text({ ...FILTER, description: 'Only of orders with this reference.', example: 'order-1001' })
  order_reference?: string;

  @Amount({ ...EDGE, description: 'At least this amount, in major units. Needs `currency`.', example: '100.00' })
  amount_min?: string;

  @Amount({ ...EDGE, description: 'At most this amount, in major units. Needs `currency`.', example: '2000.00' })
  amount_max?: string;

  @PeriodEnd({
    description: 'Started at this time or later: a date or a timestamp.',
    example: '2026-11-01T00:00:00Z',
    optional: true,
  })
  from?: Date;

  @PeriodEnd({ description: 'Started before this time.', example: '2026-12-01T00:00:00Z', optional: true })
  to?: Date;

  @Text({
    description:
      "A part of an id, an order reference, a customer's name, email or phone, or of a gateway's reference. A whole " +
      'id is found fastest.',
    example: 'order-1001',
    charactersMin: 0,
    charactersMax: LIMITS.searchCharactersMax,
    optional: true,
  })
  search?: string;

  @Choice(QUEUES, {
    description: 'Only with an operation in this queue of manual review.',
    example: 'unknown_outcome',
    optional: true,
  })
  queue?: Queue;

  static judge(query: ListTransactionsQuery, at: Place): void {
    if (query.currency !== undefined || at.below('currency').hasFailed) return;
    for (const field of ['amount_min', 'amount_max'] as const)
      if (query[field] !== undefined)
        at.below(field).fail('needs currency, because amounts of two currencies cannot be compared');
  }
}

/** The customer of a transaction. */
export class TransactionCustomerAnswer {
  @Text({ ...LONG, description: 'Null when you sent none.', example: 'عميل تجريبي', nullable: true })
  name!: string | null;

  @Text({ ...LONG, description: 'Null when you sent none.', example: 'customer@shop.example', nullable: true })
  email!: string | null;

  @Text({ ...LONG, description: 'Null when you sent none.', example: '+12025550123', nullable: true })
  phone!: string | null;
}

/** How a cardholder was authenticated, as the gateway reports it; null where it does not. */
export class AuthenticationAnswer {
  @Text({ description: 'The version of 3-D Secure.', example: '2.2.0', nullable: true })
  version!: string | null;

  @Text({
    description: 'What it ended with, in the words of the gateway, such as `authenticated` or `challenged`.',
    example: 'authenticated',
    nullable: true,
  })
  result!: string | null;

  @Flag({ description: 'Whether the bank bears a fraud instead of the store.', example: true, nullable: true })
  liability_shift!: boolean | null;

  @Text({
    description: 'Why no authentication was needed, in the words of the gateway.',
    example: 'low_risk',
    nullable: true,
  })
  exemption!: string | null;
}

/** An attempt to pay an intent at one gateway. */
export class TransactionAnswer {
  @Text({ description: 'The id of the transaction.', example: TRANSACTION_ID })
  _id!: string;

  @Text({ description: 'The intent that it pays.', example: INTENT_ID })
  payment_intent_id!: string;

  @Text({ description: 'Your name of the order.', example: 'order-1001' })
  order_reference!: string;

  @Choice(TRANSACTION_STATUSES, {
    description: 'What became of this attempt. `LATE_CAPTURED`: money that came after the intent had ended.',
    example: 'CAPTURED',
  })
  status!: TransactionStatus;

  @Choice(INTENT_STATUSES, { description: 'The present status of the intent.', example: 'succeeded' })
  pi_status!: IntentStatus;

  @MajorAmount({ description: 'The amount of the attempt, in major units.', example: 1500.5 })
  amount!: number;

  @Currency({ description: 'The ISO 4217 code of the currency.' })
  currency!: string;

  @MajorAmount({ description: 'What this attempt captured, in major units.', example: 1500.5 })
  captured_amount!: number;

  @MajorAmount({ description: 'What was refunded of it, in major units.', example: 0 })
  refunded_amount!: number;

  @Choice(METHODS, { description: 'The method.', example: 'card' })
  payment_method_types!: Method;

  @Text({ description: 'The gateway.', example: 'cardgateway-a' })
  gateway!: string;

  @Text({ ...LONG, description: "The gateway's own id; null until it answers.", example: 'ga_1', nullable: true })
  gateway_reference!: string | null;

  @Text({ ...LONG, description: "The gateway's code of the result.", example: '000' })
  status_code_from_bank!: string;

  @Text({ ...LONG, description: "The gateway's text of the result.", example: 'Completed' })
  status_message_from_bank!: string;

  @Text({ description: '`3DS2` for a card that was authenticated with it.', example: '3DS2', nullable: true })
  secure!: string | null;

  @Nested(() => AuthenticationAnswer, {
    description: 'What 3-D Secure said; null where the gateway reports nothing of it.',
    nullable: true,
  })
  authentication!: AuthenticationAnswer | null;

  @FreeMap({
    description: 'Brand, first six and last four digits of a card; the masked phone of a wallet. Never more.',
    example: { brand: 'visa', bin: '411111', last4: '1111' },
    bytesMax: 4_096,
  })
  instrument!: Record<string, unknown>;

  @Nested(() => TransactionCustomerAnswer, { description: 'The customer of the intent.' })
  customer!: TransactionCustomerAnswer;

  @Choice(QUEUES, QUEUE_FIELD)
  queue!: Queue | null;

  @Text({ description: 'The store.', example: 'str_1' })
  store_id!: string;

  @Choice(['stage', 'live'], { description: 'The mode.' })
  mode!: 'stage' | 'live';

  @Moment({ description: 'When the attempt began.' })
  created_at!: string;

  @Moment({ description: 'When it last changed.' })
  updated_at!: string;
}
