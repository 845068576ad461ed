import { Amount, Currency, Whole } from '@qafila/schema/number-fields';
import { Judged, Nested } from '@qafila/schema/object-fields';
import { Choice, Text, Url } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { AddressBody } from '../intents/address.schema.ts';
import { CustomerBody } from '../intents/customer.schema.ts';
import { MetadataField, orderReferenceRule } from '../intents/metadata-field.ts';
import type { Metadata } from '../intents/metadata-field.ts';
import { TakesReadOnlyFields } from '../intents/read-only-fields.ts';
import { LIMITS } from '../limits.ts';
import type { Method } from '../providers/methods.ts';
import { CUSTOMER_REFERENCE } from '../tokens/saved-method.schema.ts';
import { methodsRule, methodTypesRule } from '../store/method-fields.ts';

const CURRENCY = { description: 'The ISO 4217 code of the currency.' };
const AMOUNT = {
  description:
    'The amount to pay, in major units of the currency, as a number or a decimal text. It is never rounded: more ' +
    'decimals than the currency has are refused.',
  example: '1500.50',
  currencyFrom: 'currency',
  minorMax: LIMITS.amountMinorMax,
};
const CUSTOMER = { description: 'The customer. Fields may be left out or empty.' };
const SHIPPING = { description: 'Where the order is delivered. Fields may be left out or empty.' };
const URL_FIELD = { charactersMax: LIMITS.urlCharactersMax };
const SUCCESS_URL = {
  ...URL_FIELD,
  description:
    'Where the customer goes after a successful payment. `payment_intent_id`, `status` and `order_reference` are ' +
    'added to its query.',
  example: 'https://shop.example/paid',
};
const FAILURE_URL = {
  ...URL_FIELD,
  description: 'Where the customer goes after a failed or cancelled payment, with the same query.',
  example: 'https://shop.example/failed',
};

const BillingAlias = Nested(() => AddressBody, {
  description: 'Some published clients send it.',
  optional: true,
  nullable: true,
  aliasOf: 'billingAddress',
});

function UrlAlias(name: string): PropertyDecorator {
  return Url({
    ...URL_FIELD,
    description: 'Some published clients send it.',
    optional: true,
    nullable: true,
    aliasOf: name,
  });
}

/** For whom the page offers to keep the card. */
export class SavePaymentMethodBody {
  @Text(CUSTOMER_REFERENCE) customer_reference!: string;
}

/** What the bodies that make or change an intent may contain, in the order of §4.11. */
class IntentFields {
  @Currency({ ...CURRENCY, optional: true }) currency?: string;
  @Amount({ ...AMOUNT, optional: true }) amount?: string;
  @Nested(() => CustomerBody, { ...CUSTOMER, optional: true }) customer?: CustomerBody;
  @Nested(() => AddressBody, { ...SHIPPING, optional: true }) shipping?: AddressBody;
  @MetadataField({ optional: true }) metadata?: Metadata;
  @Url({ ...SUCCESS_URL, optional: true, nullable: true }) success_url?: string | null;
  @Url({ ...FAILURE_URL, optional: true, nullable: true }) failure_url?: string | null;

  @Judged(methodsRule, {
    description: 'The methods to offer. Left out: all that are enabled for the store.',
    example: ['card', 'wallet'],
    optional: true,
    nullable: true,
  })
  payment_methods?: Method[] | null;

  @Judged(methodTypesRule, {
    description: 'One method or a list, as some published clients send it.',
    optional: true,
    nullable: true,
    aliasOf: 'payment_methods',
  })
  payment_method_types?: Method[] | null;

  @Text({
    description: 'What the customer buys, in your words.',
    example: 'طلب رقم 1001',
    charactersMin: 0,
    charactersMax: LIMITS.descriptionCharactersMax,
    orInteger: true,
    optional: true,
    nullable: true,
  })
  description?: string | null;

  @Choice(['automatic', 'manual'], {
    description:
      '`automatic` captures the money at once. `manual` authorises it; you capture or void it within 7 days. ' +
      'Default `automatic`.',
    example: 'automatic',
    optional: true,
    nullable: true,
  })
  capture_method?: 'automatic' | 'manual' | null;

  @Nested(() => AddressBody, { description: 'The billing address.', optional: true, nullable: true })
  billingAddress?: AddressBody | null;

  @Text({
    description: 'The gateway that takes this payment. Routing rules and fallbacks do not apply to it.',
    charactersMin: 0,
    charactersMax: LIMITS.textCharactersMax,
    optional: true,
    nullable: true,
  })
  gateway_instance_id?: string | null;

  @Nested(() => SavePaymentMethodBody, {
    description:
      'The page offers the customer to let you keep their card for later charges without them. They must tick a box. ' +
      'The card is then in `GET /public/v1/payment/saved-method`. Only gateways that keep cards take such a payment.',
    optional: true,
    nullable: true,
  })
  save_payment_method?: SavePaymentMethodBody | null;
}

/** Body of create checkout (§4.11). */
@TakesReadOnlyFields
export class CreateCheckoutBody extends IntentFields {
  @Currency(CURRENCY) declare currency: string;
  @Amount(AMOUNT) declare amount: string;
  @Nested(() => CustomerBody, CUSTOMER) declare customer: CustomerBody;
  @Nested(() => AddressBody, SHIPPING) declare shipping: AddressBody;
  @MetadataField() declare metadata: Metadata;
  @Url(SUCCESS_URL) declare success_url: string;
  @Url(FAILURE_URL) declare failure_url: string;
  @BillingAlias billing?: AddressBody | null;
}

/** The calls of a merchant's server have names that only published clients of these calls send. */
class ServerFields extends IntentFields {
  @UrlAlias('success_url') success_redirect_url?: string | null;
  @UrlAlias('failure_url') failure_redirect_url?: string | null;
  @BillingAlias billing?: AddressBody | null;
}

/** Body of create intent. */
@TakesReadOnlyFields
export class CreateIntentBody extends ServerFields {
  @Currency(CURRENCY) declare currency: string;
  @Amount(AMOUNT) declare amount: string;
  @MetadataField() declare metadata: Metadata;

  static judge(body: CreateIntentBody, at: Place): void {
    needBothUrls(body, at);
  }
}

/** Body of create link. */
@TakesReadOnlyFields
export class CreateLinkBody extends ServerFields {
  @Currency(CURRENCY) declare currency: string;
  @Amount(AMOUNT) declare amount: string;

  @Judged(orderReferenceRule, {
    description: 'Your name of the order. A link needs it, here or in `metadata`.',
    optional: true,
    aliasOf: 'metadata.order_reference',
  })
  order_reference?: string;

  @Whole({
    description: `How long the link works, in minutes. Default ${LIMITS.linkMs / 60_000}, one day.`,
    example: 1_440,
    min: LIMITS.linkMinutesMin,
    max: LIMITS.linkMinutesMax,
    optional: true,
  })
  expires_in_minutes?: number;

  static judge(body: CreateLinkBody, at: Place): void {
    needBothUrls(body, at);
    const isNamed = body.order_reference !== undefined || body.metadata !== undefined;
    needs(at, isNamed, { field: 'order_reference', rule: 'is required, here or in metadata' });
  }
}

/** Body of update. */
@TakesReadOnlyFields
export class UpdateIntentBody extends ServerFields {}

/** Who takes customers back after a payment takes them back after a failure too. */
function needBothUrls(body: ServerFields, at: Place): void {
  const has = (end: 'success' | 'failure'): boolean =>
    (body[`${end}_url`] ?? body[`${end}_redirect_url`] ?? null) !== null;
  needs(at, !has('success') || has('failure'), { field: 'failure_url', rule: 'is required with success_url' });
}

/** A field that is there and wrong is not said to be missing. */
function needs(at: Place, isMet: boolean, { field, rule }: { field: string; rule: string }): void {
  if (!isMet && !at.below(field).hasFailed) at.below(field).fail(rule);
}
