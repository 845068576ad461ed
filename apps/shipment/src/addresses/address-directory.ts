/** The parts of an address that are words, in one language. */
export interface AddressWords {
  street: string;
  district: string;
  city: string;
}

/** What a short address stands for. */
export interface NationalAddress {
  buildingNumber: string;
  additionalNumber: string;
  postalCode: string;
  ar: AddressWords;
  en: AddressWords;
}

/** The port of a directory of Saudi National Addresses. */
export interface AddressDirectory {
  /** Whether an address that it does not know does not exist. */
  readonly isComplete: boolean;
  /** Null: it has no such address. Throws when it gives no answer. */
  find(shortAddress: string, signal: AbortSignal): Promise<NationalAddress | null>;
}
