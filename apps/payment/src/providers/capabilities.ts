import type { CustomerAction } from './customer-action.ts';
import type { Method } from './methods.ts';

/** The smallest and the largest amount of a payment, in minor units. */
export interface AmountRange {
  min?: bigint;
  max?: bigint;
}

/**
 * What a gateway can do. A payment that it cannot take is not sent to it. Absent lists and ranges restrict nothing:
 * then the gateway itself refuses.
 */
export interface Capabilities {
  /** ISO 4217 codes. */
  currencies?: readonly string[];
  /** By currency. */
  amounts?: Readonly<Record<string, AmountRange>>;
  /** ISO 3166 codes of the countries of its customers. */
  countries?: readonly string[];
  captureModes: readonly CaptureMode[];
  /** Captures less than was authorised, and releases the rest. */
  partialCapture: boolean;
  /** Captures one authorisation in several parts. */
  multiCapture: boolean;
  partialRefunds: boolean;
  /**
   * It reports refunds as one sum, so a second one would hide whether the first has happened: another refund of the
   * payment is refused while one is under way.
   */
  oneRefundAtATime?: true;
  /** What the customer may have to do. */
  flows: readonly CustomerAction['kind'][];
  /** What it needs of the customer: without it, it refuses each payment. Absent: nothing. */
  buyer?: readonly BuyerField[];
  /** The wallets of a device that the gateway's own page offers, where the account and the device have them. */
  deviceWallets?: readonly DeviceWallet[];
  /** Keeps the customer's instrument, and charges it later without them. */
  savesInstruments: boolean;
}

export type BuyerField = 'name' | 'email' | 'phone';
export const DEVICE_WALLETS = ['apple_pay', 'google_pay', 'samsung_pay'] as const;
export type DeviceWallet = (typeof DEVICE_WALLETS)[number];

export type CaptureMode = 'automatic' | 'manual';

/** The facts of a payment that a gateway may not support. */
export interface WantedPayment {
  amountMinor: bigint;
  currency: string;
  /** As the merchant spells it. A name instead of a code says nothing about the gateway's countries. */
  country: string;
  method: Method;
  captureMode?: CaptureMode;
  /** The customer lets the store keep the card. */
  saves?: boolean;
}

/** Gateways that the sandbox simulates: every currency and every capability but the ones named here. */
export const UNRESTRICTED: Capabilities = {
  captureModes: ['automatic', 'manual'],
  partialCapture: true,
  multiCapture: false,
  partialRefunds: true,
  flows: ['redirect'],
  savesInstruments: false,
};

/** Why the gateway cannot take the payment; null when it can. */
export function unsupported(
  { methods, capabilities }: { methods: readonly Method[]; capabilities?: Capabilities },
  wanted: WantedPayment,
): string | null {
  if (!methods.includes(wanted.method)) return `it does not support ${wanted.method}`;
  return capabilities === undefined
    ? null
    : (unsupportedAmount(capabilities, wanted) ?? unsupportedTerms(capabilities, wanted));
}

function unsupportedAmount(
  { currencies, amounts }: Capabilities,
  { amountMinor, currency }: WantedPayment,
): string | null {
  if (currencies !== undefined && !currencies.includes(currency)) return `it does not take ${currency}`;
  const { min, max } = amounts?.[currency] ?? {};
  if (min !== undefined && amountMinor < min) return `it takes no amount this small in ${currency}`;
  return max !== undefined && amountMinor > max ? `it takes no amount this large in ${currency}` : null;
}

function unsupportedTerms(
  { countries, captureModes, savesInstruments }: Capabilities,
  { country, captureMode, saves }: WantedPayment,
): string | null {
  const code = country.trim().toUpperCase();
  if (countries !== undefined && /^[A-Z]{2}$/.test(code) && !countries.includes(code))
    return `it has no customers in ${code}`;
  if (saves === true && !savesInstruments) return 'it keeps no cards';
  return captureMode !== undefined && !captureModes.includes(captureMode) ? `it has no ${captureMode} capture` : null;
}
