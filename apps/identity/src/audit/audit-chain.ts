import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { KeyRing } from '../vault/key-ring.ts';

export interface AuditRow {
  account_id: string;
  revision: number;
  at: string;
  store_id: string;
  actor: string;
  action: string;
  subject: string;
  details: string;
}

/**
 * Each row's hash covers the row before it, so changing, removing or inserting a row breaks the hashes of all later
 * rows.
 */
export function chainHash(ring: KeyRing, previous: Buffer, row: AuditRow): Buffer {
  const { account_id, revision, at, store_id, actor, action, subject, details } = row;
  return createHmac('sha256', ring.audit)
    .update(previous)
    .update(JSON.stringify([account_id, revision, at, store_id, actor, action, subject, details]))
    .digest();
}

/** Null when the account's log is intact; else the first revision whose hash is wrong. */
export async function brokenRevision(pool: Pool, ring: KeyRing, accountId: string): Promise<number | null> {
  const { rows } = await pool.query<Omit<AuditRow, 'revision'> & { revision: string; hash: Buffer }>(
    'SELECT * FROM audit_log WHERE account_id = $1 ORDER BY revision',
    [accountId],
  );
  let head: Buffer = Buffer.alloc(0);
  for (const [index, row] of rows.entries()) {
    const expected = chainHash(ring, head, { ...row, revision: index + 1 });
    if (!expected.equals(row.hash)) return index + 1;
    head = expected;
  }
  const {
    rows: [account],
  } = await pool.query<{ audit_head: Buffer }>('SELECT audit_head FROM account WHERE account_id = $1', [accountId]);
  return account?.audit_head.equals(head) ? null : rows.length + 1;
}
