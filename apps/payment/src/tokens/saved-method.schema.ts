import { Nested } from '@qafila/schema/object-fields';
import { Whole } from '@qafila/schema/number-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';
import { TOKEN_STATES } from './token.schema.ts';

export const CUSTOMER_REFERENCE = {
  description: 'Your name of the customer, under which the card is listed. No card number, and no secret.',
  example: 'customer-1042',
  charactersMax: LIMITS.customerReferenceCharactersMax,
};

/** Query of list. */
export class ListSavedMethodsQuery extends ListQuery {
  @Text({ ...CUSTOMER_REFERENCE, description: 'Only cards of this customer.', optional: true })
  customer_reference?: string;

  @Choice(TOKEN_STATES, { description: 'Only cards in this state.', example: 'active', optional: true })
  state?: (typeof TOKEN_STATES)[number];
}

/** What may be shown of a card. */
export class SavedCardAnswer {
  @Text({ description: 'The brand, in the words of the gateway.', example: 'visa', charactersMin: 0 })
  brand!: string;

  @Text({ description: 'The last four digits.', example: '4242', charactersMin: 0 })
  last4!: string;

  @Whole({ description: 'The month after which it expires, if known.', example: 12, min: 1, max: 12, nullable: true })
  exp_month!: number | null;

  @Whole({ description: 'The year of it.', example: 2034, min: 2000, max: 9999, nullable: true })
  exp_year!: number | null;
}

/** A saved card on the wire. */
export class SavedMethodAnswer {
  @Text({ description: 'The id of the saved card. You charge by it.', example: 'tok_01KAB3X4Y5Z6' })
  _id!: string;

  @Choice(['saved_method'], { description: 'What this object is.' })
  object_name!: 'saved_method';

  @Text(CUSTOMER_REFERENCE)
  customer_reference!: string;

  @Nested(() => SavedCardAnswer, { description: 'What may be shown of the card. The gateway alone has its number.' })
  card!: SavedCardAnswer;

  @Text({ description: 'The gateway that keeps it. Only this one can charge it.', example: 'stripe' })
  gateway!: string;

  @Choice(TOKEN_STATES, {
    description:
      `\`suspended\` after ${LIMITS.hardDeclinesMax} consecutive declines for which no retry can help; \`revoked\` ` +
      'by you, or because a newer one of this customer took its place. Neither can be charged.',
  })
  state!: (typeof TOKEN_STATES)[number];

  @Moment({ description: 'When the customer agreed, on the payment page.' })
  consented_at!: string;

  @Text({ description: 'The language in which they read what is kept.', example: 'ar' })
  consent_language!: string;

  @Text({ description: 'The transaction with which they paid.', example: 'txn_019ab3c4d5e6f708192a3b4c5d6' })
  transaction_id!: string;

  @Text({ description: 'The store of the card.', example: 'st_01KAB3X4Y5Z6' })
  store_id!: string;

  @Choice(['stage', 'live'], { description: 'The mode of the card.' })
  mode!: 'stage' | 'live';

  @Text({ description: 'The account of the store.', example: '5f1d7a3b9c2e4680' })
  account_id!: string;

  @Moment({ description: 'When it was saved.' })
  createdAt!: string;

  @Moment({ description: 'When it was last changed.' })
  updatedAt!: string;
}
