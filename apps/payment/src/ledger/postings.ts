/** The accounts of a store's books; each currency has its own set. */
export type LedgerAccount =
  /** Money that a provider owes the store. */
  | 'gateway_receivable'
  /** Money that belongs to the store. It is a credit, so its balance is negative. */
  | 'merchant_payable'
  | 'fees'
  /** Money that arrived too late, until it is returned. */
  | 'suspense';

export type PostingKind = 'capture' | 'refund' | 'fee' | 'late_capture' | 'reversal';

export interface Posting {
  kind: PostingKind;
  /** What the posting is for. Kind and reference together are the primary key, so a second posting is refused. */
  reference: string;
  amount: bigint;
}

export interface LedgerLine {
  account: LedgerAccount;
  amount: bigint;
}

const SIDES: Record<PostingKind, { debit: LedgerAccount; credit: LedgerAccount }> = {
  capture: { debit: 'gateway_receivable', credit: 'merchant_payable' },
  refund: { debit: 'merchant_payable', credit: 'gateway_receivable' },
  fee: { debit: 'merchant_payable', credit: 'fees' },
  late_capture: { debit: 'gateway_receivable', credit: 'suspense' },
  reversal: { debit: 'suspense', credit: 'gateway_receivable' },
};

/** The two lines of a posting, in minor units. Their sum is always zero. */
export function linesOf({ kind, amount }: Posting): readonly [LedgerLine, LedgerLine] {
  if (amount <= 0n) throw new RangeError(`a ${kind} of zero or less cannot be posted`);
  const { debit, credit } = SIDES[kind];
  return [
    { account: debit, amount },
    { account: credit, amount: -amount },
  ];
}
