import type { PoolClient } from 'pg';
import type { HeldIntent } from '../intents/held-intent.ts';
import { tellSession } from '../notifications/tell-intent.ts';
import type { Payments } from '../payments.ts';
import { sessionOf } from './session.entity.ts';
import type { SessionRow } from './session.entity.ts';
import { isOpenSession } from './session.state.ts';
import type { Session, SessionState } from './session.state.ts';

const END: Partial<Record<string, SessionState>> = { succeeded: 'succeeded', failed: 'failed', canceled: 'canceled', expired: 'expired' };

/** The intent of a wallet journey ended, and so does the journey: the first of §6.1's two webhooks goes out here, before the intent's own. */
export async function endSession(payments: Payments, tx: PoolClient, held: HeldIntent): Promise<void> {
  const session = await holdSession(tx, held.row.account_id, held.row.id);
  const state = END[held.row.status];
  if (session === undefined || state === undefined) return;
  if (isOpenSession(session.state)) await saveSession(payments, tx, session, { ...sessionOf(session), state });
  // A wallet chosen on a checkout page has one webhook, the intent's.
  if (held.row.source === 'bnpl') await tellSession(tx, session, held);
}

/** Read under its intent's lock: whoever changes a session holds the intent first. */
export async function holdSession(tx: PoolClient, accountId: string, intentId: string): Promise<SessionRow | undefined> {
  const { rows: [row] } = await tx.query<SessionRow>('SELECT * FROM wallet_session WHERE account_id = $1 AND intent_id = $2 FOR UPDATE', [accountId, intentId]);
  return row;
}

export async function saveSession(payments: Payments, tx: PoolClient, row: SessionRow, session: Session): Promise<void> {
  Object.assign(row, {
    state: session.state, identity_wrong: session.identityWrong, otp_wrong: session.otpWrong, resends: session.resends,
    otp_sent_at: session.otpSentAtMs === null ? null : new Date(session.otpSentAtMs), revision: row.revision + 1, updated_at: new Date(payments.clock()),
  });
  await tx.query(`
    UPDATE wallet_session SET state = $3, identity_wrong = $4, otp_wrong = $5, resends = $6, otp_sent_at = $7, revision = $8, updated_at = $9
    WHERE account_id = $1 AND id = $2`,
  [row.account_id, row.id, row.state, row.identity_wrong, row.otp_wrong, row.resends, row.otp_sent_at, row.revision, row.updated_at]);
}
