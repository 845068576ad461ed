import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decideSession, isLastTry, isOpenSession } from '../src/intents/session.state.ts';
import type { Session, SessionCommand } from '../src/intents/session.state.ts';
import { LIMITS } from '../src/limits.ts';
import { decideToken, isSettingUp } from '../src/tokens/token.state.ts';
import type { Token, TokenCommand } from '../src/tokens/token.state.ts';
import { isTrying } from '../src/tries.ts';

const sessionCommand = fc.constantFrom<SessionCommand['kind']>(
  'tryIdentity',
  'identityAccepted',
  'otpSent',
  'requestResend',
  'tryCode',
  'otpAccepted',
  'tryCounted',
  'tryReturned',
  'confirmed',
  'fail',
  'cancel',
  'expire',
);
function triesOf(session: Session): number {
  return session.identityWrong + session.otpWrong;
}

const waits = fc.constantFrom(0, 1_000, 29_999, 30_000, 60_000, 120_000, 600_000);

test('a wallet journey permits three tries of each kind, one at a time, and three resends', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(sessionCommand, waits), { maxLength: 20 }), (commands) => {
      let session: Session = {
        state: 'pending',
        identityWrong: 0,
        otpWrong: 0,
        resends: 0,
        otpSentAtMs: null,
        expiresAtMs: LIMITS.pageMs,
        tryingUntilMs: null,
      };
      let now = 0;
      for (const [kind, wait] of commands) {
        now += wait;
        const step = decideSession(session, { kind }, now);
        if ('refused' in step) continue;
        if (!isOpenSession(session.state)) expect(step.session).toEqual(session);
        if (kind === 'tryCode') expect(now - (session.otpSentAtMs ?? 0)).toBeLessThan(LIMITS.otpMs);
        if (kind === 'tryCode' || kind === 'tryIdentity') {
          expect(isTrying(session, now)).toBe(false);
          expect(isLastTry(session)).toBe(false);
          expect(triesOf(step.session)).toBe(triesOf(session) + 1);
        }
        if (kind === 'requestResend')
          expect(now - (session.otpSentAtMs ?? 0)).toBeGreaterThanOrEqual(LIMITS.otpResendGapMs);
        session = step.session;
        expect(session.otpWrong).toBeLessThanOrEqual(LIMITS.otpWrongMax);
        expect(session.resends).toBeLessThanOrEqual(LIMITS.otpResendsMax);
        expect(session.identityWrong).toBeLessThanOrEqual(LIMITS.identityWrongMax);
        expect(triesOf(session)).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 20_000, seed: 1 },
  );
});

test('a token needs PIN and code, is suspended by the third consecutive hard decline, and stays revoked', () => {
  const kinds = fc.constantFrom<TokenCommand['kind']>(
    'tryPin',
    'pinAccepted',
    'pinWrong',
    'tryCode',
    'otpWrong',
    'otpAccepted',
    'tryCounted',
    'tryReturned',
    'activate',
    'fail',
    'revoke',
    'expire',
    'charged',
    'chargeDeclined',
    'resume',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(kinds, waits), { maxLength: 24 }), (commands) => {
      let token: Token = {
        state: 'pending',
        pinWrong: 0,
        otpWrong: 0,
        otpSentAtMs: null,
        hardDeclines: 0,
        expiresAtMs: LIMITS.pageMs,
        tryingUntilMs: null,
      };
      let now = 0;
      let sawPin = false;
      for (const [kind, wait] of commands) {
        now += wait;
        const step = decideToken(token, { kind }, now);
        if ('refused' in step) continue;
        sawPin ||= step.token.state === 'pin_verified';
        if (step.token.state === 'active') expect(sawPin).toBe(true);
        if (token.state === 'revoked' || token.state === 'failed' || token.state === 'expired')
          expect(step.token.state).toBe(token.state);
        if (isSettingUp(step.token.state)) expect(isSettingUp(token.state)).toBe(true);
        if ((kind === 'tryPin' || kind === 'tryCode') && isSettingUp(step.token.state))
          expect(isTrying(token, now)).toBe(false);
        token = step.token;
        expect(token.pinWrong).toBeLessThanOrEqual(LIMITS.pinWrongMax);
        expect(token.otpWrong).toBeLessThanOrEqual(LIMITS.otpWrongMax);
        if (token.hardDeclines >= LIMITS.hardDeclinesMax) expect(['suspended', 'revoked']).toContain(token.state);
      }
    }),
    { numRuns: 20_000, seed: 2 },
  );
});
