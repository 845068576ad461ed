import type { Place } from '@qafila/schema/violations';
import type { Party } from './party.schema.ts';

/** The short form: 4 letters and 4 digits. */
export const SHORT_ADDRESS = { is: /^[A-Z]{4}\d{4}$/, expects: '4 letters and 4 digits, such as RRRD2929' };

/** Since 2026 no courier in Saudi Arabia may accept a parcel without a National Address. */
export function judgeNationalAddress(party: Party | undefined, at: Place): void {
  if (party?.countryCode !== 'SA' || hasNationalAddress(party)) return;
  const place = at.below('shortAddress');
  if (place.hasFailed) return;
  place.fail(
    'is required: a Saudi address needs the National Address: ' +
      'shortAddress, or buildingNumber, addressLine1, district, postalCode and city',
    'NATIONAL_ADDRESS_REQUIRED',
  );
}

export function hasNationalAddress({
  shortAddress,
  buildingNumber,
  addressLine1,
  district,
  postalCode,
  city,
}: Partial<Party>): boolean {
  return [[shortAddress], [buildingNumber, addressLine1, district, postalCode, city]].some((parts) =>
    parts.every((part) => part !== undefined),
  );
}
