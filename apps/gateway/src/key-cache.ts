import { Refusal } from '@qafila/envelopes/refusal';
import { LeastRecent } from './least-recent.ts';
import { LIMITS } from './limits.ts';

interface Known<Found> { found: Found; asOfMs: number; refreshAtMs: number }
interface Refused { refusal: Refusal; untilMs: number }
/** How identity is asked, and what tells one question from another. */
export interface Question<Asked, Found> { ask(asked: Asked, requestId: string): Promise<Found>; idOf(asked: Asked): string }

/**
 * What identity said of the keys in use: API keys, clients of tokens, the keys that sign those. Ages count from the moment identity was *asked*, so a
 * revocation is honoured within `keyUsableMs` with no help from Kafka: that is why the gateway does not listen to identity.events.v1.
 */
export class KeyCache<Asked, Found> {
  readonly #known = new LeastRecent<Known<Found>>(LIMITS.cachedKeysMax);
  /** Kept apart, so that guessed keys cannot push out real ones. */
  readonly #refused = new LeastRecent<Refused>(LIMITS.cachedRefusalsMax);
  readonly #underWay = new Map<string, Promise<Found>>();
  constructor(private readonly question: Question<Asked, Found>, private readonly nowMs: () => number = () => performance.now()) {}

  /** The key when it is known, without waiting; throws when it is known to be refused. */
  peek(asked: Asked, requestId: string): Found | undefined {
    const id = this.question.idOf(asked);
    const now = this.nowMs();
    const known = this.#known.get(id);
    if (known !== undefined && now < known.asOfMs + LIMITS.keyUsableMs) {
      if (now >= known.refreshAtMs && !this.#underWay.has(id)) this.lookUp(asked, requestId).catch(() => {});
      return known.found;
    }
    const refused = this.#refused.get(id);
    if (refused !== undefined && now < refused.untilMs) throw refused.refusal;
    return undefined;
  }

  isBeingLookedUp(asked: Asked): boolean {
    return this.#underWay.has(this.question.idOf(asked));
  }

  /** Asks identity; all who want the same key meanwhile share the call. */
  lookUp(asked: Asked, requestId: string): Promise<Found> {
    const id = this.question.idOf(asked);
    const shared = this.#underWay.get(id);
    if (shared !== undefined) return shared;
    const asking = this.#ask(id, asked, requestId).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, asking);
    return asking;
  }

  async #ask(id: string, asked: Asked, requestId: string): Promise<Found> {
    const asOfMs = this.nowMs();
    try {
      const found = await this.question.ask(asked, requestId);
      this.#known.set(id, { found, asOfMs, refreshAtMs: asOfMs + LIMITS.keyRefreshMs });
      this.#refused.delete(id);
      return found;
    } catch (error) {
      if (error instanceof Refusal) this.#remember(id, error);
      throw error;
    }
  }

  #remember(id: string, refusal: Refusal): void {
    const now = this.nowMs();
    const untilMs = now + (refusal.status >= 500 ? LIMITS.identityPauseMs : LIMITS.keyRefusedMs);
    this.#refused.set(id, { refusal, untilMs });
    const known = this.#known.get(id);
    // While identity is away a key stays usable until its age says otherwise; a key that identity refuses is gone at once.
    if (refusal.status < 500) this.#known.delete(id);
    else if (known !== undefined) known.refreshAtMs = untilMs;
  }
}
