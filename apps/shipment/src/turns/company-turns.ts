import type { Pool } from 'pg';
import { TURNS } from '../limits.ts';
import { shareOut } from './share-out.ts';
import type { Room, SlotsOfCourier } from './share-out.ts';

/** Where owed calls wait: rows with `courier`, `account_id` and `due_at`. */
export type Queue = 'shipment' | 'courier_task';

/**
 * Companies with calls that are due at a courier take turns, so that thousands of one company delay no other. The next
 * turn begins behind the company that was served last; the rows themselves decide what is due. Each process keeps turns
 * of its own.
 */
export class CompanyTurns {
  readonly #servedLast = new Map<string, string>();
  #removed: string[] = [];
  #lookAtMs = 0;

  constructor(
    private readonly pool: Pool,
    private readonly queue: Queue,
  ) {}

  /** Which companies may start calls now, in the order of their turns, and how many. */
  async next(courier: string, now: Date, slots: SlotsOfCourier): Promise<Room[]> {
    if (slots.free <= 0) return [];
    const after = this.#servedLast.get(courier) ?? '';
    const { rows: companies } = await this.pool.query<{ account_id: string; is_due: boolean }>({
      name: `companies-in-turn-${this.queue}`,
      text: inTurn(this.queue),
      values: [courier, after, now, TURNS.companiesPerRoundMax],
    });
    const due = companies.filter(({ is_due: isDue }) => isDue).map(({ account_id: accountId }) => accountId);
    const rooms = shareOut(due, slots);
    // Of more companies than one walk looks at, the next walk begins behind these.
    const walkedTo = companies.length < TURNS.companiesPerRoundMax ? undefined : companies.at(-1)?.account_id;
    const last = rooms.at(-1)?.accountId ?? (due.length === 0 ? walkedTo : undefined);
    if (last !== undefined) this.#servedLast.set(courier, last);
    return rooms;
  }

  /** The couriers of the deployment, and those that it does not have any more while a call is owed to them. */
  async couriers(known: readonly string[]): Promise<string[]> {
    if (Date.now() >= this.#lookAtMs) {
      const { rows } = await this.pool.query<{ courier: string }>({
        name: `couriers-owed-${this.queue}`,
        text: couriersOwed(this.queue),
      });
      this.#removed = rows.map(({ courier }) => courier);
      this.#lookAtMs = Date.now() + TURNS.removedEveryMs;
    }
    return [...new Set([...known, ...this.#removed])];
  }
}

/**
 * One index lookup for each company, however many calls it has: first those behind `$2`, then those from the start up
 * to it.
 */
function inTurn(queue: Queue): string {
  return `
    WITH RECURSIVE walk AS (
      SELECT $2::text AS account_id, NULL::timestamptz AS due_at, 0 AS place, false AS is_again
      UNION ALL
      SELECT coalesce(next.account_id, ''), next.due_at, walk.place + 1, walk.is_again OR next.account_id IS NULL
      FROM walk LEFT JOIN LATERAL (
        SELECT account_id, due_at FROM ${queue}
        WHERE courier = $1 AND due_at IS NOT NULL AND account_id > walk.account_id
        ORDER BY account_id, due_at LIMIT 1
      ) next ON true
      WHERE walk.place <= $4::int
        AND NOT (walk.is_again AND (next.account_id IS NULL OR next.account_id > $2::text))
    )
    SELECT account_id, due_at <= $3::timestamptz AS is_due FROM walk
    WHERE place > 0 AND account_id <> '' ORDER BY place LIMIT $4::int`;
}

function couriersOwed(queue: Queue): string {
  return `
    WITH RECURSIVE walk AS (
      (SELECT courier FROM ${queue} WHERE due_at IS NOT NULL ORDER BY courier LIMIT 1)
      UNION ALL
      SELECT next.courier FROM walk CROSS JOIN LATERAL (
        SELECT courier FROM ${queue} WHERE due_at IS NOT NULL AND courier > walk.courier ORDER BY courier LIMIT 1
      ) next
    )
    SELECT courier FROM walk LIMIT ${TURNS.removedMax}`;
}
