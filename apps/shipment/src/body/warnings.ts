import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import postcodes from 'postcode-validator';
import type { ShipmentRequest } from './create-body.ts';
import { lacksLatin } from './latin.ts';
import { hasOtherLetters } from './latin.schema.ts';
import type { Package } from './packages.ts';
import { hasNationalAddress } from './national-address.ts';
import type { Party } from './party.schema.ts';
import { LIMITS } from '../limits.ts';

export const WARNING_CODES = [
  'PHONE_NOT_MOBILE',
  'POSTCODE_MISSING',
  'NATIONAL_ADDRESS_MISSING',
  'NATIONAL_ADDRESS_UNKNOWN',
  'NATIONAL_ADDRESS_DIFFERS',
  'LATIN_MISSING',
  'VOLUMETRIC_WEIGHT',
] as const;

/** Something that may cause trouble at the courier. The shipment is created; the sender can correct the next one. */
export interface Warning {
  code: (typeof WARNING_CODES)[number];
  field: string;
  message: string;
}

/** Pure. `field` and `message` have the form of a violation's. Those of its addresses come first. */
export function warningsOf(
  { shipTo, shipFrom, shipmentType, packages }: ShipmentRequest,
  ofAddresses: readonly Warning[],
): Warning[] {
  const all: Warning[] = [...ofAddresses];
  const warn: Warn = (code, field, message) => {
    if (all.length < LIMITS.violationsMax) all.push({ code, field, message: `${field} ${message}.` });
  };
  // The receiver of a return is a warehouse.
  if (shipmentType !== 'RETURN' && parsePhoneNumberFromString(shipTo.phone)?.getType() === 'FIXED_LINE')
    warn('PHONE_NOT_MOBILE', 'shipToInfo.phone', 'is a landline: the courier cannot send text messages to it');
  for (const [name, party] of [
    ['shipToInfo', shipTo],
    ['shipFromInfo', shipFrom],
  ] as const) {
    warnOfAddress(party, name, shipTo.countryCode !== shipFrom.countryCode, warn);
  }
  if (shipTo.countryCode !== shipFrom.countryCode) warnOfGoods(packages, warn);
  for (const [index, { weightGrams, lengthMm, widthMm, heightMm }] of packages.entries()) {
    const volumetricGrams = ((lengthMm ?? 0n) * (widthMm ?? 0n) * (heightMm ?? 0n)) / MM3_PER_GRAM;
    if (volumetricGrams > weightGrams)
      warn(
        'VOLUMETRIC_WEIGHT',
        `packagesInfo.${index}.weight`,
        `is less than the ${kilograms(volumetricGrams)} kg of its volume (cm³ ÷ 5000), which most couriers charge`,
      );
  }
  return all;
}

type Warn = (code: Warning['code'], field: string, message: string) => void;

function warnOfAddress(party: Party, name: string, isAbroad: boolean, warn: Warn): void {
  if (isAbroad && lacksPostcode(party))
    warn(
      'POSTCODE_MISSING',
      `${name}.postalCode`,
      `is empty, and ${party.countryCode} has postal codes: customs may delay the parcel`,
    );
  if (isAbroad && lacksLatin(party))
    warn(
      'LATIN_MISSING',
      `${name}.latin`,
      'is empty: send the address in Latin letters too, because sorting centres abroad may read no others',
    );
  if (party.countryCode === 'SA' && !hasNationalAddress(party))
    warn(
      'NATIONAL_ADDRESS_MISSING',
      `${name}.shortAddress`,
      'is empty: couriers in Saudi Arabia ask for the National Address',
    );
}

function warnOfGoods(packages: readonly Package[], warn: Warn): void {
  for (const [index, { items }] of packages.entries())
    for (const [number, { name, customsDescription }] of items.entries())
      if (customsDescription === undefined && hasOtherLetters(name))
        warn(
          'LATIN_MISSING',
          `packagesInfo.${index}.items.${number}.customsDescription`,
          'is empty: say in Latin letters what it is, because customs abroad may read no others',
        );
}

/** The usual divisor of couriers: 5,000 cm³ count as a kilogram. */
const MM3_PER_GRAM = 5_000n;

function lacksPostcode({ postalCode, shortAddress, countryCode }: Party): boolean {
  return (
    postalCode === undefined && shortAddress === undefined && postcodes.postcodeValidatorExistsForCountry(countryCode)
  );
}

function kilograms(grams: bigint): string {
  return `${grams / 1_000n}.${String(grams % 1_000n).padStart(3, '0')}`;
}
