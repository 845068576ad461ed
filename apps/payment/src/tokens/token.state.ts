import { LIMITS } from '../limits.ts';

export type TokenState = 'pending' | 'pin_verified' | 'otp_verified' | 'active' | 'suspended' | 'revoked' | 'expired' | 'failed';

/** A wallet token as its rules see it, from the setup page to the last charge. */
export interface Token {
  readonly state: TokenState;
  readonly pinWrong: number;
  readonly otpWrong: number;
  readonly otpSentAtMs: number | null;
  /** Declines in a row that no retry can help. */
  readonly hardDeclines: number;
  /** The end of the setup page; an active token has no end of its own. */
  readonly expiresAtMs: number;
}

export type TokenCommand =
  | { kind: 'pinAccepted' | 'pinWrong' | 'otpWrong' | 'otpAccepted' | 'activate' | 'fail' | 'revoke' | 'expire' | 'charged' | 'chargeDeclined' | 'resume' };
export type TokenStep = { token: Token } | { refused: 'illegal_transition' | 'expired' | 'otp_expired' };

const SETTING_UP: ReadonlySet<TokenState> = new Set(['pending', 'pin_verified', 'otp_verified']);

export function isSettingUp(state: TokenState): boolean {
  return SETTING_UP.has(state);
}

/** (state, command, now) → state or refusal. */
export function stepToken(token: Token, { kind }: TokenCommand, nowMs: number): TokenStep {
  if (kind === 'revoke') return token.state === 'active' || token.state === 'suspended' || token.state === 'revoked' ? { token: { ...token, state: 'revoked' } } : illegal();
  return isSettingUp(token.state) ? setUp(token, kind, nowMs) : inUse(token, kind);
}

function setUp(token: Token, kind: TokenCommand['kind'], nowMs: number): TokenStep {
  const over = nowMs >= token.expiresAtMs;
  if (kind === 'expire') return { token: over ? { ...token, state: 'expired' } : token };
  if (kind === 'fail') return { token: { ...token, state: 'failed' } };
  // The provider has made the token already: that it took long does not undo it.
  if (kind === 'activate') return token.state === 'pending' ? illegal() : { token: { ...token, state: 'active' } };
  if (over) return { refused: 'expired' };
  if (token.state === 'pending') return pin(token, kind, nowMs);
  return token.state === 'pin_verified' ? code(token, kind, nowMs) : illegal();
}

function pin(token: Token, kind: TokenCommand['kind'], nowMs: number): TokenStep {
  if (kind === 'pinAccepted') return { token: { ...token, state: 'pin_verified', otpSentAtMs: nowMs } };
  if (kind !== 'pinWrong') return illegal();
  const pinWrong = token.pinWrong + 1;
  return { token: { ...token, pinWrong, state: pinWrong >= LIMITS.pinWrongMax ? 'failed' : 'pending' } };
}

function code(token: Token, kind: TokenCommand['kind'], nowMs: number): TokenStep {
  if (kind !== 'otpWrong' && kind !== 'otpAccepted') return illegal();
  if (nowMs - (token.otpSentAtMs ?? 0) >= LIMITS.otpMs) return { refused: 'otp_expired' };
  if (kind === 'otpAccepted') return { token: { ...token, state: 'otp_verified' } };
  const otpWrong = token.otpWrong + 1;
  return { token: { ...token, otpWrong, state: otpWrong >= LIMITS.otpWrongMax ? 'failed' : 'pin_verified' } };
}

function inUse(token: Token, kind: TokenCommand['kind']): TokenStep {
  if (kind === 'activate' && token.state === 'active') return { token };
  if (kind === 'resume' && token.state === 'suspended') return { token: { ...token, state: 'active', hardDeclines: 0 } };
  if (token.state !== 'active') return kind === 'expire' || kind === 'fail' || kind === 'chargeDeclined' || kind === 'charged' ? { token } : illegal();
  if (kind === 'charged') return { token: { ...token, hardDeclines: 0 } };
  if (kind !== 'chargeDeclined') return kind === 'expire' ? { token } : illegal();
  const hardDeclines = token.hardDeclines + 1;
  return { token: { ...token, hardDeclines, state: hardDeclines >= LIMITS.hardDeclinesMax ? 'suspended' : 'active' } };
}

function illegal(): TokenStep {
  return { refused: 'illegal_transition' };
}
