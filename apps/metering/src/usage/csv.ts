import { csvOf } from '@qafila/csv/write-csv';
import type { Usage } from './query-usage.ts';

/** One column for each group field. */
export function usageCsv(answer: Usage, groupBy: string[]): string {
  const rows = answer.data.map((row) => {
    const adjusted = row.adjustedValue === undefined ? row.value : row.adjustedValue;
    const groups = groupBy.map((field) => row.groupBy[field] ?? '');
    return [row.windowStart, row.windowEnd, ...groups, row.value ?? '', row.billable, adjusted ?? ''];
  });
  return csvOf(['window_start', 'window_end', ...groupBy, 'value', 'billable', 'adjusted_value'], rows);
}
