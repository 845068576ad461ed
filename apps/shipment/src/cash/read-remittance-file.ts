import { createHash } from 'node:crypto';
import { amountCell, currencyCell, DELIMITERS, momentCell } from '@qafila/csv/read-cells';
import { readCsv } from '@qafila/csv/read-csv';
import type { CsvRow } from '@qafila/csv/read-csv';
import { invalid } from '@qafila/envelopes/refusal';
import { CASH, LIMITS } from '../limits.ts';
import type { RemittanceColumns, RemittanceMapping } from './mapping.ts';
import type { RemittanceLine } from './remittance-line.ts';
import type { LineKind } from './remittance.entity.ts';

type KeylessLine = Omit<RemittanceLine, 'key'>;

/** The lines of a courier's file. All are read before the first is stored, so a file with a mistake changes nothing. */
export async function readRemittanceFile(csv: string, mapping: RemittanceMapping): Promise<RemittanceLine[]> {
  const lines: RemittanceLine[] = [];
  const seen = new Map<string, number>();
  const rows = readCsv(csv, {
    field: 'csv',
    delimiter: DELIMITERS[mapping.delimiter],
    rowsMax: CASH.fileRowsMax,
    cellCharactersMax: LIMITS.textCharactersMax,
    checkColumns: (names) => requireColumns(names, mapping.columns),
  });
  for await (const row of rows) {
    const line = lineOf(row, mapping);
    if (line === null) continue;
    const { id = '', ...read } = line;
    lines.push({ ...read, key: `${line.remittanceId}/${id || nextIdentity(seen, read)}` });
  }
  return lines;
}

function requireColumns(names: ReadonlySet<string>, columns: RemittanceColumns): void {
  const { id, kind, amount, currency, remittance, at } = columns;
  const missing = [id, kind, amount, currency, remittance, at].filter((name) => name !== undefined && !names.has(name));
  if (!columns.references.some((name) => names.has(name))) missing.push(columns.references.join(' or '));
  if (missing.length > 0)
    throw invalid('csv', `csv has no column ${missing.join(', ')}. Change the file, or the mapping of the courier.`);
}

function lineOf(row: CsvRow, mapping: RemittanceMapping): (KeylessLine & { id?: string }) | null {
  const { columns } = mapping;
  const kind = kindOf(row, mapping);
  if (kind === 'ignore') return null;
  const currency = columns.currency === undefined ? (mapping.currency as string) : currencyCell(row, columns.currency);
  const references = [...new Set(columns.references.map((name) => row.text(name)).filter((text) => text !== ''))];
  const remittanceId = row.text(columns.remittance);
  if (remittanceId === '') throw row.refusal(columns.remittance, 'is required');
  const at = momentCell(row, columns.at);
  const amounts = amountsOf(row, mapping, { kind, currency });
  return { kind, references, currency, ...amounts, remittanceId, at, id: row.text(columns.id) };
}

function kindOf(row: CsvRow, { columns, kinds }: RemittanceMapping): LineKind | 'ignore' {
  if (columns.kind === undefined) return 'cash';
  const said = row.text(columns.kind);
  if (Object.hasOwn(kinds, said)) return kinds[said] as LineKind | 'ignore';
  throw row.refusal(columns.kind, `is ${JSON.stringify(said)}, which the mapping does not list`);
}

/**
 * Without an id of its own: the same amounts of the same parcel, or of the same time, and which of such lines in the
 * file it is. So equal lines of a file are all kept, and the same file again has the same ones.
 */
function nextIdentity(seen: Map<string, number>, line: KeylessLine): string {
  const { kind, references, remittanceId, currency, amount, fee, at } = line;
  const about = references.length > 0 ? references : [at.toISOString()];
  const same = JSON.stringify([kind, ...about, currency, String(amount), String(fee), remittanceId]);
  const number = (seen.get(same) ?? 0) + 1;
  seen.set(same, number);
  return createHash('sha256').update(`${same} ${number}`).digest('base64url');
}

/** What reaches the bank counts: where fee and net contradict each other, net is right. */
function amountsOf(
  row: CsvRow,
  { columns, units }: RemittanceMapping,
  { kind, currency }: { kind: LineKind; currency: string },
): Pick<RemittanceLine, 'amount' | 'fee' | 'statedFee'> {
  const read = (column: string | undefined): bigint | undefined =>
    amountCell(row, column, { units, currency, minorMax: CASH.amountMinorMax });
  const amount = read(columns.amount);
  const stated = read(columns.fee);
  if (kind === 'fee') {
    const fee = stated === undefined || stated === 0n ? (amount ?? 0n) : stated;
    return { amount: 0n, fee, statedFee: fee };
  }
  if (amount === undefined) throw row.refusal(columns.amount, 'is required');
  if (kind === 'payment') return { amount, fee: 0n, statedFee: 0n };
  const net = read(columns.net);
  const fee = net === undefined ? (stated ?? 0n) : amount - net;
  return { amount, fee, statedFee: stated ?? fee };
}
