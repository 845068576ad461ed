const BASIS = 10_000n;
/** Parts of the amount in a percent: percents with five decimals are exact. */
const PARTS_PER_PERCENT = 100_000;

/**
 * The provider's fee for a capture, in basis points. Half a minor unit is rounded up, and the fee never exceeds the
 * capture.
 */
export function feeOf(amount: bigint, basisPoints: number): bigint {
  return atMost(amount, shareOf(amount, BigInt(basisPoints), BASIS));
}

/** What a store agreed with a gateway for payments in one currency. */
export interface FeeTerms {
  percent: number;
  /** What each payment costs beside its share. */
  fixedMinor: bigint;
}

/** The fee of a capture by the store's terms, rounded as feeOf() does. */
export function estimateFee(amount: bigint, { percent, fixedMinor }: FeeTerms): bigint {
  const parts = BigInt(Math.round(percent * PARTS_PER_PERCENT));
  return atMost(amount, shareOf(amount, parts, BigInt(100 * PARTS_PER_PERCENT)) + fixedMinor);
}

function shareOf(amount: bigint, share: bigint, whole: bigint): bigint {
  return (amount * share + whole / 2n) / whole;
}

function atMost(amount: bigint, fee: bigint): bigint {
  return fee > amount ? amount : fee;
}
