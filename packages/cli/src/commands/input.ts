import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { usageFailure } from '../failure.ts';

/** The value of an option that takes a text, `@FILE`, or `-` for stdin. */
export async function readInput(value: string): Promise<Buffer> {
  if (value === '-') return Buffer.from(await text(process.stdin));
  return value.startsWith('@') ? readBytes(value.slice(1)) : Buffer.from(value);
}

export function readBytes(path: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(`${path} cannot be read (${error.code}).`, 'Check the path.');
  });
}

/** JSON is sent as it was written, so that its numbers keep their digits. */
export async function readJsonInput(value: string): Promise<string> {
  const written = (await readInput(value)).toString('utf8').trim();
  try {
    JSON.parse(written);
  } catch (error) {
    const remedy = 'Give JSON, @FILE or - (stdin). In a shell, put JSON in single quotes.';
    throw usageFailure(`This is not JSON: ${(error as Error).message}`, remedy);
  }
  return written;
}

/** For options that may be repeated. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

export function splitAt(value: string, separator: string, what: string): [string, string] {
  const at = value.indexOf(separator);
  if (at <= 0) throw usageFailure(`${JSON.stringify(value)} is not ${what}.`);
  return [value.slice(0, at), value.slice(at + separator.length)];
}

export function wholeNumber(value: string, name: string): number {
  if (!/^\d{1,9}$/.test(value)) throw usageFailure(`${name} must be a whole number, not ${JSON.stringify(value)}.`);
  return Number(value);
}
