import { BUILT_IN_MAPPINGS } from '../src/settlement/mapping.ts';
import type { Mapping } from '../src/settlement/mapping.ts';
import type { FakeProvider } from './fake-provider.ts';

/** One row of a settlement file, in minor units. */
export interface FileRow {
  line_id: string;
  type: string;
  merchant_reference: string;
  payment_id: string;
  gross: bigint;
  fee: bigint;
  net: bigint;
  currency: string;
  payout_id: string;
  created_at: string;
}

/** How a test's gateway is mapped: the columns of FileRow, in minor units, as in the sandbox's files. */
export const FILE_MAPPING = {
  ...(BUILT_IN_MAPPINGS['cardgateway-a'] as Mapping),
  kinds: {
    capture: 'capture',
    capture_reversal: 'capture_reversal',
    refund: 'refund',
    refund_reversal: 'refund_reversal',
    fee: 'fee',
    payout: 'payout',
    payout_returned: 'payout_reversal',
  },
};

/** What a fake gateway's own books say: a line for each capture and refund, and a payout for each currency. */
export function rowsOf(
  provider: FakeProvider,
  { at, fee, payout }: { at: Date; fee: (gross: bigint) => bigint; payout: string },
): FileRow[] {
  const currencies = new Map(provider.requests.map(({ id, currency }) => [id, currency]));
  const row = (
    line: Pick<FileRow, 'line_id' | 'type' | 'merchant_reference' | 'gross' | 'fee'>,
    paid: string,
  ): FileRow => ({
    ...line,
    payment_id: `gw_${paid}`,
    net: line.gross - line.fee,
    currency: currencies.get(paid) as string,
    payout_id: `${payout}-${currencies.get(paid)}`,
    created_at: at.toISOString(),
  });
  const captures = [...provider.payments.values()]
    .filter(({ captured }) => captured > 0n)
    .map(({ id, captured: gross }) =>
      row({ line_id: `ln_${id}`, type: 'capture', merchant_reference: id, gross, fee: fee(gross) }, id),
    );
  const refunds = ([-1n, 1n] as const).flatMap((sign) =>
    (sign < 0n ? provider.refunds : provider.returned).map(({ id, payment, amount }, index, all) => {
      const times = all.slice(0, index).filter((each) => each.id === id).length;
      const type = sign < 0n ? 'refund' : 'refund_reversal';
      const line = {
        line_id: `ln_${type}_${id}_${times}`,
        type,
        merchant_reference: id,
        gross: sign * amount,
        fee: 0n,
      };
      return row(line, payment);
    }),
  );
  const rows = [...captures, ...refunds];
  return [...rows, ...payoutsOf(rows, at)];
}

/** A payout of all lines of each payout id. */
export function payoutsOf(rows: readonly FileRow[], at: Date): FileRow[] {
  const sums = new Map<string, FileRow>();
  for (const { payout_id: id, currency, net } of rows) {
    const sum = (sums.get(id)?.gross ?? 0n) - net;
    const payout = { type: 'payout', merchant_reference: '', payment_id: '', currency, payout_id: id };
    sums.set(id, { ...payout, line_id: `ln_${id}`, gross: sum, fee: 0n, net: sum, created_at: at.toISOString() });
  }
  return [...sums.values()];
}

export function csvOf(rows: readonly FileRow[]): string {
  const names = Object.keys(rows[0] ?? {}) as (keyof FileRow)[];
  return [names.join(','), ...rows.map((row) => names.map((name) => String(row[name])).join(','))].join('\n');
}
