import { Amount, Currency, MajorAmount, Whole } from '@qafila/schema/number-fields';
import { FreeMap, Judged, List, nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, choiceRule, Flag, Text, Url } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import type { Place } from '@qafila/schema/violations';
import { INTENT_STATUSES } from '../intents/intent-status.ts';
import type { IntentStatus } from '../intents/intent-status.ts';
import { MetadataField } from '../intents/metadata-field.ts';
import type { Metadata } from '../intents/metadata-field.ts';
import { LIMITS, LINKS } from '../limits.ts';
import { METHODS } from '../providers/methods.ts';
import type { Method } from '../providers/methods.ts';
import { methodsRule } from '../store/method-fields.ts';
import { LINK_STATUSES } from './link.state.ts';
import type { LinkStatus } from './link.state.ts';

const minorMax = LIMITS.amountMinorMax;
const CURRENCY = { description: 'The ISO 4217 code of the currency.' };
const AMOUNT = {
  description: 'What each payment pays, in major units. Left out: the customer types it, within the bounds.',
  example: '250.00',
};
const MIN = {
  description: 'The smallest amount that the customer may type. Default: more than zero.',
  example: '10.00',
};
const MAX = { description: 'The largest amount that the customer may type.', example: '5000.00' };
const REUSABLE = {
  description:
    '`true`: each visit may pay. `false`: one payment at most; the link leads later visitors to it. Default.',
  example: false,
};
const PREFIX = {
  description:
    'The beginning of the order reference of its payments; a hyphen and their number follow. Default: the id of the ' +
    'link.',
  example: 'INV-1001',
  charactersMax: LINKS.prefixCharactersMax,
};
const DESCRIPTION = {
  description: 'What the customer pays for. The page shows it.',
  example: 'تبرّع',
  charactersMin: 0,
  charactersMax: LIMITS.descriptionCharactersMax,
};
const CAPTURE = { description: 'As in an intent. Default `automatic`.', example: 'automatic' };
const EXPIRES = {
  description: 'When the link stops making payments. Left out: never.',
  example: '2027-01-31T20:59:59Z',
};
const URLS = {
  success: {
    description: 'Where the customer goes after a payment; left out: they see a receipt.',
    example: 'https://shop.example/paid',
    charactersMax: LIMITS.urlCharactersMax,
  },
  failure: {
    description: 'Where the customer goes after a failed payment.',
    example: 'https://shop.example/failed',
    charactersMax: LIMITS.urlCharactersMax,
  },
};

/** Body of create. */
export class CreatePaymentLinkBody {
  @Currency(CURRENCY)
  currency!: string;

  @Amount({ ...AMOUNT, currencyFrom: 'currency', minorMax, optional: true })
  amount?: string;

  @Amount({ ...MIN, currencyFrom: 'currency', minorMax, optional: true })
  amount_min?: string;

  @Amount({ ...MAX, currencyFrom: 'currency', minorMax, optional: true })
  amount_max?: string;

  @Flag({ ...REUSABLE, optional: true })
  reusable?: boolean;

  @Text({ ...PREFIX, optional: true })
  reference_prefix?: string;

  @Text({ ...DESCRIPTION, optional: true })
  description?: string;

  @Judged(methodsRule, {
    description: 'The methods to offer. Left out: all that are enabled for the store when the customer pays.',
    example: ['card'],
    optional: true,
  })
  payment_methods?: Method[];

  @Choice(['automatic', 'manual'], { ...CAPTURE, optional: true })
  capture_method?: 'automatic' | 'manual';

  @MetadataField({ optional: true })
  metadata?: Metadata;

  @Url({ ...URLS.success, optional: true })
  success_url?: string;

  @Url({ ...URLS.failure, optional: true })
  failure_url?: string;

  @Moment({ ...EXPIRES, optional: true })
  expires_at?: string;

  static judge(body: CreatePaymentLinkBody, at: Place): void {
    const { amount, amount_min: min, amount_max: max } = body;
    // A fixed amount needs no bounds; they may be there when they contain it.
    if (amount !== undefined && min !== undefined && Number(amount) < Number(min))
      at.below('amount_min').fail('must not be more than amount');
    if (amount !== undefined && max !== undefined && Number(amount) > Number(max))
      at.below('amount_max').fail('must not be less than amount');
    if (min !== undefined && max !== undefined && Number(min) > Number(max))
      at.below('amount_min').fail('must not be more than amount_max');
    if (body.success_url !== undefined && body.failure_url === undefined && !at.below('failure_url').hasFailed)
      at.below('failure_url').fail('is required with success_url');
  }
}

/** Body of change. */
export class ChangePaymentLinkBody {
  @Choice(['active', 'disabled'], {
    description: '`disabled`: no visit makes a payment any more. Those that were started can be finished.',
    example: 'disabled',
  })
  status!: 'active' | 'disabled';
}

export class ListPaymentLinksQuery extends ListQuery {
  @Choice(['active', 'disabled'], { description: 'Only links that are not disabled, or are.', optional: true })
  status?: 'active' | 'disabled';
}

/** A payment that a visit of the link began. */
export class LinkedIntentAnswer {
  @Text({ description: 'The payment intent.', example: 'pi_019ab3c4d5e6f708192a3b4c5d6' })
  payment_intent_id!: string;

  @Choice(INTENT_STATUSES, { description: 'Its state.', example: 'succeeded' })
  pi_status!: IntentStatus;

  @MajorAmount({ description: 'Its amount, in major units.', example: 250 })
  amount!: number;

  @Moment({ description: 'When the customer began it.' })
  created_at!: string;
}

/** A payment link. */
export class PaymentLinkAnswer {
  @Text({ description: 'The id of the link.', example: 'pl_019ab3c4d5e6f708192a3b4c5d6' })
  _id!: string;

  @Text({
    description: 'The address that you send to customers. Who has it can begin a payment.',
    example: 'https://pay.example/pay/link/uL2…',
    charactersMax: LIMITS.urlCharactersMax,
  })
  url!: string;

  @Choice(LINK_STATUSES, {
    description: '`used`: a link for one payment that was paid. `expired`, `disabled`: visits make no payment.',
    example: 'active',
  })
  status!: LinkStatus;

  @Flag(REUSABLE)
  reusable!: boolean;

  @Currency(CURRENCY)
  currency!: string;

  @MajorAmount({ description: 'What each payment pays; null: the customer types it.', example: 250, nullable: true })
  amount!: number | null;

  @MajorAmount({ ...MIN, example: 10, nullable: true })
  amount_min!: number | null;

  @MajorAmount({ ...MAX, example: 5000, nullable: true })
  amount_max!: number | null;

  @Text({ ...PREFIX, charactersMin: 0 })
  reference_prefix!: string;

  @Text(DESCRIPTION)
  description!: string;

  @List(choiceRule(METHODS), {
    description: 'The methods that its payments offer; null: all that are enabled.',
    itemsMax: METHODS.length,
    nullable: true,
  })
  payment_methods!: Method[] | null;

  @Choice(['automatic', 'manual'], CAPTURE)
  capture_method!: 'automatic' | 'manual';

  @FreeMap({
    description: 'As you sent it. Its payments have it too, with `payment_link_id`.',
    example: { campaign: 'winter' },
    bytesMax: LIMITS.metadataBytesMax,
  })
  metadata!: Record<string, unknown>;

  @Text({ ...URLS.success, charactersMin: 0 })
  success_url!: string;

  @Text({ ...URLS.failure, charactersMin: 0 })
  failure_url!: string;

  @Moment({ ...EXPIRES, nullable: true })
  expires_at!: string | null;

  @Whole({ description: 'How many payments were started by it.', example: 3, min: 0, max: 2_147_483_647 })
  payments!: number;

  @Moment({ description: 'When it was created.' })
  created_at!: string;

  @Moment({ description: 'When it last changed.' })
  updated_at!: string;
}

/** A payment link with what was paid by it. */
export class PaymentLinkInFull extends PaymentLinkAnswer {
  @List(nestedRule(() => LinkedIntentAnswer), {
    description: `The latest ${LINKS.intentsShown} payments, newest first.`,
    itemsMax: LINKS.intentsShown,
  })
  payment_intents!: LinkedIntentAnswer[];
}
