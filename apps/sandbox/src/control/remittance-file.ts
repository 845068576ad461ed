import { Refusal } from '@qafila/envelopes/refusal';
import { csvOf } from '@qafila/csv/write-csv';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import type { RemittanceFileQuery, RemittanceLever } from './control.schema.ts';

/** One line of the file. Amounts are minor units. */
interface Line {
  line_id: string;
  type: 'cod' | 'payment';
  waybill: string;
  reference: string;
  amount: bigint;
  fee: bigint;
  currency: string;
  remittance_id: string;
}

interface Delivered {
  waybill: string;
  reference: string;
  cod_minor: string;
  currency: string;
}

/** As the couriers' own formats: Express writes major units, Economy minor units. */
const UNITS = { 'sandbox-express': 'major', 'sandbox-economy': 'minor' } as const;
const HEAD = 'line_id,type,waybill,reference,amount,fee,net,currency,remittance_id,paid_at'.split(',');

/**
 * The remittance file of a courier for a period, from its own parcels: the cash of each delivered one, and one payment
 * of all of them for each currency. The same period gives the same file, as long as nothing is delivered in it.
 */
export async function remittanceFile({ pool, clock }: Sandbox, query: RemittanceFileQuery): Promise<string> {
  const { courier, from, to, orders = '', fee_basis_points: basisPoints, lever } = query;
  const { rows } = await pool.query<Delivered>(DELIVERED, [
    courier,
    from,
    // Scans are planned ahead.
    new Date(Math.min(Date.parse(to), clock.now().getTime())),
    orders,
    LIMITS.settlementLinesMax + 1,
  ]);
  if (rows.length > LIMITS.settlementLinesMax)
    throw new Refusal(400, 'validation_error', `The period has more than ${LIMITS.settlementLinesMax} parcels.`, {
      param: 'to',
    });
  const end = new Date(to).toISOString().replace(/[-:]|\.\d+Z$/g, '');
  const lines = rows.map((row) => lineOf(row, { courier, end, basisPoints }));
  const reported = pullLever(lines, lever);
  const all = [...reported, ...paymentsOf(lever === 'missing' ? lines : reported, lever)];
  return csvOf(
    HEAD,
    all.map((line) => cellsOf(line, { units: UNITS[courier], at: new Date(to).toISOString() })),
  );
}

const DELIVERED = `
  SELECT p.waybill, p.reference, p.cod_minor, p.currency FROM parcel p
  WHERE p.courier = $1 AND p.cod_minor > 0 AND starts_with(p.merchant_reference, $4) AND EXISTS (
    SELECT 1 FROM parcel_scan s WHERE s.courier = p.courier AND s.waybill = p.waybill AND s.kind = 'delivered'
    AND s.happens_at >= $2 AND s.happens_at <= $3)
  ORDER BY p.waybill LIMIT $5`;

function lineOf(
  { waybill, reference, cod_minor: cod, currency }: Delivered,
  {
    courier,
    end,
    basisPoints = LIMITS.codFeeBasisPointsDefault,
  }: { courier: string; end: string; basisPoints: number | undefined },
): Line {
  const amount = BigInt(cod);
  const fee = (amount * BigInt(basisPoints) + 5_000n) / 10_000n;
  const remittance_id = `REM-${courier}-${currency}-${end}`;
  return { line_id: `c_${waybill}`, type: 'cod', waybill, reference, amount, fee, currency, remittance_id };
}

/** What a mistake of a courier looks like, at its first parcel. */
function pullLever(lines: readonly Line[], lever: RemittanceLever | undefined): Line[] {
  const [first, ...others] = lines;
  if (first === undefined) return [];
  switch (lever) {
    case 'short':
      return [{ ...first, amount: first.amount - first.amount / 10n }, ...others];
    case 'missing':
      return others;
    case 'double':
      return [...lines, { ...first, line_id: `${first.line_id}_again` }];
    case 'unknown':
      return [...lines, { ...first, line_id: 'c_unknown', waybill: 'UNKNOWN', reference: '' }];
    case 'currency':
      return [{ ...first, currency: first.currency === 'USD' ? 'EUR' : 'USD' }, ...others];
    case 'fee':
      return [{ ...first, fee: first.fee + first.amount / 10n }, ...others];
    case 'payment':
    case undefined:
      return [...lines];
  }
}

/** What reaches the bank: one payment for each currency. */
function paymentsOf(lines: readonly Line[], lever: RemittanceLever | undefined): Line[] {
  const payments = new Map<string, Line>();
  for (const { currency, amount, fee, remittance_id } of lines) {
    const sum = (payments.get(currency)?.amount ?? (lever === 'payment' ? -1n : 0n)) + amount - fee;
    const about = { line_id: `p_${remittance_id}`, type: 'payment', waybill: '', reference: '' } as const;
    payments.set(currency, { ...about, amount: sum, fee: 0n, currency, remittance_id });
  }
  return [...payments.values()];
}

function cellsOf(
  { amount, fee, currency, ...line }: Line,
  { units, at }: { units: 'minor' | 'major'; at: string },
): string[] {
  const text = (minor: bigint): string => (units === 'minor' ? String(minor) : fromMinorUnits(minor, currency));
  const { line_id, type, waybill, reference, remittance_id } = line;
  const amounts = [text(amount), text(fee), text(amount - fee), currency];
  return [line_id, type, waybill, reference, ...amounts, remittance_id, at];
}
