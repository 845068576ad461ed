import { LRUCache } from 'lru-cache';
import { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';

interface Known<Found> {
  found: Found;
  asOfMs: number;
  refreshAtMs: number;
}
interface Refused {
  refusal: Refusal;
  untilMs: number;
}
/** How old an answer may be, and from which age on it is refreshed in the background. */
export interface Ages {
  usableMs: number;
  refreshMs: number;
}
const KEY_AGES: Ages = { usableMs: LIMITS.keyUsableMs, refreshMs: LIMITS.keyRefreshMs };

/** How the cache resolves a subject at identity, and the cache key of a subject. */
export interface Resolver<Subject, Found> {
  resolve(subject: Subject, requestId: string): Promise<Found>;
  idOf(subject: Subject): string;
}

/**
 * Caches identity's answers about what is in use: API keys, clients, the keys that sign tokens, sessions. The age
 * of an entry counts from the moment of the request to identity, so a revocation takes effect within `usableMs`
 * without Kafka. For this reason the gateway does not consume identity.events.v1.
 */
export class KeyCache<Subject, Found> {
  readonly #known = new LRUCache<string, Known<Found>>({ max: LIMITS.cachedKeysMax });
  /** A separate map, so that guessed keys cannot displace real ones. */
  readonly #refused = new LRUCache<string, Refused>({ max: LIMITS.cachedRefusalsMax });
  readonly #underWay = new Map<string, Promise<Found>>();
  constructor(
    private readonly resolver: Resolver<Subject, Found>,
    private readonly nowMs: () => number = () => performance.now(),
    private readonly ages: Ages = KEY_AGES,
  ) {}

  /** The cached answer, without waiting. Throws if identity refused the subject recently. */
  peek(subject: Subject, requestId: string): Found | undefined {
    const id = this.resolver.idOf(subject);
    const now = this.nowMs();
    const known = this.#known.get(id);
    if (known !== undefined && now < known.asOfMs + this.ages.usableMs) {
      if (now >= known.refreshAtMs && !this.#underWay.has(id)) this.lookUp(subject, requestId).catch(() => {});
      return known.found;
    }
    const refused = this.#refused.get(id);
    if (refused !== undefined && now < refused.untilMs) throw refused.refusal;
    return undefined;
  }

  /** The next request asks identity again. */
  forget(subject: Subject): void {
    this.#known.delete(this.resolver.idOf(subject));
  }

  isBeingLookedUp(subject: Subject): boolean {
    return this.#underWay.has(this.resolver.idOf(subject));
  }

  /** Sends a request to identity. Concurrent lookups of the same subject share it. */
  lookUp(subject: Subject, requestId: string): Promise<Found> {
    const id = this.resolver.idOf(subject);
    const shared = this.#underWay.get(id);
    if (shared !== undefined) return shared;
    const lookup = this.#resolve(id, subject, requestId).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, lookup);
    return lookup;
  }

  async #resolve(id: string, subject: Subject, requestId: string): Promise<Found> {
    const asOfMs = this.nowMs();
    try {
      const found = await this.resolver.resolve(subject, requestId);
      this.#known.set(id, { found, asOfMs, refreshAtMs: asOfMs + this.ages.refreshMs });
      this.#refused.delete(id);
      return found;
    } catch (error) {
      if (error instanceof Refusal) this.#saveRefusal(id, error);
      throw error;
    }
  }

  #saveRefusal(id: string, refusal: Refusal): void {
    const now = this.nowMs();
    const untilMs = now + (refusal.status >= 500 ? LIMITS.identityPauseMs : LIMITS.keyRefusedMs);
    this.#refused.set(id, { refusal, untilMs });
    const known = this.#known.get(id);
    // A refused key is removed at once. While identity is unavailable, a key stays usable until it is too old.
    if (refusal.status < 500) this.#known.delete(id);
    else if (known !== undefined) known.refreshAtMs = untilMs;
  }
}
