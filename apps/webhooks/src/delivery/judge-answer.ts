import type { Answer } from '../egress/send.ts';
import { PACING } from './pacing.ts';

/** What an answer means. `gone` disables the endpoint; `overload` slows it; the rest is tried again. */
export interface Verdict {
  outcome: 'delivered' | 'failed' | 'gone';
  overload: boolean;
  /** Our fault: it says nothing of the endpoint, and uses up none of its schedule. */
  ours: boolean;
  retryAfterMs: number;
  status: number | null;
  /** For the log: what went wrong, in words. */
  error: string | null;
  excerpt: string | null;
}

const OVERLOADED = new Set([429, 502, 503, 504]);

/** 2xx succeeds; 410 is gone; everything else failed, redirects too: following one would send a signed body to an unknown place. */
export function judgeAnswer(answer: Answer, nowMs: number): Verdict {
  if (answer.kind === 'failed') {
    const ours = answer.reason === 'proxy' || answer.reason === 'local';
    return { outcome: 'failed', overload: !ours, ours, retryAfterMs: 0, status: null, error: `${answer.reason}: ${answer.message}`, excerpt: null };
  }
  const { status, excerpt } = answer;
  if (status >= 200 && status < 300) return { outcome: 'delivered', overload: false, ours: false, retryAfterMs: 0, status, error: null, excerpt };
  const overload = OVERLOADED.has(status);
  return {
    outcome: status === 410 ? 'gone' : 'failed', overload, ours: false, retryAfterMs: overload ? retryAfterMs(answer.retryAfter, nowMs) : 0, status, excerpt,
    error: status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`,
  };
}

/** JavaScript reads a date into many a text: "2099" is none of HTTP's. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/;

/** Retry-After in seconds or as a date (RFC 9110), bounded; what is neither counts as not sent. */
export function retryAfterMs(value: string | undefined, nowMs: number): number {
  if (value === undefined) return 0;
  const text = value.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : HTTP_DATE.test(text) ? Date.parse(text) - nowMs : NaN;
  return Number.isFinite(ms) ? Math.min(PACING.retryAfterMsMax, Math.max(0, ms)) : 0;
}
