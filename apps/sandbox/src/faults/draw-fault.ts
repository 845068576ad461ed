import type { Pool, PoolClient } from 'pg';
import type { CompanyName } from '../companies.ts';
import type { Sandbox } from '../sandbox.ts';
import { drawChaos } from './chaos.ts';
import type { Chaos } from './chaos.ts';
import type { AttemptRow } from './fault.entity.ts';
import { EFFECTS_BY_TARGET, OPERATIONS_WITH_RESULT, parseFault } from './fault.ts';
import type { Fault, FaultTarget, OperationName } from './fault.ts';

/** `identifiers`: the caller's reference first, then every other id that a fault may name. */
export interface FaultableCall {
  provider: CompanyName;
  operation: OperationName;
  identifiers: readonly (string | null)[];
  /** The header x-sandbox-fault of the request. */
  faultHeader?: string;
}

/**
 * The fault for one target of a call: from the request's header, else a switched one (its use is counted), else from
 * chaos.
 */
export async function drawFault(
  { pool, clock }: Sandbox,
  call: FaultableCall,
  target: FaultTarget,
  tx?: PoolClient,
): Promise<Fault | null> {
  const database = tx ?? pool;
  const requested = parseFault(call.faultHeader);
  if (requested !== null && EFFECTS_BY_TARGET[target].includes(requested.effect)) return requested;
  const now = clock.now();
  const {
    rows: [state],
  } = await database.query<{ switched: boolean; chaos: Chaos | null }>(`
    SELECT EXISTS (SELECT 1 FROM fault WHERE times_left IS NULL OR times_left > 0) AS switched,
      (SELECT value FROM setting WHERE name = 'chaos') AS chaos`);
  if (state?.switched) {
    const fault = await consumeFault(database, call, target, now);
    if (fault !== null) return fault;
  }
  if (state?.chaos == null || (target === 'result' && !OPERATIONS_WITH_RESULT.has(call.operation))) return null;
  const reference = call.identifiers[0] ?? '';
  const tries = await countAttempt(database, call, `${target}:${reference}`);
  return drawChaos(state.chaos, target, { provider: call.provider, operation: call.operation, reference, tries });
}

const FAULT_MATCHES = `
  effect = ANY ($1) AND (provider IS NULL OR provider = $2)
  AND (operation = $3 OR (operation IS NULL AND $6)) AND (reference IS NULL OR reference = ANY ($4))
  AND starts_at <= $5 AND (ends_at IS NULL OR ends_at > $5)`;

/**
 * Takes the oldest counted fault first. A fault without end is only read: concurrent calls must all meet it, and none
 * may wait for another's row lock.
 */
async function consumeFault(
  database: Pool | PoolClient,
  { provider, operation, identifiers }: FaultableCall,
  target: FaultTarget,
  now: Date,
): Promise<Fault | null> {
  const parameters = [
    EFFECTS_BY_TARGET[target],
    provider,
    operation,
    identifiers.filter((identifier) => identifier !== null),
    now,
    target !== 'result' || OPERATIONS_WITH_RESULT.has(operation),
  ];
  const {
    rows: [counted],
  } = await database.query<Fault>(
    `
    UPDATE fault SET times_left = times_left - 1, used = used + 1 WHERE id = (
      SELECT id FROM fault WHERE ${FAULT_MATCHES} AND times_left > 0
      ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING effect, ms, code`,
    parameters,
  );
  if (counted !== undefined) return counted;
  const {
    rows: [endless],
  } = await database.query<Fault>(
    `SELECT effect, ms, code FROM fault WHERE ${FAULT_MATCHES} AND times_left IS NULL ORDER BY created_at, id LIMIT 1`,
    parameters,
  );
  return endless ?? null;
}

async function countAttempt(
  database: Pool | PoolClient,
  { provider, operation }: FaultableCall,
  reference: string,
): Promise<number> {
  const {
    rows: [row],
  } = await database.query<Pick<AttemptRow, 'tries'>>(
    `
    INSERT INTO attempt (provider, operation, reference, tries) VALUES ($1, $2, $3, 1)
    ON CONFLICT (provider, operation, reference) DO UPDATE SET tries = attempt.tries + 1 RETURNING tries`,
    [provider, operation, reference],
  );
  return row?.tries ?? 1;
}
