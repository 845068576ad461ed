import countries from 'i18n-iso-countries';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode } from 'libphonenumber-js/max';
import postcodes from 'postcode-validator';
import { field } from '@qafila/schema/field';
import type { FieldOptions } from '@qafila/schema/field';
import type { Place } from '@qafila/schema/violations';
import { leftOutAsNull, Line, lineRule } from './line-fields.ts';

/** A country of ISO 3166, in capitals. */
export function Country(options: FieldOptions): PropertyDecorator {
  const schema = options.optional === true ? {} : { pattern: '^[A-Z]{2}$' };
  return Line({
    example: 'SA',
    code: 'COUNTRY_INVALID',
    schema,
    ...options,
    judge: (code, at) =>
      /^[A-Z]{2}$/.test(code) && countries.isValid(code)
        ? code
        : at.fail('must be an ISO 3166 code of two capitals, such as SA', 'COUNTRY_INVALID'),
  });
}

/** The party's country, which stands before the fields that depend on it. */
function countryOf({ object }: Place): string | undefined {
  return object['countryCode'] as string | undefined;
}

/**
 * A phone number, kept as E.164. A number without a country prefix belongs to the party's own country. With
 * `mobileWithCod` the number must be a mobile one when the driver collects cash.
 */
export function Phone(options: FieldOptions & { mobileWithCod?: true }): PropertyDecorator {
  const rule = lineRule({
    ...options,
    charactersMax: 40,
    foldsDigits: true,
    judge: (text, at) => {
      const phone = parsePhoneNumberFromString(text, countryOf(at) as CountryCode | undefined);
      if (phone?.isValid() !== true) return at.fail('must be a valid phone number, best as +966501234567');
      if (options.mobileWithCod && at.root['paymentMode'] === 'COD' && !canBeMobile(phone))
        return at.fail('must be a mobile number for cash on delivery');
      return phone.number;
    },
  });
  return field(
    { ...rule, expects: 'a phone number such as +966501234567' },
    { code: 'PHONE_INVALID', example: '+966501234567', ...leftOutAsNull(options) },
  );
}

function canBeMobile(phone: { getType(): string | undefined }): boolean {
  const type = phone.getType();
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
}

/** The postal code with the additional number of the building: `12211-3456`. */
function isLongSaudi(code: string, country: string): boolean {
  return country === 'SA' && /^\d{5}-\d{4}$/.test(code);
}

/** A postal code in the form of the party's country, where that has one. */
export function PostalCode(options: FieldOptions): PropertyDecorator {
  return Line({
    code: 'POSTCODE_INVALID',
    example: '12333',
    ...options,
    charactersMax: 20,
    foldsDigits: true,
    judge: (code, at) => {
      const country = countryOf(at);
      return country === undefined ||
        !postcodes.postcodeValidatorExistsForCountry(country) ||
        postcodes.postcodeValidator(code, country) ||
        isLongSaudi(code, country)
        ? code
        : at.fail(`is not a postal code of ${country}`);
    },
  });
}
