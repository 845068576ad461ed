import countries from 'i18n-iso-countries';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode } from 'libphonenumber-js/max';
import postcodes from 'postcode-validator';
import type { Fields } from './fields.ts';
import { normalise } from './text.ts';

export interface Party {
  name: string; companyName?: string; phone: string; alternatePhone?: string; email?: string; addressLine1: string; addressLine2?: string;
  district?: string; city: string; province?: string; postalCode?: string; countryCode: string; shortAddress?: string; buildingNumber?: string;
  additionalNumber?: string; latitude?: number; longitude?: number; taxId?: string;
}

export interface PartyRules { cod: boolean; nationalAddress: boolean }

/** One of the two parties; undefined when anything is wrong with it. */
export function readParty(fields: Fields, rules: PartyRules): Party | undefined {
  const before = fields.violations.all.length;
  const countryCode = readCountry(fields);
  const party = {
    name: fields.text('name', { required: true }), companyName: fields.text('companyName'), phone: readPhone(fields, 'phone', countryCode, { required: true, mobile: rules.cod }),
    alternatePhone: readPhone(fields, 'alternatePhone', countryCode, {}), email: fields.text('email', { pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, rule: 'must be an e-mail address' }),
    addressLine1: fields.text('addressLine1', { required: true }), addressLine2: fields.text('addressLine2'), district: fields.text('district'),
    city: fields.text('city', { required: true }), province: fields.text('province'), postalCode: readPostcode(fields, countryCode), countryCode,
    shortAddress: fields.text('shortAddress', { pattern: /^[A-Z]{4}\d{4}$/, rule: 'must be 4 letters and 4 digits, such as RRRD2929', code: 'NATIONAL_ADDRESS_REQUIRED' }),
    buildingNumber: fields.text('buildingNumber', { pattern: /^\d{4}$/, rule: 'must be 4 digits' }),
    additionalNumber: fields.text('additionalNumber', { pattern: /^\d{4}$/, rule: 'must be 4 digits' }),
    latitude: fields.degrees('latitude', 90), longitude: fields.degrees('longitude', 180), taxId: fields.text('taxId', { max: 50 }),
  };
  fields.end();
  if (rules.nationalAddress && countryCode === 'SA') checkNationalAddress(fields, party);
  return fields.violations.all.length === before ? party as Party : undefined;
}

/** The code as it is read, when it is one. */
export function knownCountry(given: unknown): string | undefined {
  const code = typeof given === 'string' ? normalise(given) : '';
  return /^[A-Z]{2}$/.test(code) && countries.isValid(code) ? code : undefined;
}

function readCountry(fields: Fields): string | undefined {
  const code = fields.text('countryCode', { required: true, code: 'COUNTRY_INVALID' });
  if (code === undefined || knownCountry(code) !== undefined) return code;
  return fields.bad('countryCode', 'must be an ISO 3166 code of two capitals, such as SA', 'COUNTRY_INVALID');
}

/** As E.164. A number without a country's prefix is one of the party's own country. */
function readPhone(fields: Fields, name: string, country: string | undefined, { required = false, mobile = false }): string | undefined {
  const text = fields.text(name, { required, max: 40, fold: true, code: 'PHONE_INVALID' });
  if (text === undefined) return undefined;
  const phone = parsePhoneNumberFromString(text, country as CountryCode | undefined);
  if (phone?.isValid() !== true) return fields.bad(name, 'must be a valid phone number, best as +966501234567', 'PHONE_INVALID');
  const type = phone.getType();
  if (mobile && type !== 'MOBILE' && type !== 'FIXED_LINE_OR_MOBILE') return fields.bad(name, 'must be a mobile number for cash on delivery', 'PHONE_INVALID');
  return phone.number;
}

function readPostcode(fields: Fields, country: string | undefined): string | undefined {
  const code = fields.text('postalCode', { max: 20, fold: true });
  if (code === undefined || country === undefined || !postcodes.postcodeValidatorExistsForCountry(country) || postcodes.postcodeValidator(code, country)) return code;
  return fields.bad('postalCode', `is not a postal code of ${country}`, 'POSTCODE_INVALID');
}

/** Since 2026 no courier in Saudi Arabia may take a parcel without one. */
function checkNationalAddress(fields: Fields, party: Partial<Party>): void {
  const isToldAlready = fields.violations.all.some(({ field }) => field === fields.at('shortAddress'));
  if (hasNationalAddress(party) || isToldAlready) return;
  fields.bad('shortAddress', 'Saudi addresses need the National Address: shortAddress, or buildingNumber, addressLine1, district, postalCode and city', 'NATIONAL_ADDRESS_REQUIRED');
}

export function hasNationalAddress({ shortAddress, buildingNumber, addressLine1, district, postalCode, city }: Partial<Party>): boolean {
  return [[shortAddress], [buildingNumber, addressLine1, district, postalCode, city]].some((parts) => parts.every((part) => part !== undefined));
}
