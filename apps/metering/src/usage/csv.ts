import type { UsageAnswer } from './query-usage.ts';

/** RFC 4180, a header line, groups as columns of their own. */
export function usageCsv(answer: UsageAnswer, groupBy: string[]): string {
  const lines = [['window_start', 'window_end', ...groupBy, 'value', 'billable', 'adjusted_value']];
  for (const row of answer.data) {
    const adjusted = row.adjustedValue === undefined ? row.value : row.adjustedValue;
    lines.push([row.windowStart, row.windowEnd, ...groupBy.map((field) => row.groupBy[field] ?? ''), row.value ?? '', row.billable, adjusted ?? '']);
  }
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string): string {
  // A spreadsheet runs a cell that begins with these; a merchant's own text must not become a formula. Numbers stay numbers.
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
