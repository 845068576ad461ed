import { invalid } from '@qafila/envelopes/refusal';
import { suggestName } from '@qafila/schema/suggest-name';
import { Violations } from '@qafila/schema/violations';
import { LIMITS } from '../limits.ts';
import type { MeterSnapshot } from '../meter-definitions/meter-directory.ts';
import type { Micros } from '../time/timestamp.ts';
import type { UsageParameters, WindowSize } from './usage-query.schema.ts';

/** A usage query with its defaults. */
export interface UsageQuery extends UsageParameters {
  windowTimeZone: string;
  groupBy: string[];
  /** Field → accepted values, compared as text. */
  filterGroupBy: Record<string, string[]>;
}

export function usageQueryOf(parameters: UsageParameters): UsageQuery {
  return { windowTimeZone: 'UTC', groupBy: [], filterGroupBy: {}, ...parameters };
}

/**
 * Fields that the meter does not declare have no totals. An answer of null or 0 for a misspelt one would be billed, and
 * a search of the payloads would read every event of the range.
 */
export function checkFields({ groupBy, filterGroupBy }: UsageQuery, meter: Pick<MeterSnapshot, 'groupBy'>): void {
  const violations = new Violations();
  const check = (name: string, path: string): void => {
    if (meter.groupBy.includes(name)) return;
    const meant = suggestName(name, meter.groupBy);
    const declared =
      meter.groupBy.length === 0 ? 'it declares none in group_by' : `it declares ${meter.groupBy.join(', ')}`;
    const hint = meant === undefined ? '.' : `; did you mean ${meant}?`;
    violations.add(
      path,
      `${path} names ${JSON.stringify(name)}, by which this meter does not group: ${declared}${hint}`,
    );
  };
  for (const name of groupBy) check(name, 'groupBy');
  for (const name of Object.keys(filterGroupBy)) check(name, 'filterGroupBy');
  violations.check();
}

const WINDOW_MICROS: Record<WindowSize, number> = { MINUTE: 60e6, HOUR: 3600e6, DAY: 86_400e6, MONTH: 28 * 86_400e6 };

/** Refuses a query with too many windows before it is computed. */
export function checkWindows(query: UsageQuery, range: { from: Micros; to: Micros }): void {
  if (query.windowSize === undefined) return;
  if ((range.to - range.from) / WINDOW_MICROS[query.windowSize] > LIMITS.queryWindowsMax) {
    throw invalid(
      'windowSize',
      `This range has more than ${LIMITS.queryWindowsMax} windows of that size. Narrow the range, or widen windowSize.`,
      'too_many_windows',
    );
  }
}
