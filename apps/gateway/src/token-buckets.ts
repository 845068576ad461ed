import { LRUCache } from 'lru-cache';
import { TokenBucket } from '@qafila/runtime/token-bucket';
import { LIMITS } from './limits.ts';

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the bucket is full again. */
  resetSeconds: number;
  /** Until the next request is allowed. */
  retryAfterSeconds: number;
}

/** Token buckets by name, in this replica's memory: n replicas together allow up to n times the rate. */
export class TokenBuckets {
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: LIMITS.bucketsMax });
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  take(name: string, perSecond: number): Allowance {
    const limit = perSecond * LIMITS.burstSeconds;
    const bucket = this.#bucket(name);
    const allowed = bucket.take(perSecond, limit, this.nowMs());
    return {
      allowed,
      limit,
      remaining: Math.floor(bucket.tokens),
      resetSeconds: Math.ceil(bucket.secondsUntil(limit, perSecond)),
      retryAfterSeconds: allowed ? 0 : bucket.secondsUntil(1, perSecond),
    };
  }

  giveBack(name: string): void {
    this.#buckets.get(name)?.putBack();
  }

  #bucket(name: string): TokenBucket {
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    const bucket = new TokenBucket();
    this.#buckets.set(name, bucket);
    return bucket;
  }
}
