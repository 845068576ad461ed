import { isEventPattern, patternsOf, WEBHOOK_EVENT_TYPES } from '@qafila/contracts/catalogue';
import { invalid } from '@qafila/envelopes/refusal';

/** Which events a request is about, as statements take it. A null list of types: every type. */
export interface EventSelection { types: string[] | null; fromAt: string; toAt: string; fromDay: string; toDay: string }

const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;
const LATEST_MS = Date.UTC(9999, 11, 31);

/** Of events whose own time is in [from, to). The days let the database look into those partitions alone. */
export function readSelection({ from, to, patterns, param = 'event_types' }: { from?: string; to?: string; patterns?: string[]; param?: string }): EventSelection {
  const [fromAt, toAt] = [readMoment(from, 'from') ?? '-infinity', readMoment(to, 'to') ?? 'infinity'];
  if (from !== undefined && to !== undefined && fromAt >= toAt) throw invalid('to', 'to must be later than from: it is the first moment that is not taken.');
  return { types: patterns === undefined ? null : typesOf(patterns, param), fromAt, toAt, fromDay: dayOf(fromAt), toDay: dayOf(toAt) };
}

/** The names of the types that these patterns match. Refuses a pattern that no event could ever match. */
export function typesOf(patterns: string[], param: string): string[] {
  const wrong = patterns.find((pattern) => !isEventPattern(pattern));
  if (wrong !== undefined) {
    throw invalid(param, `${param} ${JSON.stringify(wrong)} matches no event: send "*", a name from GET /public/v1/webhook/event-types, or a family such as "meter.*".`);
  }
  return WEBHOOK_EVENT_TYPES.filter((type) => patternsOf(type).some((pattern) => patterns.includes(pattern))).map((type) => type.name);
}

function readMoment(value: string | undefined, name: string): string | undefined {
  if (value === undefined) return undefined;
  const at = new Date(MOMENT.test(value) ? value : NaN);
  // JavaScript reads the 31st of February as the 3rd of March.
  if (Number.isNaN(at.getTime()) || new Date(value.slice(0, 10)).toISOString().slice(0, 10) !== value.slice(0, 10)) {
    throw invalid(name, `${name} must be an ISO 8601 time with its offset, such as 2026-11-01T09:00:00Z, or a date, which begins at midnight UTC.`);
  }
  return new Date(Math.min(LATEST_MS, Math.max(0, at.getTime()))).toISOString();
}

function dayOf(moment: string): string {
  return moment.endsWith('infinity') ? moment : moment.slice(0, 10);
}
