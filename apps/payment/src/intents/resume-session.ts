import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { changeIntent } from './change-intent.ts';
import { lockSession, saveSession } from './change-session.ts';
import type { AttemptRow } from './intent.entity.ts';
import type { LockedIntent } from './locked-intent.ts';
import { sessionState } from './session.entity.ts';
import { decideSession, isOpenSession } from './session.state.ts';

/** Moves the journey to the step at which the wallet waits for the customer, also when the wallet's reply was lost. */
export async function resumeSession(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  { attempt, step }: { attempt: AttemptRow; step: 'code' | 'app' },
): Promise<void> {
  if (locked.row.open_attempt !== attempt.id || attempt.method === 'card' || locked.row.status !== 'processing') return;
  const session = await lockSession(tx, locked.row.account_id, locked.row.id);
  if (session === undefined || !isOpenSession(session.state)) return;
  await changeIntent(deps, tx, locked, { command: { kind: 'challenge', attemptId: attempt.id }, actor: 'inquiry' });
  if (session.state === 'pending') await markCodeSent(deps, tx, session);
  if (step === 'app' && session.state === 'otp_sent')
    await saveSession(deps, tx, session, { ...sessionState(session), state: 'awaiting_app_confirmation' });
}

/** The wallet has identified the customer and has sent the code. */
async function markCodeSent(
  deps: PaymentDependencies,
  tx: PoolClient,
  row: Parameters<typeof saveSession>[2],
): Promise<void> {
  const nowMs = deps.clock();
  const accepted = decideSession(sessionState(row), { kind: 'identityAccepted' }, nowMs);
  const sent = 'session' in accepted ? decideSession(accepted.session, { kind: 'otpSent' }, nowMs) : accepted;
  if ('session' in sent) await saveSession(deps, tx, row, sent.session);
}
