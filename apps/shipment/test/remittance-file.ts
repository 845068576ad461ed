export const PAID_AT = '2026-11-22T09:30:00Z';

/** How the files of these tests name their columns and kinds. */
export const MAPPING = {
  columns: {
    id: 'no',
    kind: 'what',
    references: ['awb', 'order'],
    amount: 'cash',
    fee: 'fee',
    net: 'net',
    currency: 'ccy',
    remittance: 'batch',
    at: 'paid',
  },
  kinds: { COD: 'cash', CHARGE: 'fee', TRANSFER: 'payment', INFO: 'ignore' },
  units: 'major',
  delimiter: ';',
  fee_basis_points_max: 500,
};

export interface Line {
  no: string;
  what?: string;
  awb?: string;
  order?: string;
  cash: string;
  fee?: string;
  net?: string;
  ccy?: string;
  batch: string;
}

/** A courier's file with these lines. */
export function fileOf(lines: readonly Line[]): string {
  const rows = lines.map(({ no, what = 'COD', awb = '', order = '', cash, fee = '0', net, ccy = 'SAR', batch }) =>
    [no, what, awb, order, cash, fee, net ?? String(Number(cash) - Number(fee)), ccy, batch, PAID_AT].join(';'),
  );
  return ['no;what;awb;order;cash;fee;net;ccy;batch;paid', ...rows].join('\r\n');
}
