import { Whole } from '@qafila/schema/number-fields';
import { Nested } from '@qafila/schema/object-fields';
import { AmountMinor, CallbackAddress, CurrencyCode, Plain, Reference } from '../http/field-rules.ts';
import { CompanyRequest } from '../http/read-fields.ts';
import { LIMITS } from '../limits.ts';

export class ExpressPlace extends CompanyRequest {
  @Plain('Street and number.', LIMITS.addressCharactersMax) address!: string;
  @Plain('Name.') name!: string;
  @Plain('Phone number.') phone!: string;
  @Plain('City.') city!: string;
  @Plain('ISO 3166 code of the country.', 2) country!: string;
}

export class ExpressCash extends CompanyRequest {
  @AmountMinor() amount!: bigint;
  @CurrencyCode() currency!: string;
}

/** The query that finds a booking. */
export class ExpressReference extends CompanyRequest {
  @Reference() reference!: string;
}

export class ExpressBooking extends ExpressReference {
  @Plain("The merchant's reference, with the levers.", LIMITS.merchantReferenceCharactersMax) orderReference!: string;
  @Plain('The service.') service!: string;
  @Whole({ description: 'Number of pieces.', min: 1, max: LIMITS.piecesMax, optional: true }) pieces?: number;

  @Whole({ description: 'Weight in grams.', min: 1, max: Number.MAX_SAFE_INTEGER, optional: true })
  weightGrams?: number;

  @Nested(() => ExpressCash, { description: 'Cash to collect.', optional: true }) cod?: ExpressCash;
  @Nested(() => ExpressPlace, { description: 'The sender.' }) from!: ExpressPlace;
  @Nested(() => ExpressPlace, { description: 'The recipient.' }) to!: ExpressPlace;
  @CallbackAddress() webhookUrl?: string;
}

/** What a price depends on. */
export class ExpressRoute extends CompanyRequest {
  @Plain('ISO 3166 code of the country.', 2) from!: string;
  @Plain('ISO 3166 code of the country.', 2) to!: string;
  @Whole({ description: 'Weight in grams.', min: 1, max: Number.MAX_SAFE_INTEGER }) weightGrams!: number;
}
