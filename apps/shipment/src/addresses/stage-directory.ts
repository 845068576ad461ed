import type { AddressDirectory, NationalAddress } from './address-directory.ts';

/** Made-up addresses for tests of a merchant's own; the first is the example of the reference. */
const TABLE: Readonly<Record<string, NationalAddress>> = {
  RRRD2929: {
    buildingNumber: '2929',
    additionalNumber: '8118',
    postalCode: '12333',
    ar: { street: 'طريق الملك فهد', district: 'العليا', city: 'الرياض' },
    en: { street: 'King Fahd Road', district: 'Al Olaya', city: 'Riyadh' },
  },
  JJJA1010: {
    buildingNumber: '1010',
    additionalNumber: '7007',
    postalCode: '23334',
    ar: { street: 'شارع التحلية', district: 'الأندلس', city: 'جدة' },
    en: { street: 'Tahlia Street', district: 'Al Andalus', city: 'Jeddah' },
  },
};

/** A table for stage mode. It is far from complete, so an address that it lacks may exist. */
export class StageDirectory implements AddressDirectory {
  readonly isComplete = false;

  async find(shortAddress: string): Promise<NationalAddress | null> {
    return TABLE[shortAddress] ?? null;
  }
}
