import { LIMITS } from '../limits.ts';
import { isTrying } from '../tries.ts';
import type { Trying } from '../tries.ts';

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
export interface Session extends Trying {
  readonly state: SessionState;
  /** Tries that the wallet refused, may have refused, or is judging now. */
  readonly identityWrong: number;
  readonly otpWrong: number;
  readonly resends: number;
  readonly otpSentAtMs: number | null;
  readonly expiresAtMs: number;
}

/**
 * A try is counted before the wallet is asked (`tryIdentity`, `tryCode`). It stays counted when the wallet refused it
 * or did not answer (`tryCounted`), and is returned when the wallet did not judge it (`tryReturned`).
 */
export type SessionCommand = {
  kind:
    | 'tryIdentity'
    | 'identityAccepted'
    | 'otpSent'
    | 'requestResend'
    | 'tryCode'
    | 'otpAccepted'
    | 'tryCounted'
    | 'tryReturned'
    | 'confirmed'
    | 'fail'
    | 'cancel'
    | 'expire';
};

export type SessionRefusal =
  | 'illegal_transition'
  | 'expired'
  | 'otp_expired'
  | 'resend_too_soon'
  | 'resends_exhausted'
  | 'try_under_way'
  | 'tries_exhausted';
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

/** Whether no further try of the current step may follow. */
export function isLastTry({ state, identityWrong, otpWrong }: Session): boolean {
  return state === 'pending' ? identityWrong >= LIMITS.identityWrongMax : otpWrong >= LIMITS.otpWrongMax;
}

/** (state, command, now) → the next state or a refusal. */
export function decideSession(session: Session, { kind }: SessionCommand, nowMs: number): SessionDecision {
  if (!isOpenSession(session.state))
    return kind === 'expire' || endOf(kind) === session.state ? { session } : { refused: 'illegal_transition' };
  const end = endOf(kind);
  if (end !== undefined) return { session: { ...session, state: end, tryingUntilMs: null } };
  if (kind === 'expire')
    return nowMs >= session.expiresAtMs ? { session: { ...session, state: 'expired' } } : { session };
  const answered = afterAnswer(session, kind);
  if (answered !== undefined) return answered;
  if (nowMs >= session.expiresAtMs) return { refused: 'expired' };
  if (session.state === 'pending') return identity(session, kind, nowMs);
  if (kind === 'otpSent')
    return session.state === 'awaiting_app_confirmation'
      ? illegal()
      : { session: { ...session, state: 'otp_sent', otpSentAtMs: nowMs } };
  return session.state === 'otp_sent' ? code(session, kind, nowMs) : illegal();
}

/** What the wallet has answered is a fact, also after the time. Undefined for a command that is no answer. */
function afterAnswer(session: Session, kind: SessionCommand['kind']): SessionDecision | undefined {
  if (kind === 'tryCounted') return { session: { ...session, tryingUntilMs: null } };
  if (kind === 'tryReturned') return { session: withReturnedTry(session) };
  if (kind !== 'otpAccepted') return undefined;
  return session.state === 'otp_sent'
    ? { session: { ...withReturnedTry(session), state: 'awaiting_app_confirmation' } }
    : illegal();
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

function identity(session: Session, kind: SessionCommand['kind'], nowMs: number): SessionDecision {
  if (kind === 'identityAccepted') return { session: { ...withReturnedTry(session), state: 'identity_verified' } };
  return kind === 'tryIdentity' ? withTry(session, nowMs) : illegal();
}

function code(session: Session, kind: SessionCommand['kind'], nowMs: number): SessionDecision {
  const age = nowMs - (session.otpSentAtMs ?? 0);
  if (kind === 'requestResend') {
    if (session.resends >= LIMITS.otpResendsMax) return { refused: 'resends_exhausted' };
    return age < LIMITS.otpResendGapMs
      ? { refused: 'resend_too_soon' }
      : { session: { ...session, resends: session.resends + 1, otpSentAtMs: nowMs } };
  }
  if (kind !== 'tryCode') return illegal();
  return age >= LIMITS.otpMs ? { refused: 'otp_expired' } : withTry(session, nowMs);
}

/** One try at a time: a second press while the wallet judges the first is the same try. */
function withTry(session: Session, nowMs: number): SessionDecision {
  if (isTrying(session, nowMs)) return { refused: 'try_under_way' };
  if (isLastTry(session)) return { refused: 'tries_exhausted' };
  const counted = session.state === 'pending' ? 'identityWrong' : 'otpWrong';
  return { session: { ...session, [counted]: session[counted] + 1, tryingUntilMs: nowMs + LIMITS.tryLeaseMs } };
}

function withReturnedTry(session: Session): Session {
  const counted = session.state === 'pending' ? 'identityWrong' : 'otpWrong';
  return { ...session, [counted]: Math.max(0, session[counted] - 1), tryingUntilMs: null };
}

function illegal(): SessionDecision {
  return { refused: 'illegal_transition' };
}
