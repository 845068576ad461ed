import type { Tx } from '@qafila/messaging/outbox';
import type { Account } from './account.entity.ts';

interface Row {
  account_no: Account['accountNo'];
}

/** The account's short number, created at the account's first write. */
export async function accountNumber(tx: Tx, accountId: string): Promise<number> {
  const result = await tx.query(
    `
    INSERT INTO account (account_id) VALUES ($1)
    ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id RETURNING account_no`,
    [accountId],
  );
  const rows = Array.isArray(result) ? (result as Row[]) : (result as { rows: Row[] }).rows;
  return (rows[0] as Row).account_no;
}
