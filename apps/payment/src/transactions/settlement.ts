import { fromMinorUnits } from '@qafila/money/minor-units';
import { invalid } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import type { Owner, Payments } from '../payments.ts';

interface Line { at: Date; posting: string; kind: string; intent_id: string; attempt_id: string; order_reference: string; currency: string; ledger_account: string; amount_minor: string }

/** All lines of the store's books in a stretch of time, as CSV: each posting's lines sum to zero. */
export async function settlementCsv({ pool }: Payments, owner: Owner, { from, to }: { from?: string; to?: string }): Promise<string> {
  const [start, end] = [dateOf(from, 'from'), dateOf(to, 'to')];
  const { rows } = await pool.query<Line>(`
    SELECT l.*, i.order_reference FROM ledger_line l JOIN intent i ON i.account_id = l.account_id AND i.id = l.intent_id
    WHERE l.account_id = $1 AND l.store_id = $2 AND l.mode = $3 AND l.at >= $4 AND l.at < $5 ORDER BY l.at, l.posting, l.line LIMIT ${LIMITS.settlementRowsMax + 1}`,
  [owner.accountId, owner.storeId, owner.mode, start, end]);
  if (rows.length > LIMITS.settlementRowsMax) throw invalid('from', `A settlement may have ${LIMITS.settlementRowsMax} lines: ask for a shorter stretch.`);
  const head = 'at,posting,kind,payment_intent_id,transaction_id,order_reference,currency,account,amount';
  return `${[head, ...rows.map((row) => [row.at.toISOString(), row.posting, row.kind, row.intent_id, row.attempt_id, row.order_reference, row.currency, row.ledger_account,
    fromMinorUnits(BigInt(row.amount_minor), row.currency)].map(cell).join(','))].join('\r\n')}\r\n`;
}

function dateOf(text: string | undefined, param: string): Date {
  const date = new Date(text ?? '');
  if (Number.isNaN(date.getTime())) throw invalid(param, `${param} is required: an ISO 8601 timestamp.`);
  return date;
}

/** A text that a spreadsheet would take for a formula is written as text. Amounts are ours, and may begin with a minus. */
function cell(text: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
