import { createHash } from 'node:crypto';
import { amountCell, currencyCell, DELIMITERS, momentCell } from '@qafila/csv/read-cells';
import { readCsv } from '@qafila/csv/read-csv';
import type { CsvRow } from '@qafila/csv/read-csv';
import { invalid } from '@qafila/envelopes/refusal';
import { exchangedFrom } from '@qafila/money/exchange';
import { LIMITS } from '../limits.ts';
import type { MappedColumns, Mapping } from './mapping.ts';
import type { SettledKind, SettlementLine } from './settlement-line.ts';

type KeylessLine = Omit<SettlementLine, 'key'>;

/**
 * The lines of a gateway's file. All are read before the first is stored, so a file with a mistake changes nothing.
 */
export async function readFile(csv: string, mapping: Mapping): Promise<SettlementLine[]> {
  const lines: SettlementLine[] = [];
  const seen = new Map<string, number>();
  const rows = readCsv(csv, {
    field: 'csv',
    delimiter: DELIMITERS[mapping.delimiter],
    rowsMax: LIMITS.settlementImportRowsMax,
    cellCharactersMax: LIMITS.textCharactersMax,
    checkColumns: (names) => requireColumns(names, mapping.columns),
  });
  for await (const row of rows) {
    const line = lineOf(row, mapping);
    if (line === null) continue;
    const { id, ...read } = line;
    lines.push({ ...read, key: id || nextIdentity(seen, read) });
  }
  return lines;
}

function requireColumns(names: ReadonlySet<string>, columns: MappedColumns): void {
  const required = [columns.id, columns.kind, columns.gross, columns.currency, columns.at];
  const missing = required.filter((name) => name !== undefined && !names.has(name));
  if (!columns.references.some((name) => names.has(name))) missing.push(columns.references.join(' or '));
  if (columns.fee !== undefined && columns.net !== undefined && !names.has(columns.fee) && !names.has(columns.net))
    missing.push(`${columns.fee} or ${columns.net}`);
  if (missing.length > 0)
    throw invalid('csv', `csv has no column ${missing.join(', ')}. Change the file, or the mapping of the gateway.`);
}

function lineOf(row: CsvRow, mapping: Mapping): (KeylessLine & { id: string }) | null {
  const { columns } = mapping;
  const said = row.text(columns.kind);
  const kind = Object.hasOwn(mapping.kinds, said) ? (mapping.kinds[said] as SettledKind | 'ignore') : 'adjustment';
  if (kind === 'ignore') return null;
  const currency = currencyCell(row, columns.currency);
  const amounts = amountsOf(row, mapping, { kind, currency });
  const references = [...new Set(columns.references.map((name) => row.text(name)).filter((text) => text !== ''))];
  const at = momentCell(row, columns.at);
  const payoutId = row.text(columns.payout) || null;
  const exchanged = exchangedOf(row, mapping, { kind, currency, gross: amounts.gross });
  return { kind, references, currency, ...amounts, payoutId, at, id: row.text(columns.id), ...exchanged };
}

/** What a line settles of a payment in another currency: as the file states it, else by its rate. */
function exchangedOf(
  row: CsvRow,
  { columns, units }: Mapping,
  { kind, currency: to, gross }: { kind: SettledKind; currency: string; gross: bigint },
): Pick<SettlementLine, 'exchanged'> {
  const { exchanged_currency: name, exchanged_amount: amountColumn, exchange_rate: rateColumn } = columns;
  if (name === undefined || row.text(name) === '' || OF_NO_PAYMENT.has(kind)) return {};
  const currency = currencyCell(row, name);
  if (currency === to) return {};
  const stated = amountCell(row, amountColumn, { units, currency, minorMax: LIMITS.settledMinorMax });
  if (stated !== undefined) {
    const size = stated < 0n ? -stated : stated;
    return { exchanged: { currency, amount: gross < 0n ? -size : size, within: 0n } };
  }
  if (rateColumn === undefined || row.text(rateColumn) === '') return {};
  const from = exchangedFrom(gross, row.text(rateColumn), { from: currency, to });
  if (from === undefined) throw row.refusal(rateColumn, 'must be a positive decimal number');
  return { exchanged: { currency, ...from } };
}

const OF_NO_PAYMENT: ReadonlySet<SettledKind> = new Set(['fee', 'payout', 'payout_reversal', 'adjustment']);

/**
 * Without an id of its own: the same thing about the same payment, or of the same time where it is about none, and
 * which of such lines in the file it is. So equal lines of a file are all kept, and the same file again has the same
 * ones. The first has no number: files that were imported before there were numbers have the same lines, too.
 */
function nextIdentity(seen: Map<string, number>, { kind, references, payoutId, at }: KeylessLine): string {
  const parts = references.length > 0 ? [kind, ...references] : [kind, payoutId, at.toISOString()];
  const same = JSON.stringify(parts);
  const number = (seen.get(same) ?? 0) + 1;
  seen.set(same, number);
  return createHash('sha256')
    .update(number === 1 ? same : `${same} ${number}`)
    .digest('base64url');
}

function amountsOf(
  row: CsvRow,
  { columns, units, signs }: Mapping,
  { kind, currency }: { kind: SettledKind; currency: string },
): Pick<SettlementLine, 'gross' | 'fee' | 'statedFee'> {
  const read = (column: string | undefined): bigint | undefined =>
    amountCell(row, column, { units, currency, minorMax: LIMITS.settledMinorMax });
  const isOut = signs === 'by_kind' && OUTGOING.has(kind);
  const signed = (amount: bigint | undefined): bigint | undefined =>
    amount === undefined || !isOut ? amount : -(amount < 0n ? -amount : amount);
  const gross = signed(read(columns.gross));
  if (gross === undefined) throw row.refusal(columns.gross, 'is required');
  const [stated, net] = [read(columns.fee), signed(read(columns.net))];
  // What moves the balance counts: where fee and net contradict each other, net is right.
  const fee = net === undefined ? (stated ?? 0n) : gross - net;
  return { gross, fee, statedFee: stated ?? fee };
}

const OUTGOING: ReadonlySet<SettledKind> = new Set(['refund', 'capture_reversal', 'dispute', 'fee', 'payout']);
