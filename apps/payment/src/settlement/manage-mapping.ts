import { invalid } from '@qafila/envelopes/refusal';
import type { Pool } from 'pg';
import type { Owner } from '../owner.ts';
import { BUILT_IN_MAPPINGS } from './mapping.ts';
import type { Mapping } from './mapping.ts';
import type { SettlementSourceRow } from './settlement.entity.ts';

/** How the files of a gateway are read: as the store says, or as is built in. */
export async function mappingOf(pool: Pool, owner: Owner, gateway: string): Promise<Mapping> {
  return (await savedMapping(pool, owner, gateway)) ?? builtInMapping(gateway);
}

export async function savedMapping(
  pool: Pool,
  { accountId, storeId, mode }: Owner,
  gateway: string,
): Promise<Mapping | undefined> {
  const { rows } = await pool.query<Pick<SettlementSourceRow, 'mapping'>>(
    'SELECT mapping FROM settlement_source WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4',
    [accountId, storeId, mode, gateway],
  );
  return rows[0]?.mapping ?? undefined;
}

function builtInMapping(gateway: string): Mapping {
  if (Object.hasOwn(BUILT_IN_MAPPINGS, gateway)) return BUILT_IN_MAPPINGS[gateway] as Mapping;
  throw invalid(
    'gateway',
    `The files of ${gateway} need a mapping. Save one with PUT payment/settlement/mapping/${gateway}. ` +
      `Built in are: ${Object.keys(BUILT_IN_MAPPINGS).join(', ')}.`,
  );
}

/** Null returns to the built-in mapping. Lines that are stored keep what they said. */
export async function saveMapping(
  pool: Pool,
  { accountId, storeId, mode }: Owner,
  gateway: string,
  mapping: Mapping | null,
): Promise<Mapping> {
  const next = mapping ?? builtInMapping(gateway);
  await pool.query(
    `INSERT INTO settlement_source (account_id, store_id, mode, gateway, mapping) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (account_id, store_id, mode, gateway) DO UPDATE SET mapping = excluded.mapping, updated_at = now()`,
    [accountId, storeId, mode, gateway, mapping === null ? null : JSON.stringify(mapping)],
  );
  return next;
}
