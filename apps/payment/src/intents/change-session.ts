import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import type { LockedIntent } from './locked-intent.ts';
import { notifyOfSession } from './notify-merchant.ts';
import { sessionState } from './session.entity.ts';
import type { SessionRow } from './session.entity.ts';
import { isOpenSession } from './session.state.ts';
import type { Session, SessionState } from './session.state.ts';

const END: Partial<Record<string, SessionState>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'expired',
};

/**
 * Ends the wallet session together with its intent. The first of §6.1's two webhooks is published here, before the
 * intent's own.
 */
export async function endSession(deps: PaymentDependencies, tx: PoolClient, locked: LockedIntent): Promise<void> {
  const session = await lockSession(tx, locked.row.account_id, locked.row.id);
  const state = END[locked.row.status];
  if (session === undefined || state === undefined) return;
  if (isOpenSession(session.state)) await saveSession(deps, tx, session, { ...sessionState(session), state });
  // A wallet chosen on a checkout page has one webhook, the intent's.
  if (locked.row.source === 'bnpl') await notifyOfSession(tx, session, locked);
}

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

export async function saveSession(
  deps: PaymentDependencies,
  tx: PoolClient,
  row: SessionRow,
  session: Session,
): Promise<void> {
  Object.assign(row, {
    state: session.state,
    identity_wrong: session.identityWrong,
    otp_wrong: session.otpWrong,
    resends: session.resends,
    otp_sent_at: session.otpSentAtMs === null ? null : new Date(session.otpSentAtMs),
    revision: row.revision + 1,
    updated_at: new Date(deps.clock()),
  });
  await tx.query(
    `
    UPDATE wallet_session SET state = $3, identity_wrong = $4, otp_wrong = $5, resends = $6, otp_sent_at = $7,
    revision = $8, updated_at = $9
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
    ],
  );
}
