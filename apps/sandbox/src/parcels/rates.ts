import type { CourierName } from '../companies.ts';
import { SERVICES } from './book-parcel.ts';

export interface Route {
  from: string;
  to: string;
  weightGrams: number;
}
export interface Rate {
  service: string;
  name: string;
  /** SAR. */
  minor: number;
  days: number;
}

/** What the couriers charge: the same for the same parcel, so that rules by price can be tried. Pure. */
export function ratesOf(courier: CourierName, { from, to, weightGrams }: Route): Rate[] {
  const isAbroad = from !== to;
  const kilograms = Math.max(1, Math.ceil(weightGrams / 1_000));
  return RATES[courier].map(({ service, base, perKilogram, days }) => ({
    service,
    name: SERVICES[courier][service] ?? service,
    minor: (base + perKilogram * (kilograms - 1)) * (isAbroad ? 4 : 1),
    days: days + (isAbroad ? 4 : 0),
  }));
}

const RATES: Record<CourierName, readonly { service: string; base: number; perKilogram: number; days: number }[]> = {
  'sandbox-express': [
    { service: 'STANDARD', base: 2_400, perKilogram: 300, days: 2 },
    { service: 'NOON', base: 3_900, perKilogram: 400, days: 1 },
  ],
  'sandbox-economy': [{ service: 'ECONOMY', base: 1_700, perKilogram: 200, days: 5 }],
};
