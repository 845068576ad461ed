import { Currency, MajorAmount } from '@qafila/schema/number-fields';
import { FreeMap, List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text, Url } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';
import { BillingAnswer, ShippingAnswer } from './address.schema.ts';
import { CustomerAnswer } from './customer.schema.ts';
import { INTENT_STATUSES } from './intent-status.ts';
import type { IntentStatus } from './intent-status.ts';
import { MetadataField } from './metadata-field.ts';
import { BankResponseAnswer, HtmlResponseAnswer, LastPaymentResponseAnswer } from './last-payment.schema.ts';
import { RoutingStepAnswer } from './routing-step.schema.ts';

const PI_STATUS =
  '`requires_payment_method`: the customer has not paid yet. `requires_action`: the customer is at the gateway. ' +
  '`processing`: the gateway has not answered yet. `requires_capture`: authorised, capture or void it. The others ' +
  'are final.';
const NEVER_FILLED = 'Reserved: Qafila never fills it.';

/** Query of list. */
export class ListIntentsQuery extends ListQuery {
  @Choice(INTENT_STATUSES, {
    description: 'Only intents with this `pi_status`.',
    example: 'succeeded',
    optional: true,
  })
  status?: IntentStatus;
}

/** What was refunded of the intent. */
export class IntentRefundAnswer {
  @MajorAmount({ description: 'The sum of all refunds, in major units.', example: 0 })
  refunded_amount!: number;

  @Text({ description: 'The id of the last refund that succeeded; null without one.', example: null, nullable: true })
  refund_object_id!: string | null;
}

/** The payment intent of §2.6, with its fields in that order. */
export class IntentAnswer {
  @Text({ description: 'The id of the intent.', example: 'pi_019ab3c4d5e6f708192a3b4c5d6' })
  _id!: string;

  @Text({
    description: 'Confirms this intent (`POST /public/v1/payment/intent/confirm`). Keep it on your server.',
    example: 'pi_019ab3c4d5e6f708192a3b4c5d6_secret_0f1e2d3c4b5a69788796a5b4c3d2e1f001234567',
  })
  pi_client_secret!: string;

  @Moment({ description: 'When the intent was created.' })
  created_at!: string;

  @MajorAmount({ description: 'The amount to pay, in major units of the currency.', example: 1500.5 })
  amount!: number;

  @Currency({ description: 'The ISO 4217 code of the currency, in capitals.' })
  currency!: string;

  @Nested(() => IntentRefundAnswer, { description: 'What was refunded.' })
  refund!: IntentRefundAnswer;

  @Choice(['payment_intent'], { description: 'What this object is.' })
  object_name!: 'payment_intent';

  @Nested(() => CustomerAnswer, { description: 'The customer.' })
  customer!: CustomerAnswer;

  @Text({
    description: 'Your description; empty when you sent none.',
    example: 'طلب رقم 1001',
    charactersMin: 0,
    charactersMax: LIMITS.descriptionCharactersMax,
  })
  description!: string;

  @Choice(INTENT_STATUSES, { description: PI_STATUS, example: 'requires_payment_method' })
  pi_status!: IntentStatus;

  @Text({ description: NEVER_FILLED, example: '', charactersMin: 0 })
  pm_token!: string;

  @Nested(() => ShippingAnswer, { description: 'The shipping address; fields that you did not send are empty.' })
  shipping!: ShippingAnswer;

  @MetadataField()
  metadata!: Record<string, unknown>;

  @Text({ description: NEVER_FILLED, example: null, nullable: true })
  token!: string | null;

  @Choice(['automatic', 'manual'], {
    description: '`manual`: the payment is authorised, and you capture or void it.',
    example: 'automatic',
  })
  capture_method!: 'automatic' | 'manual';

  @Nested(() => HtmlResponseAnswer, { description: 'Empty unless the customer must act.' })
  html_response!: HtmlResponseAnswer;

  @Nested(() => BankResponseAnswer, {
    description: 'What the gateway said to the last attempt; empty before the first.',
  })
  bank_response!: BankResponseAnswer;

  @Nested(() => LastPaymentResponseAnswer, { description: 'The last attempt to pay; before the first only `token`.' })
  last_payment_response!: LastPaymentResponseAnswer;

  @Text({ description: NEVER_FILLED, example: null, nullable: true })
  encryptionKey!: string | null;

  @Nested(() => BillingAnswer, { description: 'The billing address with the fields that you sent.' })
  billingAddress!: BillingAnswer;

  @List(nestedRule(() => RoutingStepAnswer), {
    description: 'Each choice of a gateway, the first one first.',
    itemsMax: 1_000,
  })
  routing_rules_history!: RoutingStepAnswer[];

  @FreeMap({ description: NEVER_FILLED, example: {}, bytesMax: 2 })
  subscription!: Record<string, never>;

  @Url({
    description: 'Where the customer pays, until the intent expires.',
    example: 'https://pay.example/pay/q2w3e4r5t6y7u8i9o0p1a2s3d4f5g6h7j8k9l0z1x2c',
  })
  checkout_page_url!: string;

  @MajorAmount({
    description: 'What was captured, in major units: less than `amount` after a partial capture.',
    example: 0,
  })
  amount_captured!: number;

  @MajorAmount({ description: 'What can still be captured, in major units: 0 unless it is authorised.', example: 0 })
  amount_capturable!: number;

  @MajorAmount({ description: 'What was refunded, in major units.', example: 0 })
  amount_refunded!: number;
}
