import { COURIERS } from './parcels/parcel.entity.ts';
import { PROVIDERS } from './payments/payment.entity.ts';

/** Everyone whom the sandbox plays. */
export const OUTSIDERS = [...PROVIDERS, ...COURIERS] as const;
export type Outsider = (typeof OUTSIDERS)[number];
