import { hasOtherLetters } from './latin.schema.ts';
import type { Party } from './party.schema.ts';

/**
 * Whether an address needs Latin letters beside its own and has none. Arabic is written without vowels, so no table
 * makes a name of it that a driver can read: the sender has to spell it. §4.3 takes Arabic texts in every shipment, so
 * this warns, and a courier that sorts by Latin letters alone refuses the booking.
 */
export function lacksLatin({ name, companyName, addressLine1, city, latin }: Party): boolean {
  return latin === undefined && [name, companyName, addressLine1, city].some((text) => hasOtherLetters(text ?? ''));
}
