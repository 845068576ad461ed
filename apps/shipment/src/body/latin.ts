import type { Place } from '@qafila/schema/violations';
import { hasOtherLetters } from './latin.schema.ts';
import type { Party } from './party.schema.ts';

/** Where people read the Arabic script, so that a parcel between two of them arrives without Latin letters. */
const READ_ARABIC_SCRIPT = new Set(
  'AE AF BH DJ DZ EG IQ IR JO KM KW LB LY MA MR OM PK PS QA SA SD SO SY TD TN YE'.split(' '),
);

/** Whether an address needs Latin letters beside its own and has none. */
export function lacksLatin({ name, companyName, addressLine1, city, latin }: Party): boolean {
  return latin === undefined && [name, companyName, addressLine1, city].some((text) => hasOtherLetters(text ?? ''));
}

/**
 * Across a border every sorting centre reads Latin letters, and not every one reads others. Arabic is written without
 * vowels, so no table makes a name of it that a driver can read: the sender has to spell it.
 */
export function judgeLatin(
  { shipTo, shipFrom }: { shipTo: Party | undefined; shipFrom: Party | undefined },
  at: Place,
): void {
  if (shipTo === undefined || shipFrom === undefined) return;
  if ([shipTo, shipFrom].every(({ countryCode }) => READ_ARABIC_SCRIPT.has(countryCode))) return;
  for (const [name, party] of Object.entries({ shipToInfo: shipTo, shipFromInfo: shipFrom })) {
    const place = at.below(name).below('latin');
    if (lacksLatin(party) && !place.hasFailed)
      place.fail(
        'is required: the address is not in Latin letters, and one of the two countries reads no other script like it',
        'LATIN_REQUIRED',
      );
  }
}
