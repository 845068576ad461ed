const BASIS = 10_000n;

/**
 * The provider's fee for a capture, in basis points. Half a minor unit is rounded up, and the fee never exceeds the
 * capture.
 */
export function feeOf(amount: bigint, basisPoints: number): bigint {
  const fee = (amount * BigInt(basisPoints) + BASIS / 2n) / BASIS;
  return fee > amount ? amount : fee;
}
