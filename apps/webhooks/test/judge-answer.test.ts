import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Answer } from '../src/egress/answer.ts';
import { judgeAnswer, retryAfterMs } from '../src/delivery/judge-answer.ts';

const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);
const answered = (status: number, retryAfter?: string): Answer => ({
  kind: 'answered',
  status,
  retryAfter,
  excerpt: 'as it said',
  latencyMs: 3,
});
const failed = (reason: Extract<Answer, { kind: 'failed' }>['reason']): Answer => ({
  kind: 'failed',
  reason,
  message: 'in words',
  latencyMs: 3,
});

describe('an answer', () => {
  test('of 2xx, and of no other class, is a delivery', () => {
    for (let status = 200; status < 600; status++) {
      const { outcome } = judgeAnswer(answered(status), NOW);
      const refused = status === 410 ? 'gone' : 'failed';
      expect([status, outcome]).toEqual([status, status < 300 ? 'delivered' : refused]);
    }
  });

  test('says in words why it failed, and of a redirect that it is not followed', () => {
    expect(judgeAnswer(answered(204), NOW)).toEqual({
      outcome: 'delivered',
      overload: false,
      isOurFault: false,
      retryAfterMs: 0,
      status: 204,
      error: null,
      excerpt: 'as it said',
    });
    expect(judgeAnswer(answered(302), NOW)).toMatchObject({
      outcome: 'failed',
      status: 302,
      error: 'answered 302: redirects are not followed',
    });
    expect(judgeAnswer(answered(500), NOW)).toMatchObject({
      outcome: 'failed',
      status: 500,
      error: 'answered 500',
      excerpt: 'as it said',
    });
  });

  test('slows the endpoint for 429, 502, 503 and 504 alone', () => {
    const slowing = Array.from({ length: 500 }, (_, index) => index + 100).filter(
      (status) => judgeAnswer(answered(status), NOW).overload,
    );
    expect(slowing).toEqual([429, 502, 503, 504]);
  });

  test('is never our fault', () => {
    for (let status = 100; status < 600; status++) expect(judgeAnswer(answered(status), NOW).isOurFault).toBe(false);
  });

  test('asks for a pause only where it says that it is overloaded', () => {
    expect(judgeAnswer(answered(503, '30'), NOW).retryAfterMs).toBe(30_000);
    expect(judgeAnswer(answered(429, 'Sat, 21 Nov 2026 10:00:45 GMT'), NOW).retryAfterMs).toBe(45_000);
    for (const status of [200, 301, 400, 410, 500])
      expect(judgeAnswer(answered(status, '30'), NOW).retryAfterMs).toBe(0);
  });
});

describe('no answer', () => {
  test.each(['denied_address', 'dns', 'refused', 'connect_timeout', 'timeout', 'reset', 'tls', 'protocol'] as const)(
    "%s is the endpoint's failure, and slows it",
    (reason) => {
      expect(judgeAnswer(failed(reason), NOW)).toEqual({
        outcome: 'failed',
        overload: true,
        isOurFault: false,
        retryAfterMs: 0,
        status: null,
        error: `${reason}: in words`,
        excerpt: null,
      });
    },
  );

  test.each(['proxy', 'local'] as const)('%s is our fault: it says nothing about the endpoint', (reason) => {
    expect(judgeAnswer(failed(reason), NOW)).toMatchObject({
      outcome: 'failed',
      overload: false,
      isOurFault: true,
      retryAfterMs: 0,
    });
  });
});

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['1', 1_000],
    [' 120 ', 120_000],
    ['3600', 3_600_000],
    ['999999999', 3_600_000],
    ['9999999999999', 3_600_000],
    ['Sat, 21 Nov 2026 10:00:10 GMT', 10_000],
    ['Saturday, 21-Nov-26 10:00:10 GMT', 10_000],
    ['Sat Nov 21 10:00:10 2026 GMT', 10_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['Sat, 21 Nov 2099 10:00:00 GMT', 3_600_000],
    ['', 0],
    ['   ', 0],
    ['soon', 0],
    ['-5', 0],
    ['NaN', 0],
    ['Infinity', 0],
  ])('%j asks for %i ms', (text, ms) => {
    expect(retryAfterMs(text, NOW)).toBe(ms);
  });

  test('that is missing asks for nothing', () => expect(retryAfterMs(undefined, NOW)).toBe(0));

  test('that is no delay and no date counts as not sent, also where JavaScript reads a date into it', () => {
    for (const text of [
      '1e3',
      '1.5',
      '+5',
      '12 s',
      '5 minutes',
      '0x10',
      'May 2099',
      '2099-01-01T00:00:00Z',
      '1/1/2099',
    ])
      expect([text, retryAfterMs(text, NOW)]).toEqual([text, 0]);
  });

  test('whatever it says, the pause is a whole number of ms in [0, an hour]', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat().map(String),
          fc.date().map(String),
          fc.string({ unit: fc.constantFrom(...'0123456789 -+.:eGMTZ') }),
        ),
        (text) => {
          const ms = retryAfterMs(text, NOW);
          expect(Number.isInteger(ms) && ms >= 0 && ms <= 3_600_000).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
