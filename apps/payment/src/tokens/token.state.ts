import { LIMITS } from '../limits.ts';

export type TokenState =
  'pending' | 'pin_verified' | 'otp_verified' | 'active' | 'suspended' | 'revoked' | 'expired' | 'failed';

/** The state of a wallet token, from the setup page to the last charge. */
export interface Token {
  readonly state: TokenState;
  readonly pinWrong: number;
  readonly otpWrong: number;
  readonly otpSentAtMs: number | null;
  /** Consecutive declines for which no retry can help. */
  readonly hardDeclines: number;
  /** The expiry of the setup page. An active token does not expire. */
  readonly expiresAtMs: number;
}

export type TokenCommand = {
  kind:
    | 'pinAccepted'
    | 'pinWrong'
    | 'otpWrong'
    | 'otpAccepted'
    | 'activate'
    | 'fail'
    | 'revoke'
    | 'expire'
    | 'charged'
    | 'chargeDeclined'
    | 'resume';
};
export type TokenDecision = { token: Token } | { refused: 'illegal_transition' | 'expired' | 'otp_expired' };

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
  if (kind === 'expire') return { token: over ? { ...token, state: 'expired' } : token };
  if (kind === 'fail') return { token: { ...token, state: 'failed' } };
  // The provider has created the token already, so a late report does not fail the setup.
  if (kind === 'activate') return token.state === 'pending' ? illegal() : { token: { ...token, state: 'active' } };
  if (over) return { refused: 'expired' };
  if (token.state === 'pending') return pin(token, kind, nowMs);
  return token.state === 'pin_verified' ? code(token, kind, nowMs) : illegal();
}

function pin(token: Token, kind: TokenCommand['kind'], nowMs: number): TokenDecision {
  if (kind === 'pinAccepted') return { token: { ...token, state: 'pin_verified', otpSentAtMs: nowMs } };
  if (kind !== 'pinWrong') return illegal();
  const pinWrong = token.pinWrong + 1;
  return { token: { ...token, pinWrong, state: pinWrong >= LIMITS.pinWrongMax ? 'failed' : 'pending' } };
}

function code(token: Token, kind: TokenCommand['kind'], nowMs: number): TokenDecision {
  if (kind !== 'otpWrong' && kind !== 'otpAccepted') return illegal();
  if (nowMs - (token.otpSentAtMs ?? 0) >= LIMITS.otpMs) return { refused: 'otp_expired' };
  if (kind === 'otpAccepted') return { token: { ...token, state: 'otp_verified' } };
  const otpWrong = token.otpWrong + 1;
  return { token: { ...token, otpWrong, state: otpWrong >= LIMITS.otpWrongMax ? 'failed' : 'pin_verified' } };
}

function inUse(token: Token, kind: TokenCommand['kind']): TokenDecision {
  if (kind === 'activate' && token.state === 'active') return { token };
  if (kind === 'resume' && token.state === 'suspended')
    return { token: { ...token, state: 'active', hardDeclines: 0 } };
  if (token.state !== 'active')
    return kind === 'expire' || kind === 'fail' || kind === 'chargeDeclined' || kind === 'charged'
      ? { token }
      : illegal();
  if (kind === 'charged') return { token: { ...token, hardDeclines: 0 } };
  if (kind !== 'chargeDeclined') return kind === 'expire' ? { token } : illegal();
  const hardDeclines = token.hardDeclines + 1;
  return { token: { ...token, hardDeclines, state: hardDeclines >= LIMITS.hardDeclinesMax ? 'suspended' : 'active' } };
}

function illegal(): TokenDecision {
  return { refused: 'illegal_transition' };
}
