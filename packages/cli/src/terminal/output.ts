import { parseStrict } from '@qafila/json/strict-json';
import { stringifyExact } from '@qafila/json/write-json';
import type { JsonValue } from '@qafila/json/json-value';
import { usageFailure } from '../failure.ts';
import { formatJson } from './format-json.ts';
import { paintFor } from './paint.ts';
import type { Paint } from './paint.ts';

export interface OutputOptions {
  json?: boolean;
  field?: string;
}

/**
 * Where a command writes. Results go to stdout: for people, or with --json as JSON and nothing else, or with --field
 * one value. Notes and progress go to stderr.
 */
export class Output {
  readonly paint: Paint;
  readonly notePaint: Paint;
  readonly isForPrograms: boolean;
  readonly width: number;

  constructor(private readonly options: OutputOptions) {
    this.isForPrograms = options.json === true || options.field !== undefined;
    this.paint = paintFor(process.stdout, process.env);
    this.notePaint = paintFor(process.stderr, process.env);
    this.width = process.stdout.columns ?? 80;
  }

  /** The result of a command, for programs as this value and for people as these lines. */
  result(value: unknown, lines: readonly string[]): void {
    if (this.isForPrograms) this.resultText(JSON.stringify(value));
    else this.lines(lines);
  }

  /** A result that is JSON text already. Its numbers keep their digits. */
  resultText(text: string): void {
    if (this.options.field !== undefined) this.#write(fieldOf(text, this.options.field));
    else if (this.options.json === true && process.stdout.isTTY !== true) this.#write(text.trimEnd());
    else this.#write(formatJson(text, this.paint));
  }

  /** One of many results, such as an event: one line of JSON for programs. */
  item(value: unknown, line: string): void {
    if (this.options.field !== undefined) this.#write(fieldOf(JSON.stringify(value), this.options.field));
    else this.#write(this.options.json === true ? JSON.stringify(value) : line);
  }

  /** For people only. */
  lines(lines: readonly string[]): void {
    if (!this.isForPrograms) for (const line of lines) this.#write(line);
  }

  /** What a person may want to know and no program reads. */
  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  #write(text: string): void {
    process.stdout.write(`${text}\n`);
  }
}

/** `data.items.0.id`: names and indexes. A string is written without quotes. */
function fieldOf(text: string, path: string): string {
  let value: unknown;
  try {
    value = parseStrict(text, { numbers: 'exact' });
  } catch {
    throw usageFailure('The answer is not JSON, so it has no fields.', 'Run the command without --field.');
  }
  const whole = value;
  for (const name of path.split('.')) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    if (!isThere) throw usageFailure(`The answer has no field ${path}.`, `It has ${namesIn(whole)}.`);
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' ? value : stringifyExact(value as JsonValue);
}

function namesIn(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.keys(value).join(', ') : 'none';
}
