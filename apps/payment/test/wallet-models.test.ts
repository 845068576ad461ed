import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decideSession, isOpenSession } from '../src/intents/session.state.ts';
import type { Session, SessionCommand } from '../src/intents/session.state.ts';
import { LIMITS } from '../src/limits.ts';
import { decideToken, isSettingUp } from '../src/tokens/token.state.ts';
import type { Token, TokenCommand } from '../src/tokens/token.state.ts';

const sessionCommand = fc.constantFrom<SessionCommand['kind']>(
  'identityAccepted',
  'identityRefused',
  'otpSent',
  'requestResend',
  'otpWrong',
  'otpAccepted',
  'confirmed',
  'fail',
  'cancel',
  'expire',
);
const waits = fc.constantFrom(0, 1_000, 29_999, 30_000, 60_000, 120_000, 600_000);

test('a wallet journey permits two wrong codes and three resends, stays ended, and expires in time', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(sessionCommand, waits), { maxLength: 20 }), (commands) => {
      let session: Session = {
        state: 'pending',
        identityWrong: 0,
        otpWrong: 0,
        resends: 0,
        otpSentAtMs: null,
        expiresAtMs: LIMITS.pageMs,
      };
      let now = 0;
      for (const [kind, wait] of commands) {
        now += wait;
        const step = decideSession(session, { kind }, now);
        if ('refused' in step) continue;
        if (!isOpenSession(session.state)) expect(step.session).toEqual(session);
        if (step.session.state === 'awaiting_app_confirmation' && session.state === 'otp_sent')
          expect(now - (session.otpSentAtMs ?? 0)).toBeLessThan(LIMITS.otpMs);
        if (kind === 'requestResend')
          expect(now - (session.otpSentAtMs ?? 0)).toBeGreaterThanOrEqual(LIMITS.otpResendGapMs);
        session = step.session;
        expect(session.otpWrong).toBeLessThanOrEqual(LIMITS.otpWrongMax);
        expect(session.resends).toBeLessThanOrEqual(LIMITS.otpResendsMax);
        if (session.otpWrong === LIMITS.otpWrongMax || session.identityWrong === LIMITS.identityWrongMax)
          expect(isOpenSession(session.state)).toBe(false);
      }
    }),
    { numRuns: 20_000, seed: 1 },
  );
});

test('a token needs PIN and code, is suspended by the third consecutive hard decline, and stays revoked', () => {
  const kinds = fc.constantFrom<TokenCommand['kind']>(
    'pinAccepted',
    'pinWrong',
    'otpWrong',
    'otpAccepted',
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
        token = step.token;
        if (token.hardDeclines >= LIMITS.hardDeclinesMax) expect(['suspended', 'revoked']).toContain(token.state);
      }
    }),
    { numRuns: 20_000, seed: 2 },
  );
});
