import { both, unchanged } from './changes.ts';
import type { Changes, Known } from './changes.ts';
import { decideChange } from './decide-change.ts';
import type { AttemptRow } from './intent.entity.ts';
import type { Refused } from './intent.state.ts';
import { sessionState, withSession } from './session.entity.ts';
import { decideSession, isOpenSession } from './session.state.ts';
import type { Session } from './session.state.ts';

/** Moves the journey to the step at which the wallet waits for the customer, also when the wallet's reply was lost. */
export function resumeSession(
  known: Known,
  { attempt, step }: { attempt: AttemptRow; step: 'code' | 'app' },
  nowMs: number,
): Changes | Refused {
  const { row, session } = known;
  const isWaiting = row.open_attempt === attempt.id && attempt.method !== 'card' && row.status === 'processing';
  if (!isWaiting || session === undefined || !isOpenSession(session.state)) return unchanged(known);
  const challenged = decideChange(
    known,
    { command: { kind: 'challenge', attemptId: attempt.id }, actor: 'inquiry' },
    nowMs,
  );
  if ('refused' in challenged) return challenged;
  const before = sessionState(session);
  const resumed = sessionAt(before, step, nowMs);
  if (resumed === before) return challenged;
  return both(challenged, unchanged({ ...challenged.after, session: withSession(session, resumed, nowMs) }));
}

function sessionAt(session: Session, step: 'code' | 'app', nowMs: number): Session {
  // The wallet has identified the customer and has sent the code.
  const sent = session.state === 'pending' ? codeSent(session, nowMs) : session;
  return step === 'app' && sent.state === 'otp_sent' ? { ...sent, state: 'awaiting_app_confirmation' } : sent;
}

function codeSent(session: Session, nowMs: number): Session {
  const accepted = decideSession(session, { kind: 'identityAccepted' }, nowMs);
  const sent = 'session' in accepted ? decideSession(accepted.session, { kind: 'otpSent' }, nowMs) : accepted;
  return 'session' in sent ? sent.session : session;
}
