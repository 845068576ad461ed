import { LIMITS } from '../limits.ts';
import { isTrying } from '../tries.ts';
import type { Trying } from '../tries.ts';

export type TokenState =
  'pending' | 'pin_verified' | 'otp_verified' | 'active' | 'suspended' | 'revoked' | 'expired' | 'failed';

/** The state of a wallet token, from the setup page to the last charge. */
export interface Token extends Trying {
  readonly state: TokenState;
  /** Tries that the wallet refused, may have refused, or is judging now. */
  readonly pinWrong: number;
  readonly otpWrong: number;
  readonly otpSentAtMs: number | null;
  /** Consecutive declines for which no retry can help. */
  readonly hardDeclines: number;
  /** The expiry of the setup page. An active token does not expire. */
  readonly expiresAtMs: number;
}

/**
 * A try is counted before the wallet is asked (`tryPin`, `tryCode`). It stays counted when the wallet refused it or did
 * not answer, and is returned when the wallet did not judge it (`tryReturned`).
 */
export type TokenCommand = {
  kind:
    | 'tryPin'
    | 'pinAccepted'
    | 'pinWrong'
    | 'tryCode'
    | 'otpWrong'
    | 'otpAccepted'
    | 'tryCounted'
    | 'tryReturned'
    | 'activate'
    | 'fail'
    | 'revoke'
    | 'expire'
    | 'charged'
    | 'chargeDeclined'
    /** The cardholder said to their bank that the merchant may charge no more: nothing is tried again. */
    | 'chargeStopped'
    | 'resume';
};
/** `revokes`: the wallet has created a token for which no setup waits any more. */
export type TokenDecision =
  { token: Token; revokes?: true } | { refused: 'illegal_transition' | 'expired' | 'otp_expired' | 'try_under_way' };

const SETTING_UP: ReadonlySet<TokenState> = new Set(['pending', 'pin_verified', 'otp_verified']);

export function isSettingUp(state: TokenState): boolean {
  return SETTING_UP.has(state);
}

/** (state, command, now) → the next state or a refusal. */
export function decideToken(token: Token, { kind }: TokenCommand, nowMs: number): TokenDecision {
  if (kind === 'revoke')
    return token.state === 'active' || token.state === 'suspended' || token.state === 'revoked'
      ? { token: { ...token, state: 'revoked' } }
      : illegal();
  return isSettingUp(token.state) ? setUp(token, kind, nowMs) : inUse(token, kind);
}

function setUp(token: Token, kind: TokenCommand['kind'], nowMs: number): TokenDecision {
  const over = nowMs >= token.expiresAtMs;
  if (kind === 'expire') return { token: expired(token, nowMs) };
  if (kind === 'fail') return { token: { ...token, state: 'failed', tryingUntilMs: null } };
  // The provider has created the token already, so a late report does not fail the setup.
  if (kind === 'activate')
    return token.state === 'pending' ? illegal() : { token: { ...withReturnedTry(token), state: 'active' } };
  if (kind === 'tryCounted') return { token: { ...token, tryingUntilMs: null } };
  if (kind === 'tryReturned') return { token: withReturnedTry(token) };
  if (kind === 'tryPin' || kind === 'tryCode') {
    if (over) return { refused: 'expired' };
    return token.state === (kind === 'tryPin' ? 'pending' : 'pin_verified') ? withTry(token, nowMs) : illegal();
  }
  if (token.state === 'pending') return pin(token, kind, nowMs);
  return token.state === 'pin_verified' ? code(token, kind) : illegal();
}

/**
 * A wallet that was asked and whose answer was lost may have created its token: it is inquired for a day more. The same
 * is true when a process died while the wallet checked the code.
 */
function expired(token: Token, nowMs: number): Token {
  if (nowMs < token.expiresAtMs) return token;
  if (token.state === 'pin_verified' && token.tryingUntilMs !== null)
    return { ...token, state: 'otp_verified', tryingUntilMs: null };
  const isUnknown = token.state === 'otp_verified' && nowMs < token.expiresAtMs + LIMITS.setupUndecidedMs;
  return isUnknown ? token : { ...token, state: 'expired' };
}

function pin(token: Token, kind: TokenCommand['kind'], nowMs: number): TokenDecision {
  if (kind === 'pinAccepted')
    return { token: { ...withReturnedTry(token), state: 'pin_verified', otpSentAtMs: nowMs } };
  return kind === 'pinWrong' ? { token: afterWrong(token) } : illegal();
}

function code(token: Token, kind: TokenCommand['kind']): TokenDecision {
  if (kind === 'otpAccepted') return { token: { ...token, state: 'otp_verified', tryingUntilMs: null } };
  return kind === 'otpWrong' ? { token: afterWrong(token) } : illegal();
}

/** One try at a time: a second press while the wallet judges the first is the same try. */
function withTry(token: Token, nowMs: number): TokenDecision {
  const counted = countedOf(token);
  if (isTrying(token, nowMs)) return { refused: 'try_under_way' };
  if (counted === 'otpWrong' && nowMs - (token.otpSentAtMs ?? 0) >= LIMITS.otpMs) return { refused: 'otp_expired' };
  // The last try was counted, and its process died before the wallet's answer.
  if (isExhausted(token)) return { token: { ...token, state: 'failed', tryingUntilMs: null } };
  return { token: { ...token, [counted]: token[counted] + 1, tryingUntilMs: nowMs + LIMITS.tryLeaseMs } };
}

function withReturnedTry(token: Token): Token {
  const counted = countedOf(token);
  return { ...token, [counted]: Math.max(0, token[counted] - 1), tryingUntilMs: null };
}

function afterWrong(token: Token): Token {
  return { ...token, tryingUntilMs: null, state: isExhausted(token) ? 'failed' : token.state };
}

function isExhausted(token: Token): boolean {
  const counted = countedOf(token);
  return token[counted] >= (counted === 'pinWrong' ? LIMITS.pinWrongMax : LIMITS.otpWrongMax);
}

function countedOf({ state }: Token): 'pinWrong' | 'otpWrong' {
  return state === 'pending' ? 'pinWrong' : 'otpWrong';
}

const IGNORED_AFTER_USE: ReadonlySet<TokenCommand['kind']> = new Set([
  'expire',
  'fail',
  'charged',
  'chargeDeclined',
  'chargeStopped',
]);

function inUse(token: Token, kind: TokenCommand['kind']): TokenDecision {
  if (kind === 'activate' && token.state === 'active') return { token };
  if (kind === 'activate' && (token.state === 'expired' || token.state === 'failed')) return { token, revokes: true };
  if (kind === 'resume' && token.state === 'suspended')
    return { token: { ...token, state: 'active', hardDeclines: 0 } };
  if (token.state !== 'active') return IGNORED_AFTER_USE.has(kind) ? { token } : illegal();
  if (kind === 'charged') return { token: { ...token, hardDeclines: 0 } };
  if (kind === 'chargeStopped') return { token: { ...token, state: 'suspended' } };
  if (kind !== 'chargeDeclined') return kind === 'expire' ? { token } : illegal();
  const hardDeclines = token.hardDeclines + 1;
  return { token: { ...token, hardDeclines, state: hardDeclines >= LIMITS.hardDeclinesMax ? 'suspended' : 'active' } };
}

function illegal(): TokenDecision {
  return { refused: 'illegal_transition' };
}
