import type { PoolClient } from 'pg';
import { changeIntent } from '../intents/change-intent.ts';
import type { HeldIntent } from '../intents/held-intent.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import type { Payments } from '../payments.ts';
import { holdSession, saveSession } from './end-session.ts';
import { sessionOf } from './session.entity.ts';
import { isOpenSession, stepSession } from './session.state.ts';

/** The wallet waits for the customer: after its answer, or after an answer that was lost, the journey goes on where the wallet stands. */
export async function resumeSession(payments: Payments, tx: PoolClient, held: HeldIntent, { attempt, step }: { attempt: AttemptRow; step: 'code' | 'app' }): Promise<void> {
  if (held.row.open_attempt !== attempt.id || attempt.method === 'card' || held.row.status !== 'processing') return;
  const session = await holdSession(tx, held.row.account_id, held.row.id);
  if (session === undefined || !isOpenSession(session.state)) return;
  await changeIntent(payments, tx, held, { command: { kind: 'challenge', attemptId: attempt.id }, actor: 'inquiry' });
  if (session.state === 'pending') await codeSent(payments, tx, session);
  if (step === 'app' && session.state === 'otp_sent') await saveSession(payments, tx, session, { ...sessionOf(session), state: 'awaiting_app_confirmation' });
}

/** The wallet knows the customer and has sent the code. */
async function codeSent(payments: Payments, tx: PoolClient, row: Parameters<typeof saveSession>[2]): Promise<void> {
  const nowMs = payments.clock();
  const accepted = stepSession(sessionOf(row), { kind: 'identityAccepted' }, nowMs);
  const sent = 'session' in accepted ? stepSession(accepted.session, { kind: 'otpSent' }, nowMs) : accepted;
  if ('session' in sent) await saveSession(payments, tx, row, sent.session);
}
