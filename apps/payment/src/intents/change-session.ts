import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { withSession } from './session.entity.ts';
import type { SessionRow } from './session.entity.ts';
import type { Session } from './session.state.ts';

/** The caller must hold the intent's lock, because every change of a session locks the intent first. */
export async function lockSession(
  tx: PoolClient,
  accountId: string,
  intentId: string,
): Promise<SessionRow | undefined> {
  const {
    rows: [row],
  } = await tx.query<SessionRow>('SELECT * FROM wallet_session WHERE account_id = $1 AND intent_id = $2 FOR UPDATE', [
    accountId,
    intentId,
  ]);
  return row;
}

/** Changes the row in memory too. */
export async function saveSession(
  deps: Pick<PaymentDependencies, 'clock'>,
  tx: PoolClient,
  row: SessionRow,
  session: Session,
): Promise<void> {
  Object.assign(row, withSession(row, session, deps.clock()));
  await writeSession(tx, row);
}

export async function writeSession(tx: PoolClient, row: SessionRow): Promise<void> {
  await tx.query(
    `
    UPDATE wallet_session SET state = $3, identity_wrong = $4, otp_wrong = $5, resends = $6, otp_sent_at = $7,
    revision = $8, updated_at = $9, trying_until = $10
    WHERE account_id = $1 AND id = $2`,
    [
      row.account_id,
      row.id,
      row.state,
      row.identity_wrong,
      row.otp_wrong,
      row.resends,
      row.otp_sent_at,
      row.revision,
      row.updated_at,
      row.trying_until,
    ],
  );
}
