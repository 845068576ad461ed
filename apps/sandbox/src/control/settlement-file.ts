import { Refusal } from '@qafila/envelopes/refusal';
import { fromMinorUnits } from '@qafila/money/minor-units';
import type { ProviderName } from '../companies.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SettlementFileQuery, SettlementLever } from './control.schema.ts';

/** One line of the file. Amounts are minor units, signed as they move the balance at the gateway. */
interface Line {
  line_id: string;
  type: string;
  merchant_reference: string;
  payment_id: string;
  gross: bigint;
  fee: bigint;
  currency: string;
  payout_id: string;
  created_at: string;
}

interface Booked {
  id: string;
  type: 'capture' | 'refund' | 'reversal' | 'dispute' | 'dispute_reversal';
  merchant_reference: string;
  payment_id: string;
  amount: string;
  currency: string;
  at: Date;
}

/** Gateway A writes minor units; the others write major units. */
const UNITS: Record<SettlementFileQuery['gateway'], 'minor' | 'major'> = {
  'cardgateway-a': 'minor',
  'cardgateway-b': 'major',
  'walletprovider-wallet': 'major',
};

/**
 * The settlement file of a gateway for a period, from its own books: each capture with its fee, each refund, what
 * disputes took and gave back, and one payout of all of them for each currency. The same period gives the same file, as
 * long as nothing happens in it.
 */
export async function settlementFile(
  { pool }: Sandbox,
  { gateway, from, to, fee_basis_points: basisPoints = LIMITS.feeBasisPointsDefault, lever }: SettlementFileQuery,
): Promise<string> {
  const provider: ProviderName = gateway === 'walletprovider-wallet' ? 'walletprovider' : gateway;
  const { rows } = await pool.query<Booked>(BOOKED, [provider, from, to, LIMITS.settlementLinesMax + 1]);
  if (rows.length > LIMITS.settlementLinesMax)
    throw new Refusal(400, 'validation_error', `The period has more than ${LIMITS.settlementLinesMax} lines.`, {
      param: 'to',
    });
  // A payout for each period: two files of one day are two payouts.
  const end = new Date(to).toISOString().replace(/[-:]|\.\d+Z$/g, '');
  const lines = rows.map((row) => lineOf(row, { payout: `PO-${gateway}-${row.currency}-${end}`, basisPoints }));
  const settled = pullLever(lines, lever);
  return csvOf([...settled, ...payoutsOf(settled, { at: new Date(to), lever })], UNITS[gateway]);
}

const BOOKED = `
  SELECT * FROM (
    SELECT p.id, 'capture' AS type, p.reference AS merchant_reference, p.id AS payment_id,
      p.captured_minor - coalesce((SELECT sum(o.amount_minor) FROM operation o WHERE o.provider = p.provider
        AND o.payment_id = p.id AND o.kind = 'capture' AND o.status = 'succeeded'), 0) AS amount,
      p.currency, p.created_at AS at
    FROM payment p WHERE p.provider = $1 AND p.captured_minor > 0
    UNION ALL
    SELECT o.id, o.kind, o.reference, o.payment_id, o.amount_minor, p.currency, o.updated_at
    FROM operation o JOIN payment p ON p.provider = o.provider AND p.id = o.payment_id
    WHERE o.provider = $1 AND o.kind IN ('capture', 'refund', 'reversal') AND o.status = 'succeeded'
    AND o.amount_minor > 0
    UNION ALL
    SELECT d.id, 'dispute', p.reference, p.id, d.amount_minor, p.currency, d.created_at
    FROM dispute d JOIN payment p ON p.provider = d.provider AND p.id = d.payment_id WHERE d.provider = $1
    UNION ALL
    SELECT d.id || '_returned', 'dispute_reversal', p.reference, p.id, d.amount_minor, p.currency, d.returned_at
    FROM dispute d JOIN payment p ON p.provider = d.provider AND p.id = d.payment_id
    WHERE d.provider = $1 AND d.returned_at IS NOT NULL
  ) booked WHERE amount > 0 AND at >= $2 AND at < $3 ORDER BY at, id LIMIT $4`;

function lineOf(row: Booked, { payout, basisPoints }: { payout: string; basisPoints: number }): Line {
  const amount = BigInt(row.amount);
  const isCapture = row.type === 'capture';
  return {
    line_id: `ln_${row.id}`,
    type: row.type,
    merchant_reference: row.merchant_reference,
    payment_id: row.payment_id,
    gross: isCapture || row.type === 'dispute_reversal' ? amount : -amount,
    fee: isCapture ? (amount * BigInt(basisPoints) + 5_000n) / 10_000n : 0n,
    currency: row.currency,
    payout_id: payout,
    created_at: row.at.toISOString(),
  };
}

/** What a mistake of a gateway looks like, at its first capture. */
function pullLever(lines: readonly Line[], lever: SettlementLever | undefined): Line[] {
  const at = lines.findIndex(({ type }) => type === 'capture');
  const first = lines[at];
  if (first === undefined || lever === undefined) return [...lines];
  const others = lines.filter((line) => line !== first);
  switch (lever) {
    case 'unmatched':
      return [
        ...lines,
        { ...first, line_id: 'ln_unknown', merchant_reference: 'op_unknown', payment_id: 'pay_unknown' },
      ];
    case 'amount':
      return [{ ...first, gross: first.gross - 1n }, ...others];
    case 'fee':
      return [{ ...first, fee: first.fee + first.gross / 10n }, ...others];
    case 'duplicate':
      return [...lines, { ...first, line_id: `${first.line_id}_again` }];
    case 'missing':
      return others;
    case 'currency':
      return [{ ...first, currency: first.currency === 'USD' ? 'EUR' : 'USD' }, ...others];
    case 'payout':
      return [...lines];
  }
}

/** One payout for each payout id and currency; the lever gives it an id that no line names. */
function payoutsOf(lines: readonly Line[], { at, lever }: { at: Date; lever: SettlementLever | undefined }): Line[] {
  const payouts = new Map<string, Line>();
  for (const { payout_id: id, currency, gross, fee } of lines) {
    const named = lever === 'payout' ? `${id}-unknown` : id;
    const sum = (payouts.get(`${id} ${currency}`)?.gross ?? 0n) - gross + fee;
    const about = { line_id: `ln_${named}-${currency}`, type: 'payout', merchant_reference: '', payment_id: '' };
    const payout = { ...about, gross: sum, fee: 0n, currency, payout_id: named, created_at: at.toISOString() };
    payouts.set(`${id} ${currency}`, payout);
  }
  return [...payouts.values()].filter(({ gross }) => gross !== 0n);
}

function csvOf(lines: readonly Line[], units: 'minor' | 'major'): string {
  const head = 'line_id,type,merchant_reference,payment_id,gross,fee,net,currency,payout_id,created_at';
  const rows = lines.map(({ gross, fee, currency, ...line }) => {
    const text = (minor: bigint): string => (units === 'minor' ? String(minor) : fromMinorUnits(minor, currency));
    const amounts = [text(gross), text(fee), text(gross - fee), currency];
    return [
      line.line_id,
      line.type,
      line.merchant_reference,
      line.payment_id,
      ...amounts,
      line.payout_id,
      line.created_at,
    ];
  });
  return `${[head, ...rows.map((row) => row.map(cell).join(','))].join('\r\n')}\r\n`;
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
