import { OPERATION } from '../providers/stripe/stripe-reports.ts';
import type { SettledKind } from './settlement-line.ts';

/** Which column of a gateway's file has what. */
export interface MappedColumns {
  /** The id of the line. Without one, kind and references identify it. */
  id?: string;
  kind: string;
  /** The columns that may name the payment, ours or the gateway's; those that the file has are read. */
  references: string[];
  gross: string;
  fee?: string;
  net?: string;
  currency: string;
  payout?: string;
  at: string;
  /** Of a line that is settled in another currency: that of the payment, and the amount in it or the rate. */
  exchanged_currency?: string;
  exchanged_amount?: string;
  exchange_rate?: string;
}

/** How the files of a gateway are read, for one store. */
export interface Mapping {
  columns: MappedColumns;
  /** The values of the column `kind`; a value that is not listed is an adjustment, and `ignore` skips the line. */
  kinds: Record<string, SettledKind | 'ignore'>;
  units: 'major' | 'minor';
  /** `by_kind`: the file writes all amounts without a sign. */
  signs: 'signed' | 'by_kind';
  /** `sums`: the file has no lines of payouts; the lines of a payout id sum to what was paid. */
  payouts: 'lines' | 'sums';
  delimiter: ',' | ';' | 'tab';
  /** A posting without a line after so many days is an exception. */
  missing_after_days: number;
  /** How far an actual fee may be from its estimate, in basis points of the gross amount. */
  fee_tolerance_basis_points: number;
}

/** What holds for all lines of a gateway, also for those that come without a file. */
export type SettlementRules = Pick<Mapping, 'payouts' | 'missing_after_days' | 'fee_tolerance_basis_points'>;

const DEFAULTS = {
  signs: 'signed',
  payouts: 'lines',
  delimiter: ',',
  missing_after_days: 7,
  fee_tolerance_basis_points: 50,
} as const;

const SANDBOX: Omit<Mapping, 'units'> = {
  ...DEFAULTS,
  columns: {
    id: 'line_id',
    kind: 'type',
    references: ['merchant_reference', 'payment_id'],
    gross: 'gross',
    fee: 'fee',
    net: 'net',
    currency: 'currency',
    payout: 'payout_id',
    at: 'created_at',
  },
  kinds: {
    capture: 'capture',
    refund: 'refund',
    reversal: 'refund',
    refund_reversal: 'refund_reversal',
    dispute: 'dispute',
    dispute_reversal: 'dispute_reversal',
    payout: 'payout',
  },
};

/** The itemised reports of Stripe's balance, by `reporting_category`. */
const STRIPE: Mapping = {
  ...DEFAULTS,
  columns: {
    id: 'balance_transaction_id',
    kind: 'reporting_category',
    references: [
      `payment_metadata[${OPERATION}]`,
      `refund_metadata[${OPERATION}]`,
      'payment_intent_id',
      'charge_id',
      'source_id',
    ],
    gross: 'gross',
    fee: 'fee',
    net: 'net',
    currency: 'currency',
    payout: 'automatic_payout_id',
    at: 'created_utc',
    exchanged_currency: 'customer_facing_currency',
    exchanged_amount: 'customer_facing_amount',
  },
  kinds: {
    charge: 'capture',
    partial_capture_reversal: 'capture_reversal',
    refund: 'refund',
    refund_failure: 'refund_reversal',
    dispute: 'dispute',
    dispute_reversal: 'dispute_reversal',
    fee: 'fee',
    network_cost: 'fee',
    tax: 'fee',
    payout: 'payout',
    payout_reversal: 'payout_reversal',
  },
  units: 'major',
};

/** Without a mapping. */
export const DEFAULT_RULES: SettlementRules = DEFAULTS;

/** What reads the files of a gateway when the store has saved no mapping. */
export const BUILT_IN_MAPPINGS: Readonly<Record<string, Mapping>> = {
  'cardgateway-a': { ...SANDBOX, units: 'minor' },
  'cardgateway-b': { ...SANDBOX, units: 'major' },
  'walletprovider-wallet': { ...SANDBOX, units: 'major' },
  stripe: STRIPE,
};
