import type { CourierService, Polling } from '../courier.ts';

/** DHL Express has no calls of its own here, so parcels are only polled. It takes 200 waybills; 20 bound an answer. */
export const DHL_POLLING: Polling = { everyMs: 1_800_000, quietMs: 14_400_000, batchMax: 20 };

/** Of the documentation, version 3.1.1. */
export const DHL_VERSION = '3.1.0';

export const DHL_LIMITS = {
  addressLine: { linesMax: 3, charactersMax: 45 },
  cityCharactersMax: 45,
  companyCharactersMax: 100,
  nameCharactersMax: 255,
  emailCharactersMax: 70,
  provinceCharactersMax: 35,
  postalCodeCharactersMax: 12,
  registrationCharactersMax: 35,
  referenceCharactersMax: 35,
  descriptionCharactersMax: 70,
  itemDescriptionCharactersMax: 512,
  linesMax: 999,
  noteCharactersMax: 80,
  /** The reason of a refusal that is kept. */
  reasonCharactersMax: 500,
  /** A label is made for a day that is not over. */
  plannedInMs: 600_000,
} as const;

/** The products that carry parcels. Others that an account has can be named too. */
export const DHL_PRODUCTS: readonly CourierService[] = [
  { code: 'N', name: 'EXPRESS DOMESTIC' },
  { code: 'P', name: 'EXPRESS WORLDWIDE' },
  { code: 'U', name: 'EXPRESS WORLDWIDE (EU)' },
  { code: 'E', name: 'EXPRESS 9:00' },
  { code: 'M', name: 'EXPRESS 10:30' },
  { code: 'Y', name: 'EXPRESS 12:00' },
  { code: 'H', name: 'ECONOMY SELECT' },
  { code: 'W', name: 'ECONOMY SELECT (EU)' },
];
