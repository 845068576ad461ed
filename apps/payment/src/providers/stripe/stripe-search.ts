import type Stripe from 'stripe';
import { GATEWAYS } from '../../limits.ts';

/**
 * Seconds from the note of a request, in which Stripe made its object. Where the clocks agree it was the first part,
 * which the deadline of a call bounds; it is searched first. The others let the clocks differ by two minutes.
 */
const PARTS = [
  { from: -2, to: 15 },
  { from: 16, to: 120 },
  { from: -120, to: -3 },
] as const;
const PER_PAGE = 100;

/** Everything before it has been searched. */
interface Cursor {
  part: number;
  after?: string;
}

interface ListParams {
  created: Stripe.RangeQueryParam;
  limit: number;
  starting_after?: string;
}

export type Search<Item> =
  | { kind: 'found'; item: Item }
  /** Every object of the time has been seen. */
  | { kind: 'absent' }
  | { kind: 'unfinished'; cursor: string };

/**
 * Searches a list of Stripe, which knows an object at once, for what a request made. Stripe cannot filter by our id, so
 * a busy store has more objects in that time than one inquiry may read: the next one goes on at the cursor. "Absent"
 * follows only a whole search.
 */
export async function searchByTime<Item extends { id: string }>(
  list: (params: ListParams) => Promise<{ data: Item[]; has_more: boolean }>,
  { startedAtMs, cursor, isWanted }: { startedAtMs: number; cursor: string | null; isWanted: (item: Item) => boolean },
): Promise<Search<Item>> {
  const second = Math.floor(startedAtMs / 1_000);
  const until = performance.now() + GATEWAYS.paymentsSearchMs;
  let at: Cursor = cursor === null ? { part: 0 } : (JSON.parse(cursor) as Cursor);
  let searched = 0;
  for (let part = PARTS[at.part]; part !== undefined; part = PARTS[at.part]) {
    if (searched >= GATEWAYS.paymentsSearchedMax || performance.now() >= until)
      return { kind: 'unfinished', cursor: JSON.stringify(at) };
    const { data, has_more: hasMore } = await list({
      created: { gte: second + part.from, lte: second + part.to },
      limit: PER_PAGE,
      ...(at.after === undefined ? {} : { starting_after: at.after }),
    });
    const item = data.find(isWanted);
    if (item !== undefined) return { kind: 'found', item };
    searched += data.length;
    const last = data.at(-1);
    at = hasMore && last !== undefined ? { part: at.part, after: last.id } : { part: at.part + 1 };
  }
  return { kind: 'absent' };
}
