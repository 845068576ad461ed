import { cut, padEnd, padStart, plain, widthOf } from './paint.ts';
import type { Paint } from './paint.ts';

export interface Column {
  title: string;
  align?: 'right';
}

/** Lines of a table. Only the last column is cut to the width of the terminal. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { paint, width }: { paint: Paint; width: number },
): string[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(plain(row[index] ?? '')))),
  );
  const last = columns.length - 1;
  const before = widths.slice(0, last).reduce((sum, each) => sum + each + 2, 0);
  const lastWidth = Math.max(8, Math.min(widths[last] ?? 0, width - before));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => {
        const text = index === last ? cut(plain(cell), lastWidth) : plain(cell);
        const cellWidth = index === last ? lastWidth : (widths[index] ?? 0);
        if (columns[index]?.align === 'right') return padStart(text, cellWidth);
        return index === last ? text : padEnd(text, cellWidth);
      })
      .join('  ')
      .trimEnd();
  return [paint.bold(line(columns.map(({ title }) => title))), ...rows.map(line)];
}

/** One bar for each row; its length is the value's share of the largest. */
export function barLines(
  rows: readonly { label: string; value: string }[],
  { paint, width }: { paint: Paint; width: number },
): string[] {
  const labelWidth = Math.max(0, ...rows.map(({ label }) => widthOf(plain(label))));
  const valueWidth = Math.max(0, ...rows.map(({ value }) => widthOf(value)));
  const barWidth = Math.max(10, Math.min(60, width - labelWidth - valueWidth - 4));
  const largest = Math.max(0, ...rows.map(({ value }) => Math.abs(Number(value))));
  return rows.map(({ label, value }) => {
    const share = largest === 0 ? 0 : Math.abs(Number(value)) / largest;
    const bar = barOf(share * barWidth);
    const colour = Number(value) < 0 ? paint.red : paint.cyan;
    return `${padEnd(plain(label), labelWidth)}  ${colour(padEnd(bar, barWidth))}  ${padStart(value, valueWidth)}`;
  });
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

function barOf(cells: number): string {
  const eighths = Math.round(cells * 8);
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
