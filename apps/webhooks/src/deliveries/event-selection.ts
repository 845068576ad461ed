import { patternsOfName, WEBHOOK_EVENT_TYPES } from '@qafila/contracts/catalogue';
import type { EntityManager } from 'typeorm';
import { isCustomType } from '@qafila/contracts/custom-events';
import { listOwnTypes } from '../own-events/own-types.ts';
import type { Owner } from '../own-events/own-types.ts';

/** The events that a request selects, as parameters of statements. A null list of types means every type. */
export interface EventSelection {
  types: string[] | null;
  fromAt: string;
  toAt: string;
  fromDay: string;
  toDay: string;
}

/** Selects events whose own time is in [from, to). The days limit the query to their partitions. */
export async function selectEvents(
  db: EntityManager,
  owner: Owner,
  { from: fromAt = '-infinity', to: toAt = 'infinity', patterns }: { from?: string; to?: string; patterns?: string[] },
): Promise<EventSelection> {
  return {
    types: patterns === undefined ? null : await typesOf(db, owner, patterns),
    fromAt,
    toAt,
    fromDay: dayOf(fromAt),
    toDay: dayOf(toAt),
  };
}

/** The names of the types that these patterns match, the store's own included; a deleted one only by its name. */
export async function typesOf(db: EntityManager, owner: Owner, patterns: readonly string[]): Promise<string[]> {
  const own = (await listOwnTypes(db, owner)).map(({ name }) => name);
  const names = [...WEBHOOK_EVENT_TYPES.map(({ name }) => name), ...own];
  const matching = names.filter((name) => patternsOfName(name).some((pattern) => patterns.includes(pattern)));
  return [...new Set([...matching, ...patterns.filter(isCustomType)])];
}

function dayOf(moment: string): string {
  return moment.endsWith('infinity') ? moment : moment.slice(0, 10);
}
