/** The part of big.js that decimal.ts uses. The package contains no types. */
declare module 'big.js' {
  export interface Big {
    /** Digits, most significant first, without zeros at either end. */
    readonly c: readonly number[];
    /** Power of ten of the first digit. */
    readonly e: number;
    plus(other: Big): Big;
    minus(other: Big): Big;
    neg(): Big;
    cmp(other: Big): -1 | 0 | 1;
    /** Without an argument: all digits, no exponent, no rounding. */
    toFixed(): string;
  }

  export interface BigConstructor {
    new (value: string): Big;
    strict: boolean;
  }

  /** Called without arguments, it returns a constructor with its own settings. */
  const createConstructor: () => BigConstructor;
  export default createConstructor;
}
