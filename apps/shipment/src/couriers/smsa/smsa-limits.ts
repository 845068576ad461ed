import type { Polling } from '../courier.ts';

/** SMSA's calls to merchants are not documented, so parcels are polled. Its batch has no documented bound. */
export const SMSA_POLLING: Polling = { everyMs: 900_000, quietMs: 14_400_000, batchMax: 20 };

export const SMSA_LIMITS = {
  addressCharactersMin: 10,
  addressLine: { linesMax: 2, charactersMax: 100 },
  cityCharactersMin: 3,
  cityCharactersMax: 50,
  nameCharactersMin: 5,
  nameCharactersMax: 150,
  descriptionCharactersMax: 250,
  /** In the currency of the parcel. */
  declaredValueMin: 0.1,
  /** Numbers of parcels that one call asks for. */
  trackedAtOnceMax: 20,
  /** The reason of a refusal that is kept. */
  reasonCharactersMax: 500,
} as const;

/** Where SMSA carries parcels within a country, with the currency in which it collects cash there. */
export const SMSA_CURRENCIES: Readonly<Record<string, string>> = {
  SA: 'SAR',
  AE: 'AED',
  BH: 'BHD',
  KW: 'KWD',
  OM: 'OMR',
  QA: 'QAR',
  JO: 'JOD',
  EG: 'EGP',
};
