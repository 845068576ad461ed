import { List, nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Amount, Currency, MajorAmount } from '@qafila/schema/number-fields';
import { Moment } from '@qafila/schema/time-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { LIMITS } from '../limits.ts';

const ID = { charactersMax: LIMITS.textCharactersMax };
const REASON = {
  description: 'Your note about the refund. Customers do not see it.',
  example: 'One of two shirts came back',
  charactersMin: 0,
  charactersMax: LIMITS.descriptionCharactersMax,
};

/** Body of create. */
export class CreateRefundBody {
  @Text({ ...ID, description: 'The payment to refund: the `_id` of its intent.', example: 'pi_01KAB3X4Y5Z6' })
  payment_intent_id!: string;

  @Amount({
    description:
      'How much to refund, in major units of the currency of the payment. Left out: everything that is not refunded ' +
      'yet.',
    example: '100.00',
    minorMax: LIMITS.amountMinorMax,
    optional: true,
  })
  refunded_amount?: string;

  @Amount({
    description: 'Some published clients send it.',
    minorMax: LIMITS.amountMinorMax,
    optional: true,
    aliasOf: 'refunded_amount',
  })
  amount?: string;

  @Text({ ...REASON, optional: true, nullable: true })
  reason?: string | null;
}

/** Body of change. */
export class ChangeRefundBody {
  @Text({ ...REASON, charactersMin: 1 })
  reason!: string;
}

/** Query of list. */
export class ListRefundsQuery extends ListQuery {
  @Text({ ...ID, description: 'Only refunds of this payment intent.', example: 'pi_01KAB3X4Y5Z6', optional: true })
  payment_intent_id?: string;
}

const REFUND_STATUS = ['pending', 'succeeded', 'failed'] as const;

/** One step of a refund. */
export class RefundStepAnswer {
  @Moment({ description: 'When it happened.' })
  at!: string;

  @Choice(REFUND_STATUS, { description: 'The status since then.', example: 'succeeded' })
  status!: (typeof REFUND_STATUS)[number];

  @Text({ ...REASON, description: 'Your reason for the request; the text of the gateway for the result.' })
  message!: string;

  @Text({
    ...ID,
    description:
      'Who requested it: the id of the API key; or who reported it: `gateway`, `inquiry` or `person`. Null where an ' +
      'earlier version did not keep it.',
    example: 'key_01KAB3X4Y5Z6',
    nullable: true,
  })
  by!: string | null;
}

/** A refund on the wire. */
export class RefundAnswer {
  @Text({ description: 'The id of the refund.', example: 'rf_01KAB3X4Y5Z6' })
  _id!: string;

  @Choice(['refund'], { description: 'What this object is.' })
  object_name!: 'refund';

  @Text({ description: 'The payment intent that is refunded.', example: 'pi_01KAB3X4Y5Z6' })
  payment_intent_id!: string;

  @Text({ description: 'The transaction that captured the money.', example: 'tx_01KAB3X4Y5Z6' })
  transaction_id!: string;

  @MajorAmount({ description: 'The refunded amount, in major units.', example: 100 })
  refunded_amount!: number;

  @Currency({ description: 'The currency of the payment.' })
  currency!: string;

  @Choice(REFUND_STATUS, {
    description: '`pending` until the gateway reports the result; a notification reports it.',
    example: 'succeeded',
  })
  status!: (typeof REFUND_STATUS)[number];

  @Text({ ...REASON, description: 'Your note about the refund; empty when there is none.' })
  reason!: string;

  @Text({ description: "The gateway's code of the result.", example: '00', charactersMin: 0 })
  status_code_from_bank!: string;

  @Text({
    ...REASON,
    description: "The gateway's text of the result; empty while it is pending.",
    example: 'Completed',
  })
  status_message_from_bank!: string;

  @Text({ description: 'The store of the payment.', example: 'st_01KAB3X4Y5Z6' })
  store_id!: string;

  @Choice(['stage', 'live'], { description: 'The mode of the payment.' })
  mode!: 'stage' | 'live';

  @Moment({ description: 'When the refund was requested.' })
  created_at!: string;

  @Moment({ description: 'When the gateway reported the result; null while it is pending.', nullable: true })
  settled_at!: string | null;

  @List(nestedRule(() => RefundStepAnswer), {
    description: 'What happened, the request first. A gateway may report another result later.',
    itemsMax: 21,
  })
  history!: RefundStepAnswer[];

  @Text({
    ...ID,
    description: 'The id of the API key that requested it; null where an earlier version did not keep it.',
    example: 'key_01KAB3X4Y5Z6',
    nullable: true,
  })
  requested_by!: string | null;
}
