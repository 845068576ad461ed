/** Accounts of a store's books, one set a currency. */
export type LedgerAccount =
  /** What a gateway holds for the store. */
  | 'gateway_receivable'
  /** What the store may call its own; a credit, so below zero. */
  | 'merchant_payable'
  | 'fees'
  /** Money that came too late, until it is back where it came from. */
  | 'suspense';

export type PostingKind = 'capture' | 'refund' | 'fee' | 'late_capture' | 'reversal';

export interface Posting {
  kind: PostingKind;
  /** What it is posted for; with the kind, once: a second posting of it meets the key. */
  reference: string;
  amount: bigint;
}

export interface LedgerLine { account: LedgerAccount; amount: bigint }

const SIDES: Record<PostingKind, { debit: LedgerAccount; credit: LedgerAccount }> = {
  capture: { debit: 'gateway_receivable', credit: 'merchant_payable' },
  refund: { debit: 'merchant_payable', credit: 'gateway_receivable' },
  fee: { debit: 'merchant_payable', credit: 'fees' },
  late_capture: { debit: 'gateway_receivable', credit: 'suspense' },
  reversal: { debit: 'suspense', credit: 'gateway_receivable' },
};

/** The two lines of a posting, in minor units: their sum is zero, whatever the amount. */
export function linesOf({ kind, amount }: Posting): readonly [LedgerLine, LedgerLine] {
  if (amount <= 0n) throw new RangeError(`a ${kind} of nothing is not posted`);
  const { debit, credit } = SIDES[kind];
  return [{ account: debit, amount }, { account: credit, amount: -amount }];
}

const BASIS = 10_000n;

/** What the gateway keeps of a capture: so many basis points, half a minor unit rounded up; never more than the capture. */
export function feeOf(amount: bigint, basisPoints: number): bigint {
  const fee = (amount * BigInt(basisPoints) + BASIS / 2n) / BASIS;
  return fee > amount ? amount : fee;
}
