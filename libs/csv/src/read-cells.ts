import { currencyExponent, MoneyRefusal, toMinorUnits } from '@qafila/money/minor-units';
import type { CsvRow } from './read-csv.ts';

/** What a file's mapping may name as the separator of cells. */
export const DELIMITERS = { ',': ',', ';': ';', tab: '\t' } as const;

/** An ISO 4217 code, in capitals. */
export function currencyCell(row: CsvRow, column: string): string {
  const currency = row.text(column).toUpperCase();
  if (currencyExponent(currency) === undefined) throw row.refusal(column, 'must be an ISO 4217 currency');
  return currency;
}

export interface AmountCell {
  units: 'major' | 'minor';
  currency: string;
  minorMax: bigint;
}

/** An amount in minor units; undefined where the cell is empty, or the file has no such column. */
export function amountCell(
  row: CsvRow,
  column: string | undefined,
  { units, currency, minorMax }: AmountCell,
): bigint | undefined {
  const text = row.text(column);
  if (column === undefined || text === '') return undefined;
  try {
    if (units === 'minor' && !/^-?\d+$/.test(text)) throw row.refusal(column, 'must be a whole number of minor units');
    const minor = units === 'minor' ? BigInt(text) : toMinorUnits(text, currency);
    if (minor <= minorMax && minor >= -minorMax) return minor;
  } catch (error) {
    if (!(error instanceof MoneyRefusal)) throw error;
    throw row.refusal(column, error.message);
  }
  throw row.refusal(column, `must be at most ${minorMax} minor units`);
}

/** A time without a zone is UTC; a whole number is seconds since 1970. */
export function momentCell(row: CsvRow, column: string): Date {
  const text = row.text(column);
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  const seconds = /^\d{9,10}$/.test(text) ? Number(text) * 1_000 : NaN;
  const offset = zone === undefined || zone === 'UTC' ? 'Z' : zone;
  const date = new Date(day === undefined ? seconds : `${day}T${time ?? '00:00'}${offset}`);
  if (Number.isNaN(date.getTime())) throw row.refusal(column, 'must be a date or a timestamp by ISO 8601');
  return date;
}
