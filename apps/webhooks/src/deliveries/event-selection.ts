import { patternsOf, WEBHOOK_EVENT_TYPES } from '@qafila/contracts/catalogue';

/** The events that a request selects, as parameters of statements. A null list of types means every type. */
export interface EventSelection {
  types: string[] | null;
  fromAt: string;
  toAt: string;
  fromDay: string;
  toDay: string;
}

/** Selects events whose own time is in [from, to). The days limit the query to their partitions. */
export function selectEvents({
  from: fromAt = '-infinity',
  to: toAt = 'infinity',
  patterns,
}: {
  from?: string;
  to?: string;
  patterns?: string[];
}): EventSelection {
  return {
    types: patterns === undefined ? null : typesOf(patterns),
    fromAt,
    toAt,
    fromDay: dayOf(fromAt),
    toDay: dayOf(toAt),
  };
}

/** The names of the types that these patterns match. */
export function typesOf(patterns: readonly string[]): string[] {
  return WEBHOOK_EVENT_TYPES.filter((type) => patternsOf(type).some((pattern) => patterns.includes(pattern))).map(
    (type) => type.name,
  );
}

function dayOf(moment: string): string {
  return moment.endsWith('infinity') ? moment : moment.slice(0, 10);
}
