import { conflict, notFound, Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { postAll } from '../ledger/post-entry.ts';
import { needsSecondKey } from '../reviews/second-key.ts';
import { lockSource } from './import-report.ts';
import type { Importer } from './import-report.ts';
import type { SettlementExceptionRow } from './settlement.entity.ts';

export interface Resolution {
  resolution: 'accept' | 'adjust';
  note: string;
}

/**
 * Records what a person found out. `adjust` also posts the difference, so that the books say what the gateway settled.
 * It locks the source first, as imports do, so that an import judges by the state before or after, and never between.
 */
export async function resolveException(
  deps: PaymentDependencies,
  caller: Importer,
  id: string,
  { resolution, note }: Resolution,
): Promise<SettlementExceptionRow> {
  const { gateway } = await findException(deps.pool, caller, id);
  const row = await inTransaction(deps.pool, async (tx) => {
    await lockSource(tx, caller, gateway);
    const open = await findException(tx, caller, id);
    if (open.state !== 'open')
      throw conflict('illegal_transition', `This exception is resolved: ${open.resolution}.`, { state: open.state });
    if (resolution === 'adjust') {
      if (mustPropose(deps, open, caller)) return propose(tx, open, { note, keyId: caller.keyId });
      await adjust(tx, open, new Date(deps.clock()));
    }
    return close(tx, open, { resolution, note, keyId: caller.keyId, now: new Date(deps.clock()) });
  });
  const facts = { exception: id, kind: row.kind, resolution, state: row.state, key: caller.keyId };
  deps.log.info(facts, 'settlement.exception_resolved');
  return row;
}

export async function findException(
  db: Pick<PoolClient, 'query'>,
  { accountId, storeId, mode }: Importer,
  id: string,
): Promise<SettlementExceptionRow> {
  const { rows } = await db.query<SettlementExceptionRow>(
    'SELECT * FROM settlement_exception WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND id = $4',
    [accountId, storeId, mode, id],
  );
  if (rows[0] === undefined) throw notFound('settlement exception', id);
  return rows[0];
}

/** Whether one key may not adjust this much by itself (decision 0018). Throws when the other key is the same. */
function mustPropose(deps: PaymentDependencies, row: SettlementExceptionRow, { keyId }: Importer): boolean {
  const [gross, fee] = [BigInt(row.gross_minor), BigInt(row.fee_minor)].map((amount) =>
    amount < 0n ? -amount : amount,
  );
  const amount = (gross as bigint) + (fee as bigint);
  if (amount === 0n || !needsSecondKey(deps, row.currency, amount)) return false;
  if (row.proposed_by === keyId)
    throw new Refusal(
      403,
      'same_key',
      'This key proposed the adjustment. Another person must confirm it, with their own key.',
    );
  return row.proposed_by === null;
}

async function propose(
  tx: PoolClient,
  row: SettlementExceptionRow,
  { note, keyId }: { note: string; keyId: string },
): Promise<SettlementExceptionRow> {
  const { rows } = await tx.query<SettlementExceptionRow>(
    `UPDATE settlement_exception SET proposed_by = $3, note = $4, revision = revision + 1
    WHERE account_id = $1 AND id = $2 RETURNING *`,
    [row.account_id, row.id, keyId, note],
  );
  return rows[0] as SettlementExceptionRow;
}

/** Each adjustment of one exception has a reference of its own: it may open again with other amounts. */
async function adjust(tx: PoolClient, row: SettlementExceptionRow, at: Date): Promise<void> {
  const [gross, fee] = [BigInt(row.gross_minor), BigInt(row.fee_minor)];
  if (gross === 0n && fee === 0n)
    throw conflict(
      'illegal_transition',
      `The books need no change for ${row.kind}: accept it with a note.`,
      {},
      'resolution',
    );
  const { account_id, store_id, mode, gateway, currency, intent_id, attempt_id } = row;
  const books = { account_id, store_id, mode, gateway, currency, intent_id, attempt_id, at };
  const reference = `${row.id}/${row.revision}`;
  const postings = [
    { kind: 'settlement_adjustment' as const, reference, amount: gross },
    { kind: 'fee_actual' as const, reference, amount: fee },
  ].filter(({ amount }) => amount !== 0n);
  await postAll(
    tx,
    postings.map((posting) => ({ ...books, posting })),
  );
}

async function close(
  tx: PoolClient,
  row: SettlementExceptionRow,
  { resolution, note, keyId, now }: Resolution & { keyId: string; now: Date },
): Promise<SettlementExceptionRow> {
  const isAdjusted = resolution === 'adjust';
  const { rows } = await tx.query<SettlementExceptionRow>(
    `UPDATE settlement_exception SET state = 'resolved', resolution = $3, note = $4, resolved_by = $5,
      resolved_at = $6, revision = revision + 1,
      adjusted_gross_minor = adjusted_gross_minor + CASE WHEN $7 THEN gross_minor ELSE 0 END,
      adjusted_fee_minor = adjusted_fee_minor + CASE WHEN $7 THEN fee_minor ELSE 0 END
    WHERE account_id = $1 AND id = $2 RETURNING *`,
    [row.account_id, row.id, isAdjusted ? 'adjusted' : 'accepted', note, keyId, now, isAdjusted],
  );
  return rows[0] as SettlementExceptionRow;
}
