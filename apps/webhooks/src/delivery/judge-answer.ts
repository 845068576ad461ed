import type { Answer } from '../egress/answer.ts';
import { PACING } from './pacing.ts';

/** What an answer means. `gone` disables the endpoint; `failed` is tried again. */
export interface Verdict {
  outcome: 'delivered' | 'failed' | 'gone';
  /** The endpoint is too busy or does not answer: it gets fewer requests. */
  overload: boolean;
  /** This process or its proxy failed: the attempt says nothing about the endpoint and does not use up its schedule. */
  isOurFault: boolean;
  retryAfterMs: number;
  status: number | null;
  /** For the log: what went wrong, in words. */
  error: string | null;
  excerpt: string | null;
}

const OVERLOADED = new Set([429, 502, 503, 504]);

/**
 * 2xx is delivered and 410 is gone. Everything else failed, redirects too: following one would send a signed body to
 * an unknown place.
 */
export function judgeAnswer(answer: Answer, nowMs: number): Verdict {
  if (answer.kind === 'failed') {
    const isOurFault = answer.reason === 'proxy' || answer.reason === 'local';
    return {
      outcome: 'failed',
      overload: !isOurFault,
      isOurFault,
      retryAfterMs: 0,
      status: null,
      error: `${answer.reason}: ${answer.message}`,
      excerpt: null,
    };
  }
  const { status, excerpt } = answer;
  if (status >= 200 && status < 300)
    return { outcome: 'delivered', overload: false, isOurFault: false, retryAfterMs: 0, status, error: null, excerpt };
  const overload = OVERLOADED.has(status);
  return {
    outcome: status === 410 ? 'gone' : 'failed',
    overload,
    isOurFault: false,
    retryAfterMs: overload ? retryAfterMs(answer.retryAfter, nowMs) : 0,
    status,
    excerpt,
    error: status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`,
  };
}

/** The attempt threw an error of our own. */
export function internalFault(error: unknown): Verdict {
  return {
    outcome: 'failed',
    overload: false,
    isOurFault: true,
    retryAfterMs: 0,
    status: null,
    error: `internal: ${String(error)}`,
    excerpt: null,
  };
}

/** JavaScript parses many texts as dates that are not HTTP dates, such as "2099". */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/;

/** Retry-After in seconds or as a date (RFC 9110), bounded. Any other text counts as no header. */
export function retryAfterMs(value: string | undefined, nowMs: number): number {
  if (value === undefined) return 0;
  const ms = delayOf(value.trim(), nowMs);
  return Number.isFinite(ms) ? Math.min(PACING.retryAfterMsMax, Math.max(0, ms)) : 0;
}

function delayOf(text: string, nowMs: number): number {
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  return HTTP_DATE.test(text) ? Date.parse(text) - nowMs : NaN;
}
