import { usageFailure } from '../failure.ts';

/** Rows of a CSV file (RFC 4180), with the line where each begins. Empty lines are left out. */
export function parseCsv(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  const pattern = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
  let [line, start, cells] = [1, 1, [] as string[]];
  const source = text.replace(/^\uFEFF/, '');
  while (pattern.lastIndex < source.length) {
    const match = pattern.exec(source);
    if (match === null)
      throw usageFailure(
        `line ${line}: a quote is in the wrong place.`,
        'Quote a whole cell, and double each quote inside it.',
      );
    const [, cell = '', end = ''] = match;
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell.trim());
    line += cell.split('\n').length - 1;
    if (end === ',' && pattern.lastIndex < source.length) continue;
    if (end === ',') cells.push('');
    if (cells.some((each) => each !== '')) rows.push({ line: start, cells });
    if (end !== ',') line++;
    [start, cells] = [line, []];
  }
  return rows;
}
