import type { Pool, PoolClient } from 'pg';
import type { Outsider } from '../outside.ts';
import type { Sandbox } from '../sandbox.ts';
import { drawChaos } from './chaos.ts';
import type { Chaos } from './chaos.ts';
import { EFFECTS_OF, HAS_RESULT, readFault } from './fault.ts';
import type { Fault, OperationName, Side } from './fault.ts';

/** A call that may meet a fault. `names`: the caller's reference first, then whatever else a fault may be bound to. */
export interface Call { provider: Outsider; operation: OperationName; names: readonly (string | null)[]; header?: string }

/** The fault that this side of the call meets: the one of its own header, a switched one (which is used up), or one that chaos draws. */
export async function drawFault({ pool, clock }: Sandbox, call: Call, side: Side, tx?: PoolClient): Promise<Fault | null> {
  const database = tx ?? pool;
  const own = readFault(call.header);
  if (own !== null && EFFECTS_OF[side].includes(own.effect)) return own;
  const now = clock.now();
  const { rows: [state] } = await database.query<{ switched: boolean; chaos: Chaos | null }>(`
    SELECT EXISTS (SELECT 1 FROM fault WHERE times_left IS NULL OR times_left > 0) AS switched, (SELECT value FROM setting WHERE name = 'chaos') AS chaos`);
  if (state?.switched) {
    const fault = await takeFault(database, call, side, now);
    if (fault !== null) return fault;
  }
  if (state?.chaos == null || (side === 'result' && !HAS_RESULT.has(call.operation))) return null;
  const reference = call.names[0] ?? '';
  const tries = await countTry(database, call, `${side}:${reference}`);
  return drawChaos(state.chaos, side, { provider: call.provider, operation: call.operation, reference, tries });
}

const MEETS = `
  effect = ANY ($1) AND (provider IS NULL OR provider = $2) AND (operation = $3 OR (operation IS NULL AND $6)) AND (reference IS NULL OR reference = ANY ($4))
  AND starts_at <= $5 AND (ends_at IS NULL OR ends_at > $5)`;

/** Counted ones first, the oldest first. One without end is only read: calls at once must all meet it, and none waits for another. */
async function takeFault(database: Pool | PoolClient, { provider, operation, names }: Call, side: Side, now: Date): Promise<Fault | null> {
  const asked = [EFFECTS_OF[side], provider, operation, names.filter((name) => name !== null), now, side !== 'result' || HAS_RESULT.has(operation)];
  const { rows: [counted] } = await database.query<Fault>(`
    UPDATE fault SET times_left = times_left - 1, used = used + 1 WHERE id = (
      SELECT id FROM fault WHERE ${MEETS} AND times_left > 0 ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING effect, ms, code`, asked);
  if (counted !== undefined) return counted;
  const { rows: [endless] } = await database.query<Fault>(`SELECT effect, ms, code FROM fault WHERE ${MEETS} AND times_left IS NULL ORDER BY created_at, id LIMIT 1`, asked);
  return endless ?? null;
}

async function countTry(database: Pool | PoolClient, { provider, operation }: Call, reference: string): Promise<number> {
  const { rows: [row] } = await database.query<{ tries: number }>(`
    INSERT INTO attempt (provider, operation, reference, tries) VALUES ($1, $2, $3, 1)
    ON CONFLICT (provider, operation, reference) DO UPDATE SET tries = attempt.tries + 1 RETURNING tries`, [provider, operation, reference]);
  return row?.tries ?? 1;
}
