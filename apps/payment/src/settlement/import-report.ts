import { inTransaction } from '@qafila/runtime/in-transaction';
import { newId } from '@qafila/runtime/new-id';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { LIMITS } from '../limits.ts';
import { ownerOf } from '../owner.ts';
import type { Owner } from '../owner.ts';
import { findMissing } from './find-missing.ts';
import { judgeAgain } from './judge-again.ts';
import type { JudgedTo } from './judge-again.ts';
import type { SettlementRules } from './mapping.ts';
import { mappingOf } from './manage-mapping.ts';
import { payoutIdOf, settlePayouts } from './payouts.ts';
import { readFile } from './read-file.ts';
import type { SettlementImportRow, SettlementSourceRow } from './settlement.entity.ts';
import type { SettlementLine, SettlementSource } from './settlement-line.ts';
import { storeLines } from './store-lines.ts';
import type { PartOfReport } from './store-lines.ts';

/** Who imports, and from which gateway. */
export interface Importer extends Owner {
  keyId: string;
}

/** Imports a gateway's file by the mapping of the store. */
export async function importFile(
  deps: PaymentDependencies,
  caller: Importer,
  { gateway, csv }: { gateway: string; csv: string },
): Promise<SettlementImportRow> {
  const mapping = await mappingOf(deps.pool, caller, gateway);
  return importReport(deps, caller, { gateway, rules: mapping, source: await readFile(csv, mapping) });
}

/**
 * Imports lines of a gateway, in parts: each is one transaction under the lock of the store's source, so that two
 * imports take turns. A repeat changes nothing, and completes an import whose process died.
 */
export async function importReport(
  deps: PaymentDependencies,
  caller: Importer,
  { gateway, rules, source }: { gateway: string; rules: SettlementRules; source: SettlementSource },
): Promise<SettlementImportRow> {
  const id = newId('si', deps.clock());
  await inTransaction(deps.pool, (tx) => beginImport(tx, caller, { id, gateway, now: new Date(deps.clock()) }));
  const payoutIds = new Set<string>();
  for await (const lines of inParts(source)) {
    for (const payoutId of payoutsOf(lines)) payoutIds.add(payoutId);
    await inTransaction(deps.pool, async (tx) => {
      const locked = await lockSource(tx, caller, gateway);
      await storePart(tx, locked, { lines, importId: id, rules, nowMs: deps.clock() });
    });
  }
  const row = await finishImport(deps, caller, { id, gateway, rules, payoutIds: [...payoutIds] });
  deps.onCommit();
  return row;
}

/** Writes the row of an import that begins. */
export async function beginImport(
  tx: PoolClient,
  { accountId, storeId, mode, keyId }: Importer,
  { id, gateway, now }: { id: string; gateway: string; now: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO settlement_source (account_id, store_id, mode, gateway) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING`,
    [accountId, storeId, mode, gateway],
  );
  await tx.query(
    `INSERT INTO settlement_import (account_id, id, store_id, mode, gateway, key_id, lines, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, 0, $7)`,
    [accountId, id, storeId, mode, gateway, keyId, now],
  );
}

/** Stores a part of a report under the lock of its source, and counts its lines. */
export async function storePart(tx: PoolClient, source: SettlementSourceRow, part: PartOfReport): Promise<void> {
  if (part.lines.length === 0) return;
  const stored = await storeLines(tx, source, part);
  await tx.query({ name: 'settlement-since', text: SINCE, values: [...keyOf(source), earliest(part.lines)] });
  await count(tx, ownerOf(source), part.importId, { ...stored, lines: part.lines.length });
}

/** The payouts that lines belong to. */
export function payoutsOf(lines: readonly SettlementLine[]): string[] {
  return [...new Set(lines.map(payoutIdOf).filter((payoutId) => payoutId !== null))];
}

/** Locks the row that every change of a gateway's lines locks first. */
export async function lockSource(
  tx: PoolClient,
  { accountId, storeId, mode }: Owner,
  gateway: string,
): Promise<SettlementSourceRow> {
  const { rows } = await tx.query<SettlementSourceRow>({
    name: 'lock-settlement-source',
    text: `SELECT * FROM settlement_source WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4
      FOR UPDATE`,
    values: [accountId, storeId, mode, gateway],
  });
  return rows[0] as SettlementSourceRow;
}

function keyOf({ account_id: accountId, store_id: storeId, mode, gateway }: SettlementSourceRow): string[] {
  return [accountId, storeId, mode, gateway];
}

const SINCE = `
  UPDATE settlement_source SET since = least(since, $5) WHERE account_id = $1 AND store_id = $2 AND mode = $3
  AND gateway = $4 AND (since IS NULL OR since > $5)`;

function earliest(lines: readonly SettlementLine[]): Date {
  return new Date(Math.min(...lines.map(({ at }) => at.getTime())));
}

async function* inParts(source: SettlementSource): AsyncGenerator<SettlementLine[]> {
  let part: SettlementLine[] = [];
  for await (const line of source) {
    part.push(line);
    if (part.length < LIMITS.settlementLinesPerPart) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

async function count(
  tx: PoolClient,
  { accountId }: Owner,
  id: string,
  sums: { lines: number; added: number; repeated: number; matched: number; exceptions: number },
): Promise<void> {
  await tx.query({
    name: 'count-settlement-lines',
    text: `UPDATE settlement_import SET lines = lines + $3, added = added + $4, repeated = repeated + $5,
      matched = matched + $6, exceptions = exceptions + $7 WHERE account_id = $1 AND id = $2`,
    values: [accountId, id, sums.lines, sums.added, sums.repeated, sums.matched, sums.exceptions],
  });
}

/** Each part in a transaction of its own, so that none holds the source for long. */
async function judgeAllAgain(
  deps: PaymentDependencies,
  caller: Importer,
  { gateway, rules }: { gateway: string; rules: SettlementRules },
): Promise<void> {
  let after: JudgedTo | null = null;
  do {
    const from: JudgedTo | null = after;
    after = await inTransaction(deps.pool, async (tx) =>
      judgeAgain(tx, await lockSource(tx, caller, gateway), { rules, nowMs: deps.clock(), after: from }),
    );
  } while (after !== null);
}

/** When the whole report is stored: its payouts, what the gateway did not report, and the end of the import. */
export async function finishImport(
  deps: PaymentDependencies,
  caller: Importer,
  { id, gateway, rules, payoutIds }: { id: string; gateway: string; rules: SettlementRules; payoutIds: string[] },
): Promise<SettlementImportRow> {
  await judgeAllAgain(deps, caller, { gateway, rules });
  for (let at = 0; at < payoutIds.length; at += LIMITS.settlementLinesPerPart) {
    const part = payoutIds.slice(at, at + LIMITS.settlementLinesPerPart);
    await inTransaction(deps.pool, async (tx) => {
      const locked = await lockSource(tx, caller, gateway);
      const settled = { payoutIds: part, rules, importId: id, nowMs: deps.clock() };
      const exceptions = await settlePayouts(tx, locked, settled);
      await count(tx, caller, id, { lines: 0, added: 0, repeated: 0, matched: 0, exceptions });
    });
  }
  return inTransaction(deps.pool, async (tx) => {
    const locked = await lockSource(tx, caller, gateway);
    const exceptions = await findMissing(tx, locked, rules, deps.clock());
    const { rows } = await tx.query<SettlementImportRow>(
      `UPDATE settlement_import SET exceptions = exceptions + $3, finished_at = $4 WHERE account_id = $1 AND id = $2
      RETURNING *`,
      [caller.accountId, id, exceptions, new Date(deps.clock())],
    );
    return rows[0] as SettlementImportRow;
  });
}
