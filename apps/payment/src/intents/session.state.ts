import { LIMITS } from '../limits.ts';

/** §3.2 names `succeeded`; docs/decisions/0013 adds the others. */
export type SessionState =
  | 'pending'
  | 'identity_verified'
  | 'otp_sent'
  | 'awaiting_app_confirmation'
  | 'succeeded'
  | 'failed'
  | 'canceled'
  | 'expired';

/** The state of a wallet BNPL journey. The counters are stored, so a new page or process does not reset them. */
export interface Session {
  readonly state: SessionState;
  readonly identityWrong: number;
  readonly otpWrong: number;
  readonly resends: number;
  readonly otpSentAtMs: number | null;
  readonly expiresAtMs: number;
}

export type SessionCommand = {
  kind:
    | 'identityAccepted'
    | 'identityRefused'
    | 'otpSent'
    | 'requestResend'
    | 'otpWrong'
    | 'otpAccepted'
    | 'confirmed'
    | 'fail'
    | 'cancel'
    | 'expire';
};

export type SessionRefusal = 'illegal_transition' | 'expired' | 'otp_expired' | 'resend_too_soon' | 'resends_exhausted';
export type SessionDecision = { session: Session } | { refused: SessionRefusal };

const OPEN: ReadonlySet<SessionState> = new Set([
  'pending',
  'identity_verified',
  'otp_sent',
  'awaiting_app_confirmation',
]);

export function isOpenSession(state: SessionState): boolean {
  return OPEN.has(state);
}

/** (state, command, now) → the next state or a refusal. The third wrong code or identity ends the journey. */
export function decideSession(session: Session, { kind }: SessionCommand, nowMs: number): SessionDecision {
  if (!isOpenSession(session.state))
    return kind === 'expire' || endOf(kind) === session.state ? { session } : { refused: 'illegal_transition' };
  const end = endOf(kind);
  if (end !== undefined) return { session: { ...session, state: end } };
  if (kind === 'expire')
    return nowMs >= session.expiresAtMs ? { session: { ...session, state: 'expired' } } : { session };
  if (nowMs >= session.expiresAtMs) return { refused: 'expired' };
  if (session.state === 'pending') return identity(session, kind);
  if (kind === 'otpSent')
    return session.state === 'awaiting_app_confirmation'
      ? illegal()
      : { session: { ...session, state: 'otp_sent', otpSentAtMs: nowMs } };
  return session.state === 'otp_sent' ? code(session, kind, nowMs) : illegal();
}

const END_BY_COMMAND: Partial<Record<SessionCommand['kind'], SessionState>> = {
  confirmed: 'succeeded',
  fail: 'failed',
  cancel: 'canceled',
};

/** The state in which a command ends the journey from any open state. */
function endOf(kind: SessionCommand['kind']): SessionState | undefined {
  return END_BY_COMMAND[kind];
}

function identity(session: Session, kind: SessionCommand['kind']): SessionDecision {
  if (kind === 'identityAccepted') return { session: { ...session, state: 'identity_verified' } };
  if (kind !== 'identityRefused') return illegal();
  const identityWrong = session.identityWrong + 1;
  return {
    session: { ...session, identityWrong, state: identityWrong >= LIMITS.identityWrongMax ? 'failed' : 'pending' },
  };
}

function code(session: Session, kind: SessionCommand['kind'], nowMs: number): SessionDecision {
  const age = nowMs - (session.otpSentAtMs ?? 0);
  if (kind === 'requestResend') {
    if (session.resends >= LIMITS.otpResendsMax) return { refused: 'resends_exhausted' };
    return age < LIMITS.otpResendGapMs
      ? { refused: 'resend_too_soon' }
      : { session: { ...session, resends: session.resends + 1, otpSentAtMs: nowMs } };
  }
  if (kind !== 'otpWrong' && kind !== 'otpAccepted') return illegal();
  if (age >= LIMITS.otpMs) return { refused: 'otp_expired' };
  if (kind === 'otpAccepted') return { session: { ...session, state: 'awaiting_app_confirmation' } };
  const otpWrong = session.otpWrong + 1;
  return { session: { ...session, otpWrong, state: otpWrong >= LIMITS.otpWrongMax ? 'failed' : 'otp_sent' } };
}

function illegal(): SessionDecision {
  return { refused: 'illegal_transition' };
}
