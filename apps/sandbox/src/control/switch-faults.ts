import { randomBytes } from 'node:crypto';
import { Refusal, invalid } from '@qafila/envelopes/refusal';
import { EFFECTS, OPERATIONS, EFFECTS_OF } from '../faults/fault.ts';
import type { Chaos } from '../faults/chaos.ts';
import type { Effect } from '../faults/fault.ts';
import { fieldsOf, integer, oneOf, optionalText } from '../http/fields.ts';
import type { Fields } from '../http/fields.ts';
import { LIMITS } from '../limits.ts';
import { OUTSIDERS } from '../outside.ts';
import type { Sandbox } from '../sandbox.ts';

export interface FaultRow {
  id: string; effect: string; provider: string | null; operation: string | null; reference: string | null; ms: number | null; code: string | null;
  times_left: number | null; used: number; starts_at: Date; ends_at: Date | null; created_at: Date;
}

/** Switches one fault on, for the calls that it names. */
export async function switchFault({ pool, clock }: Sandbox, fields: Fields): Promise<FaultRow> {
  const given = (name: string): boolean => optionalText(fields, name) !== null;
  const effect = oneOf(fields, 'effect', EFFECTS);
  const code = optionalText(fields, 'code');
  if (code !== null && !/^([0-9]{2,3}|A1)$/.test(code)) throw invalid('code', 'code must be two digits of ISO 8583, A1, or three digits of the wallet.');
  const span = { min: 0, max: LIMITS.waitMsMax, fallback: null };
  const times = integer(fields, 'times', { min: 0, max: 1_000_000, fallback: 1 }) as number;
  const [startsIn, lasts] = [integer(fields, 'starts_in_ms', span) ?? 0, integer(fields, 'lasts_ms', span)];
  const starts = clock.after(startsIn);
  const { rows: [row] } = await pool.query<FaultRow>(`
    INSERT INTO fault (id, effect, provider, operation, reference, ms, code, times_left, starts_at, ends_at, created_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 WHERE (SELECT count(*) FROM fault) < $12 RETURNING *`,
  [`flt_${randomBytes(8).toString('hex')}`, effect, given('provider') ? oneOf(fields, 'provider', OUTSIDERS) : null, given('operation') ? oneOf(fields, 'operation', OPERATIONS) : null,
    optionalText(fields, 'reference'), integer(fields, 'ms', { min: 0, max: LIMITS.hangMsMax, fallback: null }), code, times === 0 ? null : times, starts,
    lasts === null ? null : new Date(starts.getTime() + lasts), clock.now(), LIMITS.faultsMax]);
  if (row === undefined) throw new Refusal(409, 'too_many_faults', `At most ${LIMITS.faultsMax} faults are kept. Delete them with DELETE /control/faults.`);
  return row;
}

export async function listFaults({ pool }: Sandbox): Promise<FaultRow[]> {
  const { rows } = await pool.query<FaultRow>('SELECT * FROM fault ORDER BY created_at DESC, id LIMIT $1', [LIMITS.faultsMax]);
  return rows;
}

export function faultView({ id, times_left: left, starts_at: starts, ends_at: ends, created_at: _created, ...row }: FaultRow): Record<string, unknown> {
  return { fault_id: id, ...row, times_left: left, starts_at: starts.toISOString(), ends_at: ends?.toISOString() ?? null };
}

export function readChaos(fields: Fields): Chaos {
  const seed = String(fields.seed ?? '');
  if (seed === '' || seed.length > LIMITS.textCharactersMax) throw invalid('seed', 'seed must be a text or number.');
  const rates: Partial<Record<Effect, number>> = {};
  for (const [name, rate] of Object.entries(fieldsOf(fields.rates))) {
    const effect = oneOf({ effect: name }, 'effect', EFFECTS);
    if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) throw invalid(`rates.${name}`, `rates.${name} must be a number from 0 to 1.`);
    rates[effect] = rate;
  }
  for (const effects of Object.values(EFFECTS_OF)) {
    if (effects.reduce((sum, effect) => sum + (rates[effect] ?? 0), 0) > 1) throw invalid('rates', `The rates of ${effects.join(', ')} may add up to 1 at most.`);
  }
  return { seed, rates };
}

/** Every run with the same seed counts its tries from the first. */
export async function setChaos({ pool }: Sandbox, chaos: Chaos | null): Promise<void> {
  await pool.query('DELETE FROM attempt');
  if (chaos === null) await pool.query("DELETE FROM setting WHERE name = 'chaos'");
  else await pool.query("INSERT INTO setting (name, value) VALUES ('chaos', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value", [JSON.stringify(chaos)]);
}
