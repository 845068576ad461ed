import type { Usage } from './query-usage.ts';

/** RFC 4180 with a header line and one column for each group field. */
export function usageCsv(answer: Usage, groupBy: string[]): string {
  const lines = [['window_start', 'window_end', ...groupBy, 'value', 'billable', 'adjusted_value']];
  for (const row of answer.data) {
    const adjusted = row.adjustedValue === undefined ? row.value : row.adjustedValue;
    lines.push([
      row.windowStart,
      row.windowEnd,
      ...groupBy.map((field) => row.groupBy[field] ?? ''),
      row.value ?? '',
      row.billable,
      adjusted ?? '',
    ]);
  }
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string): string {
  // A spreadsheet runs a cell that begins with these characters as a formula. Numbers stay numbers.
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
