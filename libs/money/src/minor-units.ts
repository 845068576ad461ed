import { isRefusal, parseDecimal, toPlainString } from './decimal.ts';

/**
 * ISO 4217 list one, November 2026, by number of decimals. Intl is not used: its tables follow cash use (IQD 0, not 3)
 * and depend on the Node version. Codes without a minor unit (gold, SDR, test codes) are not currencies to charge in.
 */
const CODES_BY_EXPONENT: readonly [exponent: number, codes: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
    COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
    INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
    MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
    STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const EXPONENT = new Map(
  CODES_BY_EXPONENT.flatMap(([exponent, codes]) => codes.split(/\s+/).map((code) => [code, exponent] as const)),
);

export type MoneyRefusalCode = 'unknown-currency' | 'not-an-amount' | 'excess-precision';

/** Says why an amount was not converted. `message` is for the person who sent it, and follows the name of the field. */
export class MoneyRefusal extends Error {
  override readonly name = 'MoneyRefusal';
  readonly code: MoneyRefusalCode;

  constructor(code: MoneyRefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Decimals of the minor unit (2 for SAR, 3 for KWD); undefined if the code, in capitals, is not an active ISO 4217
 * currency.
 */
export function currencyExponent(code: string): number | undefined {
  return EXPONENT.get(code);
}

/**
 * Halalas for riyals: `toMinorUnits('1500.50', 'SAR')` is 150050n. Keeps the sign; ignores zeros beyond the currency's
 * decimals.
 * @throws MoneyRefusal for an unknown currency, a text that is not a decimal or is out of range, or a fraction of a
 * minor unit
 */
export function toMinorUnits(amount: string, currency: string): bigint {
  const exponent = knownExponent(currency);
  const value = parseDecimal(amount);
  if (isRefusal(value)) {
    const code = value.refused === 'too-many-fraction-digits' ? 'excess-precision' : 'not-an-amount';
    throw new MoneyRefusal(code, value.message);
  }
  const [whole = '', fraction = ''] = toPlainString(value).split('.');
  if (fraction.length > exponent)
    throw new MoneyRefusal(
      'excess-precision',
      `has ${fraction.length} decimal${fraction.length === 1 ? '' : 's'}, and ${currency} has ${exponent || 'none'}. ` +
        'Round it before you send it',
    );
  return BigInt(whole + fraction.padEnd(exponent, '0'));
}

/**
 * Major units with all the currency's decimals: `fromMinorUnits(150000n, 'SAR')` is '1500.00'.
 * @throws MoneyRefusal for an unknown currency
 */
export function fromMinorUnits(minor: bigint, currency: string): string {
  const exponent = knownExponent(currency);
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const sign = minor < 0n ? '-' : '';
  return exponent === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-exponent)}`;
}

function knownExponent(currency: string): number {
  const exponent = currencyExponent(currency);
  if (exponent === undefined)
    throw new MoneyRefusal(
      'unknown-currency',
      `has the currency ${JSON.stringify(currency.slice(0, 8))}, which is not an ISO 4217 code`,
    );
  return exponent;
}
