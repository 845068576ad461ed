import { LeastRecent } from './least-recent.ts';
import { LIMITS } from './limits.ts';

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the bucket is full again. */
  resetSeconds: number;
  /** Until the next request is let through. */
  retryAfterSeconds: number;
}

interface Bucket { tokens: number; atMs: number }

/** Token buckets by name, in this replica's memory: n replicas together let through up to n times the rate. */
export class TokenBuckets {
  readonly #buckets = new LeastRecent<Bucket>(LIMITS.bucketsMax);
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  take(name: string, perSecond: number): Allowance {
    const limit = perSecond * LIMITS.burstSeconds;
    const bucket = this.#filled(name, perSecond, limit);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    return {
      allowed, limit, remaining: Math.floor(bucket.tokens), resetSeconds: Math.ceil((limit - bucket.tokens) / perSecond),
      retryAfterSeconds: allowed ? 0 : (1 - bucket.tokens) / perSecond,
    };
  }

  giveBack(name: string): void {
    const bucket = this.#buckets.get(name);
    if (bucket !== undefined) bucket.tokens += 1;
  }

  #filled(name: string, perSecond: number, limit: number): Bucket {
    const now = this.nowMs();
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) {
      const fresh = { tokens: limit, atMs: now };
      this.#buckets.set(name, fresh);
      return fresh;
    }
    bucket.tokens = Math.min(limit, bucket.tokens + (now - bucket.atMs) / 1000 * perSecond);
    bucket.atMs = now;
    return bucket;
  }
}
