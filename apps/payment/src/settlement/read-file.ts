import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { invalid } from '@qafila/envelopes/refusal';
import { currencyExponent, MoneyRefusal, toMinorUnits } from '@qafila/money/minor-units';
import { CsvError, parse } from 'csv-parse';
import { LIMITS } from '../limits.ts';
import type { MappedColumns, Mapping } from './mapping.ts';
import type { SettledKind, SettlementLine } from './settlement-line.ts';

const DELIMITERS = { ',': ',', ';': ';', tab: '\t' } as const;
const CHUNK_CHARACTERS = 64 * 1_024;

/** Reads the cells of one row by what the mapping calls them. */
class Row {
  constructor(
    readonly number: number,
    private readonly cells: readonly string[],
    private readonly places: ReadonlyMap<string, number>,
  ) {}

  /** Empty where the file has no such column. */
  text(column: string | undefined): string {
    const place = column === undefined ? undefined : this.places.get(column);
    const text = place === undefined ? '' : (this.cells[place] ?? '').trim();
    if (text.length > LIMITS.textCharactersMax)
      throw this.refusal(column as string, `must have at most ${LIMITS.textCharactersMax} characters`);
    return text;
  }

  refusal(column: string, rule: string): Error {
    return invalid('csv', `Row ${this.number} of csv: ${column} ${rule}.`);
  }
}

/**
 * The lines of a gateway's file. All are read before the first is stored, so a file with a mistake changes nothing.
 * The parser gets the file in parts: other requests are served in between.
 */
export async function readFile(csv: string, mapping: Mapping): Promise<SettlementLine[]> {
  const lines: SettlementLine[] = [];
  let places: ReadonlyMap<string, number> | undefined;
  let number = 0;
  for await (const cells of records(csv, mapping)) {
    number += 1;
    if (places === undefined) {
      places = placesOf(cells, mapping.columns);
      continue;
    }
    if (number > LIMITS.settlementImportRowsMax + 1)
      throw invalid('csv', `csv may have at most ${LIMITS.settlementImportRowsMax} rows. Split the file.`);
    const line = lineOf(new Row(number, cells, places), mapping);
    if (line !== null) lines.push(line);
  }
  if (places === undefined) throw invalid('csv', 'csv must have a first row with the names of its columns.');
  return lines;
}

async function* records(csv: string, { delimiter }: Mapping): AsyncGenerator<string[]> {
  const parser = parse({
    bom: true,
    delimiter: DELIMITERS[delimiter],
    skip_empty_lines: true,
    max_record_size: CHUNK_CHARACTERS,
  });
  try {
    yield* Readable.from(partsOf(csv)).pipe(parser) as AsyncIterable<string[]>;
  } catch (error) {
    if (error instanceof CsvError) throw invalid('csv', `csv is not readable: ${error.message.slice(0, 200)}.`);
    throw error;
  }
}

function* partsOf(csv: string): Generator<string> {
  for (let at = 0; at < csv.length; at += CHUNK_CHARACTERS) yield csv.slice(at, at + CHUNK_CHARACTERS);
}

function placesOf(head: readonly string[], columns: MappedColumns): ReadonlyMap<string, number> {
  const places = new Map(head.map((name, place) => [name.trim(), place]));
  const required = [columns.id, columns.kind, columns.gross, columns.currency, columns.at];
  const missing = required.filter((name) => name !== undefined && !places.has(name));
  if (!columns.references.some((name) => places.has(name))) missing.push(columns.references.join(' or '));
  if (columns.fee !== undefined && columns.net !== undefined && !places.has(columns.fee) && !places.has(columns.net))
    missing.push(`${columns.fee} or ${columns.net}`);
  if (missing.length > 0)
    throw invalid('csv', `csv has no column ${missing.join(', ')}. Change the file, or the mapping of the gateway.`);
  return places;
}

function lineOf(row: Row, mapping: Mapping): SettlementLine | null {
  const { columns } = mapping;
  const said = row.text(columns.kind);
  const kind = Object.hasOwn(mapping.kinds, said) ? (mapping.kinds[said] as SettledKind | 'ignore') : 'adjustment';
  if (kind === 'ignore') return null;
  const currency = row.text(columns.currency).toUpperCase();
  if (currencyExponent(currency) === undefined) throw row.refusal(columns.currency, 'must be an ISO 4217 currency');
  const amounts = amountsOf(row, mapping, { kind, currency });
  const references = [...new Set(columns.references.map((name) => row.text(name)).filter((text) => text !== ''))];
  const at = momentOf(row, columns.at);
  const line = { kind, references, currency, ...amounts, payoutId: row.text(columns.payout) || null, at };
  return { ...line, key: row.text(columns.id) || identityOf(line) };
}

/** Without an id of its own: the same thing about the same payment. Lines about no payment differ by their time. */
function identityOf({ kind, references, payoutId, at }: Omit<SettlementLine, 'key'>): string {
  const parts = references.length > 0 ? [kind, ...references] : [kind, payoutId, at.toISOString()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function amountsOf(
  row: Row,
  { columns, units, signs }: Mapping,
  { kind, currency }: { kind: SettledKind; currency: string },
): Pick<SettlementLine, 'gross' | 'fee' | 'statedFee'> {
  const read = (column: string | undefined): bigint | undefined => {
    const text = row.text(column);
    return text === '' ? undefined : minorOf(row, column as string, { text, units, currency });
  };
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

function minorOf(
  row: Row,
  column: string,
  { text, units, currency }: { text: string; units: Mapping['units']; currency: string },
): bigint {
  try {
    if (units === 'minor' && !/^-?\d+$/.test(text)) throw row.refusal(column, 'must be a whole number of minor units');
    const minor = units === 'minor' ? BigInt(text) : toMinorUnits(text, currency);
    if (minor <= LIMITS.settledMinorMax && minor >= -LIMITS.settledMinorMax) return minor;
  } catch (error) {
    if (!(error instanceof MoneyRefusal)) throw error;
    throw row.refusal(column, error.message);
  }
  throw row.refusal(column, `must be at most ${LIMITS.settledMinorMax} minor units`);
}

/** A time without a zone is UTC; a whole number is seconds since 1970. */
function momentOf(row: Row, column: string): Date {
  const text = row.text(column);
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  const seconds = /^\d{9,10}$/.test(text) ? Number(text) * 1_000 : NaN;
  const offset = zone === undefined || zone === 'UTC' ? 'Z' : zone;
  const date = new Date(day === undefined ? seconds : `${day}T${time ?? '00:00'}${offset}`);
  if (Number.isNaN(date.getTime())) throw row.refusal(column, 'must be a date or a timestamp by ISO 8601');
  return date;
}
