import { LIMITS } from '../limits.ts';

/** §3.2 names `succeeded`; the others are decision payments-states. */
export type SessionState = 'pending' | 'identity_verified' | 'otp_sent' | 'awaiting_app_confirmation' | 'succeeded' | 'failed' | 'canceled' | 'expired';

/** A wallet BNPL journey as its rules see it. Counters live in the database: a new page or process does not reset them. */
export interface Session {
  readonly state: SessionState;
  readonly identityWrong: number;
  readonly otpWrong: number;
  readonly resends: number;
  readonly otpSentAtMs: number | null;
  readonly expiresAtMs: number;
}

export type SessionCommand =
  | { kind: 'identityAccepted' | 'identityRefused' | 'otpSent' | 'askResend' | 'otpWrong' | 'otpAccepted' | 'confirmed' | 'fail' | 'cancel' | 'expire' };

export type SessionRefusal = 'illegal_transition' | 'expired' | 'otp_expired' | 'resend_too_soon' | 'resends_exhausted';
export type SessionStep = { session: Session } | { refused: SessionRefusal };

const OPEN: ReadonlySet<SessionState> = new Set(['pending', 'identity_verified', 'otp_sent', 'awaiting_app_confirmation']);

export function isOpenSession(state: SessionState): boolean {
  return OPEN.has(state);
}

/** (state, command, now) → state or refusal. A third wrong code or identity ends the journey. */
export function stepSession(session: Session, { kind }: SessionCommand, nowMs: number): SessionStep {
  if (!isOpenSession(session.state)) return kind === 'expire' || endOf(kind) === session.state ? { session } : { refused: 'illegal_transition' };
  const end = endOf(kind);
  if (end !== undefined) return { session: { ...session, state: end } };
  if (kind === 'expire') return nowMs >= session.expiresAtMs ? { session: { ...session, state: 'expired' } } : { session };
  if (nowMs >= session.expiresAtMs) return { refused: 'expired' };
  if (session.state === 'pending') return identity(session, kind);
  if (kind === 'otpSent') return session.state === 'awaiting_app_confirmation' ? illegal() : { session: { ...session, state: 'otp_sent', otpSentAtMs: nowMs } };
  return session.state === 'otp_sent' ? code(session, kind, nowMs) : illegal();
}

/** Commands that end the journey from any open state. */
function endOf(kind: SessionCommand['kind']): SessionState | undefined {
  return kind === 'confirmed' ? 'succeeded' : kind === 'fail' ? 'failed' : kind === 'cancel' ? 'canceled' : undefined;
}

function identity(session: Session, kind: SessionCommand['kind']): SessionStep {
  if (kind === 'identityAccepted') return { session: { ...session, state: 'identity_verified' } };
  if (kind !== 'identityRefused') return illegal();
  const identityWrong = session.identityWrong + 1;
  return { session: { ...session, identityWrong, state: identityWrong >= LIMITS.identityWrongMax ? 'failed' : 'pending' } };
}

function code(session: Session, kind: SessionCommand['kind'], nowMs: number): SessionStep {
  const age = nowMs - (session.otpSentAtMs ?? 0);
  if (kind === 'askResend') {
    if (session.resends >= LIMITS.otpResendsMax) return { refused: 'resends_exhausted' };
    return age < LIMITS.otpResendGapMs ? { refused: 'resend_too_soon' } : { session: { ...session, resends: session.resends + 1, otpSentAtMs: nowMs } };
  }
  if (kind !== 'otpWrong' && kind !== 'otpAccepted') return illegal();
  if (age >= LIMITS.otpMs) return { refused: 'otp_expired' };
  if (kind === 'otpAccepted') return { session: { ...session, state: 'awaiting_app_confirmation' } };
  const otpWrong = session.otpWrong + 1;
  return { session: { ...session, otpWrong, state: otpWrong >= LIMITS.otpWrongMax ? 'failed' : 'otp_sent' } };
}

function illegal(): SessionStep {
  return { refused: 'illegal_transition' };
}
