import type { Rule } from '@qafila/schema/field';
import { Whole } from '@qafila/schema/number-fields';
import { Judged } from '@qafila/schema/object-fields';
import { currencyExponent } from '@qafila/money/minor-units';
import type { Place } from '@qafila/schema/violations';
import { CallbackAddress, CurrencyCode, OptionalPlain, Plain, Reference } from '../http/field-rules.ts';
import { CompanyRequest } from '../http/read-fields.ts';
import { LIMITS } from '../limits.ts';

const gramsRule: Rule<number> = {
  expects: 'kilograms with up to three decimals',
  schema: { type: 'string' },
  read(value, at) {
    const [, kilograms, rest = ''] = /^([0-9]{1,9})(?:\.([0-9]{1,3}))?$/.exec(String(value)) ?? [];
    if (kilograms === undefined) return at.fail(`must be ${gramsRule.expects}`);
    return Number(kilograms) * 1_000 + Number(rest.padEnd(3, '0'));
  },
};

/** The query that finds a booking. */
export class EconomyReference extends CompanyRequest {
  @Reference() REF!: string;
}

export class EconomyWaybill extends CompanyRequest {
  @Plain('The waybill.') AWB!: string;
}

export class EconomyBooking extends EconomyReference {
  @Plain("The merchant's reference, with the levers.", LIMITS.merchantReferenceCharactersMax) ORDER_REF!: string;
  @Plain('The service.') PRODUCT!: string;
  @Whole({ description: 'Number of pieces.', min: 1, max: LIMITS.piecesMax, optional: true }) PIECES?: number;
  @Judged(gramsRule, { description: 'The weight; the handler gets grams.' }) WEIGHT_KG!: number;
  @OptionalPlain('Cash to collect, in major units.') COD?: string;
  @CurrencyCode({ description: 'The currency of the cash.', optional: true }) CUR?: string;
  @Plain('Name.') FROM_NAME!: string;
  @Plain('Phone number.') FROM_TEL!: string;
  @Plain('Street and number.', LIMITS.addressCharactersMax) FROM_ADDR!: string;
  @Plain('City.') FROM_CITY!: string;
  @Plain('ISO 3166 code of the country.', 2) FROM_CTRY!: string;
  @Plain('Name.') TO_NAME!: string;
  @Plain('Phone number.') TO_TEL!: string;
  @Plain('Street and number.', LIMITS.addressCharactersMax) TO_ADDR!: string;
  @Plain('City.') TO_CITY!: string;
  @Plain('ISO 3166 code of the country.', 2) TO_CTRY!: string;
  @CallbackAddress() NOTIFY_URL?: string;

  static judge({ COD: amount, CUR: code }: EconomyBooking, at: Place): void {
    if (amount === undefined) return;
    if (code === undefined) return at.below('CUR').fail('must be an ISO 4217 code in capitals');
    const [, fraction = ''] = /^[0-9]{1,15}(?:\.([0-9]{1,4}))?$/.exec(amount) ?? ['', 'no amount'];
    if (fraction.length > (currencyExponent(code) ?? 0))
      at.below('COD').fail(`must be an amount of ${code} such as 115.00`);
  }
}

/** What a price depends on. */
export class EconomyRoute extends CompanyRequest {
  @Judged(gramsRule, { description: 'The weight; the handler gets grams.' }) WEIGHT_KG!: number;
  @Plain('ISO 3166 code of the country.', 2) FROM_CTRY!: string;
  @Plain('ISO 3166 code of the country.', 2) TO_CTRY!: string;
}
