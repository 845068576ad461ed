import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { invalid } from '@qafila/envelopes/refusal';
import { CsvError, parse } from 'csv-parse';

const CHUNK_CHARACTERS = 64 * 1_024;

export interface CsvRules {
  /** Of a row, and of what is quoted in a refusal's message: the request's field that has the file. */
  field: string;
  delimiter?: ',' | ';' | '\t';
  rowsMax: number;
  cellCharactersMax: number;
  /** Throws when the heading lacks a column that must be there. */
  checkColumns(names: ReadonlySet<string>): void;
}

/** One row below the heading. */
export class CsvRow {
  constructor(
    /** As a spreadsheet counts: the heading is row 1. */
    readonly number: number,
    private readonly cells: readonly string[],
    private readonly places: ReadonlyMap<string, number>,
    private readonly rules: CsvRules,
  ) {}

  /** Trimmed. Empty where the file has no such column. */
  text(column: string | undefined): string {
    const place = column === undefined ? undefined : this.places.get(column);
    const text = place === undefined ? '' : (this.cells[place] ?? '').trim();
    const max = this.rules.cellCharactersMax;
    if (text.length > max) throw this.refusal(column as string, `must have at most ${max} characters`);
    return text;
  }

  refusal(column: string, rule: string): Error {
    return invalid(this.rules.field, `Row ${this.number} of ${this.rules.field}: ${column} ${rule}.`);
  }
}

/**
 * The rows of a file whose first row names its columns. The parser gets the file in parts: other requests are served in
 * between. Throws a 400 that names the row, the column and the rule.
 */
export async function* readCsv(csv: string, rules: CsvRules): AsyncGenerator<CsvRow> {
  const { field, rowsMax } = rules;
  let places: ReadonlyMap<string, number> | undefined;
  let number = 0;
  for await (const cells of records(csv, rules)) {
    number += 1;
    if (places === undefined) {
      places = new Map(cells.map((name, place) => [name.trim(), place]));
      rules.checkColumns(new Set(places.keys()));
    } else {
      if (number > rowsMax + 1) throw invalid(field, `${field} may have at most ${rowsMax} rows. Split the file.`);
      yield new CsvRow(number, cells, places, rules);
    }
  }
  if (places === undefined) throw invalid(field, `${field} must have a first row with the names of its columns.`);
}

async function* records(csv: string, { field, delimiter = ',' }: CsvRules): AsyncGenerator<string[]> {
  const parser = parse({ bom: true, delimiter, skip_empty_lines: true, max_record_size: CHUNK_CHARACTERS });
  try {
    yield* Readable.from(partsOf(csv)).pipe(parser) as AsyncIterable<string[]>;
  } catch (error) {
    if (error instanceof CsvError) throw invalid(field, `${field} is not readable: ${error.message.slice(0, 200)}.`);
    throw error;
  }
}

/** Streams run on microtasks alone: without a turn of the event loop a large file would block every other request. */
async function* partsOf(csv: string): AsyncGenerator<string> {
  for (let at = 0; at < csv.length; at += CHUNK_CHARACTERS) {
    await setImmediate();
    yield csv.slice(at, at + CHUNK_CHARACTERS);
  }
}
