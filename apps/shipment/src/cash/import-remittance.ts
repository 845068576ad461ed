import { inTransaction } from '@qafila/runtime/in-transaction';
import { newId } from '@qafila/runtime/new-id';
import type { PoolClient } from 'pg';
import { CASH } from '../limits.ts';
import { explainSettled } from '../shipments/explain-settled.ts';
import type { Person } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { mappingOf } from './manage-mapping.ts';
import type { RemittanceRules } from './mapping.ts';
import { readRemittanceFile } from './read-remittance-file.ts';
import type { RemittanceLine } from './remittance-line.ts';
import type { RemittanceImportRow } from './remittance.entity.ts';
import { settleRemittances } from './settle-remittances.ts';
import { storeLines } from './store-lines.ts';
import type { StoredLines } from './store-lines.ts';

type Dependencies = Pick<ShipmentDependencies, 'pool' | 'clock' | 'onCommit'>;

/** Imports a courier's file by the mapping of the company. */
export async function importFile(
  dependencies: Dependencies,
  caller: Person,
  { courierId, csv }: { courierId: string; csv: string },
): Promise<RemittanceImportRow> {
  const { mapping } = await mappingOf(dependencies.pool, caller.accountId, courierId);
  const lines = await readRemittanceFile(csv, mapping);
  return importLines(dependencies, caller, { courier: courierId, rules: mapping, lines });
}

/**
 * Imports lines of a courier, in parts: each is one transaction under the lock of the company's source, so that two
 * imports take turns. A repeat changes nothing, and completes an import whose process died.
 */
export async function importLines(
  dependencies: Dependencies,
  caller: Person,
  { courier, rules, lines }: { courier: string; rules: RemittanceRules; lines: readonly RemittanceLine[] },
): Promise<RemittanceImportRow> {
  const { pool, clock, onCommit } = dependencies;
  const id = newId('ri', clock());
  const of = { caller, courier, id };
  await inTransaction(pool, (tx) => beginImport(tx, of, { lines: lines.length, now: new Date(clock()) }));
  for (let at = 0; at < lines.length; at += CASH.linesPerPart) {
    const part = lines.slice(at, at + CASH.linesPerPart);
    await inTransaction(pool, async (tx) => {
      await lockSource(tx, caller.accountId, courier);
      const now = new Date(clock());
      await count(tx, of, await storeLines(tx, { owner: caller, courier, lines: part, importId: id, rules, now }));
    });
  }
  const row = await inTransaction(pool, async (tx) => {
    await lockSource(tx, caller.accountId, courier);
    const now = new Date(clock());
    const remittanceIds = [...new Set(lines.map(({ remittanceId }) => remittanceId))];
    const exceptions = await settleRemittances(tx, { owner: caller, courier, remittanceIds, now });
    await explainSettled(tx, { accountId: caller.accountId, courier, now });
    await count(tx, of, { added: 0, repeated: 0, matched: 0, exceptions });
    return finishImport(tx, of, now);
  });
  onCommit();
  return row;
}

interface Of {
  caller: Person;
  courier: string;
  id: string;
}

async function beginImport(
  tx: PoolClient,
  { caller: { accountId, keyId }, courier, id }: Of,
  { lines, now }: { lines: number; now: Date },
): Promise<void> {
  await tx.query('INSERT INTO remittance_source (account_id, courier) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    accountId,
    courier,
  ]);
  await tx.query(
    `INSERT INTO remittance_import (account_id, id, courier, key_id, lines, created_at)
    VALUES ($1, $2, $3, $4, $5, $6)`,
    [accountId, id, courier, keyId, lines, now],
  );
}

/** Locks the row that every change of a courier's lines locks first. */
export async function lockSource(tx: PoolClient, accountId: string, courier: string): Promise<void> {
  await tx.query({
    name: 'lock-remittance-source',
    text: 'SELECT 1 FROM remittance_source WHERE account_id = $1 AND courier = $2 FOR UPDATE',
    values: [accountId, courier],
  });
}

async function count(tx: PoolClient, { caller, id }: Of, sums: StoredLines): Promise<void> {
  await tx.query({
    name: 'count-remittance-lines',
    text: `
      UPDATE remittance_import SET added = added + $3, repeated = repeated + $4, matched = matched + $5,
        exceptions = exceptions + $6
      WHERE account_id = $1 AND id = $2`,
    values: [caller.accountId, id, sums.added, sums.repeated, sums.matched, sums.exceptions],
  });
}

async function finishImport(tx: PoolClient, { caller, id }: Of, now: Date): Promise<RemittanceImportRow> {
  const { rows } = await tx.query<RemittanceImportRow>(
    'UPDATE remittance_import SET finished_at = $3 WHERE account_id = $1 AND id = $2 RETURNING *',
    [caller.accountId, id, now],
  );
  return rows[0] as RemittanceImportRow;
}
