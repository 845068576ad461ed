import { randomBytes } from 'node:crypto';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Chaos } from '../faults/chaos.ts';
import type { FaultRow } from '../faults/fault.entity.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import type { FaultBody } from './control.schema.ts';

/** Switches on one fault for the calls that it names. */
export async function addFault({ pool, clock }: Sandbox, fault: FaultBody): Promise<FaultRow> {
  const { times = 1, lasts_ms: lastsMs } = fault;
  const startsAt = clock.after(fault.starts_in_ms ?? 0);
  const {
    rows: [row],
  } = await pool.query<FaultRow>(
    `
    INSERT INTO fault (id, effect, provider, operation, reference, ms, code, times_left, starts_at, ends_at, created_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 WHERE (SELECT count(*) FROM fault) < $12 RETURNING *`,
    [
      `flt_${randomBytes(8).toString('hex')}`,
      fault.effect,
      fault.provider ?? null,
      fault.operation ?? null,
      fault.reference ?? null,
      fault.ms ?? null,
      fault.code ?? null,
      times === 0 ? null : times,
      startsAt,
      lastsMs === undefined ? null : new Date(startsAt.getTime() + lastsMs),
      clock.now(),
      LIMITS.faultsMax,
    ],
  );
  if (row === undefined)
    throw new Refusal(
      409,
      'too_many_faults',
      `At most ${LIMITS.faultsMax} faults are stored. Delete them with DELETE /control/faults.`,
    );
  return row;
}

export async function listFaults({ pool }: Sandbox): Promise<FaultRow[]> {
  const { rows } = await pool.query<FaultRow>('SELECT * FROM fault ORDER BY created_at DESC, id LIMIT $1', [
    LIMITS.faultsMax,
  ]);
  return rows;
}

export function faultView({
  id,
  times_left,
  starts_at: startsAt,
  ends_at: endsAt,
  created_at: _createdAt,
  ...row
}: FaultRow): Record<string, unknown> {
  return {
    fault_id: id,
    ...row,
    times_left,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
  };
}

/** Starts or ends chaos. It forgets the counted attempts, so every run with the same seed meets the same faults. */
export async function setChaos({ pool }: Sandbox, chaos: Chaos | null): Promise<void> {
  await pool.query('DELETE FROM attempt');
  if (chaos === null) await pool.query("DELETE FROM setting WHERE name = 'chaos'");
  else
    await pool.query(
      "INSERT INTO setting (name, value) VALUES ('chaos', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [JSON.stringify(chaos)],
    );
}
