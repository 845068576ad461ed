/** Which column of a courier's remittance file has what. */
export interface RemittanceColumns {
  /** The id of the line. Without one, remittance, kind and references identify it. */
  id?: string;
  /** What the line is. Without one, every line is the cash of a parcel. */
  kind?: string;
  /** The columns that may name the parcel: its waybill, our id or the merchant's reference. */
  references: string[];
  amount: string;
  fee?: string;
  /** The amount less the fee. */
  net?: string;
  /** Without one, all amounts are in `currency` of the mapping. */
  currency?: string;
  remittance: string;
  at: string;
}

/** How the remittance files of a courier are read, for one company. */
export interface RemittanceMapping {
  columns: RemittanceColumns;
  /** The values of the column `kind`. A value that is not listed refuses the file; `ignore` skips the line. */
  kinds: Record<string, 'cash' | 'fee' | 'payment' | 'ignore'>;
  /** Of a file without a column of it. */
  currency?: string;
  units: 'major' | 'minor';
  delimiter: ',' | ';' | 'tab';
  /** The largest fee that is agreed, in basis points of the cash; a larger one is an exception. */
  fee_basis_points_max: number;
}

/** What holds for all lines of a courier, also for those that come without a file. */
export type RemittanceRules = Pick<RemittanceMapping, 'fee_basis_points_max'>;
/** A fee may be as large as the cash. */
export const DEFAULT_RULES: RemittanceRules = { fee_basis_points_max: 10_000 };

const SANDBOX: RemittanceMapping = {
  ...DEFAULT_RULES,
  columns: {
    id: 'line_id',
    kind: 'type',
    references: ['waybill', 'reference'],
    amount: 'amount',
    fee: 'fee',
    net: 'net',
    currency: 'currency',
    remittance: 'remittance_id',
    at: 'paid_at',
  },
  kinds: { cod: 'cash', fee: 'fee', payment: 'payment' },
  units: 'major',
  delimiter: ',',
};

/** What reads the files of a courier when the company has saved no mapping. */
export const BUILT_IN_MAPPINGS: Readonly<Record<string, RemittanceMapping>> = {
  'sandbox-express': SANDBOX,
  'sandbox-economy': { ...SANDBOX, units: 'minor' },
};
