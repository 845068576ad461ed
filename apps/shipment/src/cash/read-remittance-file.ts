import { createHash } from 'node:crypto';
import { amountCell, currencyCell, DELIMITERS, momentCell } from '@qafila/csv/read-cells';
import { readCsv } from '@qafila/csv/read-csv';
import type { CsvRow } from '@qafila/csv/read-csv';
import { invalid } from '@qafila/envelopes/refusal';
import { CASH, LIMITS } from '../limits.ts';
import type { RemittanceColumns, RemittanceMapping } from './mapping.ts';
import type { RemittanceLine } from './remittance-line.ts';
import type { LineKind } from './remittance.entity.ts';

/** The lines of a courier's file. All are read before the first is stored, so a file with a mistake changes nothing. */
export async function readRemittanceFile(csv: string, mapping: RemittanceMapping): Promise<RemittanceLine[]> {
  const lines: RemittanceLine[] = [];
  const rows = readCsv(csv, {
    field: 'csv',
    delimiter: DELIMITERS[mapping.delimiter],
    rowsMax: CASH.fileRowsMax,
    cellCharactersMax: LIMITS.textCharactersMax,
    checkColumns: (names) => requireColumns(names, mapping.columns),
  });
  for await (const row of rows) {
    const line = lineOf(row, mapping);
    if (line !== null) lines.push(line);
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

function lineOf(row: CsvRow, mapping: RemittanceMapping): RemittanceLine | null {
  const { columns } = mapping;
  const kind = kindOf(row, mapping);
  if (kind === 'ignore') return null;
  const currency = columns.currency === undefined ? (mapping.currency as string) : currencyCell(row, columns.currency);
  const references = [...new Set(columns.references.map((name) => row.text(name)).filter((text) => text !== ''))];
  const remittanceId = row.text(columns.remittance);
  if (remittanceId === '') throw row.refusal(columns.remittance, 'is required');
  const at = momentCell(row, columns.at);
  const line = { kind, references, currency, ...amountsOf(row, mapping, { kind, currency }), remittanceId, at };
  return { ...line, key: `${remittanceId}/${row.text(columns.id) || identityOf(line)}` };
}

function kindOf(row: CsvRow, { columns, kinds }: RemittanceMapping): LineKind | 'ignore' {
  if (columns.kind === undefined) return 'cash';
  const said = row.text(columns.kind);
  if (Object.hasOwn(kinds, said)) return kinds[said] as LineKind | 'ignore';
  throw row.refusal(columns.kind, `is ${JSON.stringify(said)}, which the mapping does not list`);
}

/** Without an id of its own: the same thing about the same parcel, or of the same time. */
function identityOf({ kind, references, at }: Omit<RemittanceLine, 'key'>): string {
  const parts = references.length > 0 ? [kind, ...references] : [kind, at.toISOString()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
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
