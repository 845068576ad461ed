import { Amount, Currency } from '@qafila/schema/number-fields';
import { Nested } from '@qafila/schema/object-fields';
import { Text, Url } from '@qafila/schema/text-fields';
import { CustomerBody } from '../intents/customer.schema.ts';
import { MetadataField } from '../intents/metadata-field.ts';
import type { Metadata } from '../intents/metadata-field.ts';
import { LIMITS } from '../limits.ts';

const RETURN = { charactersMax: LIMITS.urlCharactersMax, optional: true, nullable: true };

/** Body of a charge of a saved card. */
export class ChargeSavedMethodBody {
  @Currency({ description: 'The ISO 4217 code of the currency.' })
  currency!: string;

  @Amount({
    description: 'How much to charge, in major units.',
    example: 300,
    currencyFrom: 'currency',
    minorMax: LIMITS.amountMinorMax,
  })
  amount!: string;

  @Text({
    description: 'Your name of the order or renewal. Pages, notifications, gateways and searches show it.',
    example: 'renewal-2026-12',
    charactersMax: LIMITS.orderReferenceCharactersMax,
    orInteger: true,
  })
  order_reference!: string;

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

  @Url({
    ...RETURN,
    description: 'Where the customer continues when the bank asked for them and they paid on the page.',
    example: 'https://shop.example/paid',
  })
  success_url?: string | null;

  @Url({ ...RETURN, description: 'The same after a failure.', example: 'https://shop.example/failed' })
  failure_url?: string | null;
}
