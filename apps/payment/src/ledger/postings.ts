/**
 * The accounts of a store's books. Each mode, currency and gateway has its own set (decision 0019). A debit is
 * positive and a credit is negative.
 */
export const LEDGER_ACCOUNTS = [
  /** What the gateway owes the store: captures less refunds, fees, disputed amounts and payouts. */
  'gateway_receivable',
  /** What the customers paid, and what was refunded. It is a credit, so its balance is negative. */
  'merchant_payable',
  /** What the gateway keeps for its work: estimated at the capture, then as its settlement file says. */
  'fees',
  /** Disputed amounts that the gateway withholds until the dispute is decided. */
  'dispute_reserve',
  /** Money that arrived too late, until it is returned; as a debit, what was refunded beyond the captured amount. */
  'suspense',
  /** What the gateway paid to the store's bank. */
  'payouts',
  /** What persons corrected. */
  'adjustments',
  /** What the gateway exchanged: a debit in the currency of the payments, a credit in that of the settlement. */
  'exchange',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** Each line in these belongs to a payment. */
export const ACCOUNTS_OF_PAYMENTS: ReadonlySet<LedgerAccount> = new Set([
  'merchant_payable',
  'dispute_reserve',
  'suspense',
]);

interface Sides {
  debit: LedgerAccount;
  credit: LedgerAccount;
  /** A negative amount swaps the sides: a fee was estimated too high, or the gateway collects instead of paying. */
  signed?: boolean;
}

const SIDES = {
  capture: { debit: 'gateway_receivable', credit: 'merchant_payable' },
  refund: { debit: 'merchant_payable', credit: 'gateway_receivable' },
  /** A refund that had succeeded failed at the bank. */
  refund_returned: { debit: 'gateway_receivable', credit: 'merchant_payable' },
  /** A refused refund was paid after the amount had been refunded again: the customer has more than was captured. */
  refund_excess: { debit: 'suspense', credit: 'gateway_receivable' },
  refund_excess_returned: { debit: 'gateway_receivable', credit: 'suspense' },
  /** The other refund failed, so the excess is the refund. */
  refund_covered: { debit: 'merchant_payable', credit: 'suspense' },
  late_capture: { debit: 'gateway_receivable', credit: 'suspense' },
  reversal: { debit: 'suspense', credit: 'gateway_receivable' },
  reversal_returned: { debit: 'gateway_receivable', credit: 'suspense' },
  /** The gateway keeps its fee, so it owes less. */
  fee_estimate: { debit: 'fees', credit: 'gateway_receivable' },
  /** The difference between the estimate and the gateway's report; the whole fee where nothing was estimated. */
  fee_actual: { debit: 'fees', credit: 'gateway_receivable', signed: true },
  /** Versions before 0019 posted `fee` as a debit of merchant_payable. This undoes it when the actual fee is known. */
  fee_correction: { debit: 'fees', credit: 'merchant_payable' },
  /** The gateway withholds a disputed amount. */
  dispute_hold: { debit: 'dispute_reserve', credit: 'gateway_receivable' },
  /** The gateway gives it back without a decision: the dispute was withdrawn, or was only an inquiry. */
  dispute_release: { debit: 'gateway_receivable', credit: 'dispute_reserve' },
  dispute_won: { debit: 'gateway_receivable', credit: 'dispute_reserve' },
  dispute_lost: { debit: 'merchant_payable', credit: 'dispute_reserve' },
  /** A loss was taken back: the money is in the reserve again, and is won or disputed once more. */
  dispute_lost_returned: { debit: 'dispute_reserve', credit: 'merchant_payable' },
  dispute_fee: { debit: 'fees', credit: 'gateway_receivable', signed: true },
  payout: { debit: 'payouts', credit: 'gateway_receivable', signed: true },
  /** The gateway settles a payment in another currency: what it owed in the one, and what it owes in the other. */
  exchange_from: { debit: 'exchange', credit: 'gateway_receivable', signed: true },
  exchange_to: { debit: 'gateway_receivable', credit: 'exchange', signed: true },
  /** Brings the books to what the gateway settled, when a person resolves an exception. */
  settlement_adjustment: { debit: 'gateway_receivable', credit: 'adjustments', signed: true },
} as const satisfies Record<string, Sides>;

export type NewPostingKind = keyof typeof SIDES;
/** `fee` exists only in rows of versions before 0019. */
export type PostingKind = NewPostingKind | 'adjustment' | 'fee';

/** A person names the accounts of an adjustment; those of any other posting follow from its kind. */
export type Posting = PostedAmount &
  ({ kind: NewPostingKind } | { kind: 'adjustment'; debit: LedgerAccount; credit: LedgerAccount });

interface PostedAmount {
  /** What the posting is for. Kind and reference together are the primary key, so a second posting is refused. */
  reference: string;
  amount: bigint;
}

export interface LedgerLine {
  account: LedgerAccount;
  amount: bigint;
}

/** The name of a posting, which is its key in the account's books. */
export function postingName({ kind, reference }: Pick<Posting, 'kind' | 'reference'>): string {
  return `${kind}/${reference}`;
}

/**
 * The operation that a posting is for: a later result of one has a number of its own (`rf_x.2`), and a gateway names
 * the operation alone.
 */
export function operationOf(reference: string): string {
  return reference.replace(/\.\d+$/, '');
}

/** The two lines of a posting, in minor units. Their sum is always zero. */
export function linesOf(posting: Posting): readonly [LedgerLine, LedgerLine] {
  const { kind, amount } = posting;
  const { debit, credit, signed = false }: Sides = posting.kind === 'adjustment' ? posting : SIDES[posting.kind];
  if (amount === 0n || (amount < 0n && !signed)) throw new RangeError(`a ${kind} of ${amount} cannot be posted`);
  return [
    { account: debit, amount },
    { account: credit, amount: -amount },
  ];
}
