import type { Rule } from '@qafila/schema/field';
import { Amount, Currency, MajorAmount } from '@qafila/schema/number-fields';
import { Judged, Nested } from '@qafila/schema/object-fields';
import { Choice, Text, textRule, Url } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { CustomerBody } from '../intents/customer.schema.ts';
import { MetadataField } from '../intents/metadata-field.ts';
import type { Metadata } from '../intents/metadata-field.ts';
import { LIMITS } from '../limits.ts';
import { digitsOf } from '../pages/read-forms.ts';

/** §4.10, §4.12 wallet_type. A deployment has one wallet; notifications name it by the second word. */
export const WALLET_TYPES = ['walletprovider', 'bnpl-walletprovider'] as const;
export type WalletType = (typeof WALLET_TYPES)[number];

const WALLET_TYPE = {
  description: 'The wallet. A deployment has one, and both names mean it.',
  example: 'walletprovider',
};
const METHOD = { description: 'How the customer pays: `wallet`.' };
const SUCCESS_URL = {
  description: 'Where the customer continues after success. The id of the result is added to the query.',
  example: 'https://shop.example/paid',
  charactersMax: LIMITS.urlCharactersMax,
};
const FAILURE_URL = {
  description: 'Where the customer continues after a failure, a cancellation or the expiry.',
  example: 'https://shop.example/failed',
  charactersMax: LIMITS.urlCharactersMax,
};
const ORDER_REFERENCE = {
  description: 'Your name of the order. Pages, notifications, gateways and searches show it.',
  example: 'order-1001',
  charactersMax: LIMITS.orderReferenceCharactersMax,
  orInteger: true,
};
const minorMax = LIMITS.amountMinorMax;

/** Body of the wallet BNPL setup (§4.10). */
export class SetUpBnplBody {
  @Choice(WALLET_TYPES, WALLET_TYPE)
  wallet_type!: WalletType;

  @Amount({
    description: "The amount of the order, in major units of the wallet's currency.",
    example: 1500.5,
    minorMax,
  })
  amount!: string;

  @Currency({ description: "The currency of the amount: the wallet's, or left out.", example: 'PKR', optional: true })
  currency?: string;

  @Text(ORDER_REFERENCE)
  order_reference!: string;

  @Url(SUCCESS_URL)
  success_redirect_url!: string;

  @Url(FAILURE_URL)
  failure_redirect_url!: string;

  @Choice(['wallet'], METHOD)
  payment_method_types!: 'wallet';

  @Text({
    description: 'What the customer pays for. The wallet shows it.',
    example: 'طلب رقم 1001',
    charactersMax: LIMITS.descriptionCharactersMax,
    orInteger: true,
  })
  description!: string;

  @Nested(() => CustomerBody, {
    description: 'The customer. The answer and the notification return it.',
    optional: true,
  })
  customer?: CustomerBody;
}

/** The customer as it was sent. */
export class SentCustomerAnswer {
  @Text({ description: 'The name, if one was sent.', example: 'عميل تجريبي', charactersMax: 500, optional: true })
  name?: string;

  @Text({
    description: 'The email address, if one was sent.',
    example: 'customer@shop.example',
    charactersMax: 500,
    optional: true,
  })
  email?: string;

  @Text({
    description: 'The phone number, if one was sent.',
    example: '+12025550123',
    charactersMax: 500,
    optional: true,
  })
  phone?: string;
}

/** The session of §2.5, with its fields in that order. */
export class BnplSetupAnswer {
  @Text({ description: 'The id of the setup session.', example: 'wlt_01KAB3X4Y5Z6' })
  wallet_id!: string;

  @Choice(WALLET_TYPES, { ...WALLET_TYPE, description: 'As it was sent.' })
  wallet_type!: string;

  @MajorAmount({ description: "The amount, in major units of the wallet's currency.", example: 1500.5 })
  amount!: number;

  @Text({ ...ORDER_REFERENCE, orInteger: false })
  order_reference!: string;

  @Url({ ...SUCCESS_URL, description: 'As it was sent.' })
  success_redirect_url!: string;

  @Url({ ...FAILURE_URL, description: 'As it was sent.' })
  failure_redirect_url!: string;

  @Choice(['wallet'], METHOD)
  payment_method_types!: string;

  @Text({ description: 'As it was sent.', example: 'طلب رقم 1001', charactersMax: LIMITS.descriptionCharactersMax })
  description!: string;

  @Nested(() => SentCustomerAnswer, { description: 'The customer, when one was sent.', optional: true })
  customer?: SentCustomerAnswer;

  @Text({ description: 'The payment intent of the session.', example: 'pi_01KAB3X4Y5Z6' })
  payment_intent_id!: string;

  @Url({
    description: 'Send the customer here. The page is open for 30 minutes.',
    example: 'https://pay.example/wallet/q7Zx0Jm2',
  })
  redirect_url!: string;

  @Currency({ description: 'The currency of the amount.', example: 'PKR' })
  currency!: string;
}

const phoneText = textRule({ charactersMax: 32, orInteger: true });

/** Digits of our three languages, with spaces, dashes and parentheses between them. The handler gets plain digits. */
const phoneRule: Rule<string> = {
  expects: 'the number of the customer\'s wallet, 7 to 15 digits, with or without "+"',
  schema: phoneText.schema,
  read(value, at) {
    const text = phoneText.read(value, at);
    if (text === undefined) return undefined;
    const digits = digitsOf(text);
    return /^\+?\d{7,15}$/.test(digits) ? digits : at.fail(`must be ${phoneRule.expects}`);
  },
};

/** Body of the wallet subscription setup (§4.12). */
export class SetUpSubscriptionBody {
  @Choice(WALLET_TYPES, WALLET_TYPE)
  wallet_type!: WalletType;

  @Judged(phoneRule, {
    description: "The phone number of the customer's wallet: 7 to 15 digits, with or without `+`.",
    example: '+12025550123',
  })
  phone!: string;

  @Url(SUCCESS_URL)
  success_redirect_url!: string;

  @Url(FAILURE_URL)
  failure_redirect_url!: string;

  @Choice(['wallet'], METHOD)
  payment_method_types!: 'wallet';
}

export class SubscriptionSetupAnswer {
  @Url({
    description: 'Send the customer here. The page asks for PIN and code, and is open for 30 minutes.',
    example: 'https://pay.example/wallet/q7Zx0Jm2',
  })
  redirect_url!: string;

  @Text({
    description: 'The id of the setup: `_id` of its notification, and of its token.',
    example: 'tok_01KAB3X4Y5Z6',
  })
  _id!: string;
}

const TOKEN = { charactersMax: 200, optional: true, nullable: true };

/** Body of a charge without the customer. */
export class ChargeTokenBody {
  @Text({
    ...TOKEN,
    description:
      'The value of the token, as the subscription notification delivered it once. Required, here or as `pm_token`.',
    example: 'wt_3q2-7wAAuI0f5Yp1tZ9bX0c4kLhVgRrE8nDsMmQyJo',
  })
  token?: string | null;

  @Text({ ...TOKEN, description: 'Some published clients send it.', aliasOf: 'token' })
  pm_token?: string | null;

  @Currency({ description: "The currency. Left out: the wallet's currency.", example: 'PKR', optional: true })
  currency?: string;

  @Amount({ description: 'How much to charge, in major units.', example: 300, currencyFrom: 'currency', minorMax })
  amount!: string;

  @Text({
    ...ORDER_REFERENCE,
    description: 'Your name of the order or renewal. Required, here or in `metadata`.',
    optional: true,
    nullable: true,
    aliasOf: 'metadata.order_reference',
  })
  order_reference?: string | null;

  @MetadataField({ optional: true })
  metadata?: Metadata;

  @Nested(() => CustomerBody, { description: 'The customer, for your notifications and searches.', optional: true })
  customer?: CustomerBody;

  @Text({
    description: 'What the customer pays for.',
    example: 'Renewal in December',
    charactersMin: 0,
    charactersMax: LIMITS.descriptionCharactersMax,
    orInteger: true,
    optional: true,
    nullable: true,
  })
  description?: string | null;

  static judge(body: ChargeTokenBody, at: Place): void {
    const isWrong = (...fields: string[]): boolean => fields.some((field) => at.below(field).hasFailed);
    if ((body.token ?? body.pm_token ?? null) === null && !isWrong('token', 'pm_token'))
      at.below('token').fail('is required: the value of a wallet token');
    if (orderReferenceOf(body) === undefined && !isWrong('order_reference', 'metadata'))
      at.below('order_reference').fail(
        `is required: a string of 1 to ${LIMITS.orderReferenceCharactersMax} characters`,
      );
  }
}

export function orderReferenceOf({ order_reference: reference, metadata }: ChargeTokenBody): string | undefined {
  return reference ?? metadata?.order_reference;
}
