import { Refusal } from '@qafila/envelopes/refusal';
import type { Pool } from 'pg';
import { BUILT_IN_MAPPINGS } from './mapping.ts';
import type { RemittanceMapping } from './mapping.ts';
import type { RemittanceSourceRow } from './remittance.entity.ts';

export interface KnownMapping {
  source: 'company' | 'built_in';
  mapping: RemittanceMapping;
}

/** How the files of a courier are read: as the company says, or as is built in. */
export async function mappingOf(pool: Pool, accountId: string, courier: string): Promise<KnownMapping> {
  const { rows } = await pool.query<Pick<RemittanceSourceRow, 'mapping'>>(
    'SELECT mapping FROM remittance_source WHERE account_id = $1 AND courier = $2',
    [accountId, courier],
  );
  const saved = rows[0]?.mapping ?? undefined;
  return saved === undefined
    ? { source: 'built_in', mapping: builtInMapping(courier) }
    : { source: 'company', mapping: saved };
}

function builtInMapping(courier: string): RemittanceMapping {
  if (Object.hasOwn(BUILT_IN_MAPPINGS, courier)) return BUILT_IN_MAPPINGS[courier] as RemittanceMapping;
  throw new Refusal(
    409,
    'REMITTANCE_MAPPING_MISSING',
    `The files of ${courier} need a mapping. Save one with PUT cod/mappings/${courier}. ` +
      `Built in are: ${Object.keys(BUILT_IN_MAPPINGS).join(', ')}.`,
  );
}

/** Null returns to the built-in mapping. Lines that are stored keep what they said. */
export async function saveMapping(
  pool: Pool,
  { accountId, courier }: { accountId: string; courier: string },
  mapping: RemittanceMapping | null,
): Promise<KnownMapping> {
  const next = mapping ?? builtInMapping(courier);
  await pool.query(
    `INSERT INTO remittance_source (account_id, courier, mapping) VALUES ($1, $2, $3)
    ON CONFLICT (account_id, courier) DO UPDATE SET mapping = excluded.mapping, updated_at = now()`,
    [accountId, courier, mapping === null ? null : JSON.stringify(mapping)],
  );
  return { source: mapping === null ? 'built_in' : 'company', mapping: next };
}
