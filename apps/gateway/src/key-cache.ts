import { Refusal } from '@qafila/envelopes/refusal';
import { LeastRecent } from './least-recent.ts';
import { LIMITS } from './limits.ts';
import type { Credentials, ResolvedKey } from './resolved-key.ts';

interface Known { key: ResolvedKey; asOfMs: number; refreshAtMs: number }
interface Refused { refusal: Refusal; untilMs: number }
type Resolve = (credentials: Credentials, requestId: string) => Promise<ResolvedKey>;

/**
 * What identity said of the keys in use. Ages count from the moment identity was *asked*, so a revocation is honoured
 * within `keyUsableMs` with no help from Kafka: that is why the gateway does not listen to identity.events.v1.
 */
export class KeyCache {
  readonly #known = new LeastRecent<Known>(LIMITS.cachedKeysMax);
  /** Kept apart, so that guessed keys cannot push out real ones. */
  readonly #refused = new LeastRecent<Refused>(LIMITS.cachedRefusalsMax);
  readonly #underWay = new Map<string, Promise<ResolvedKey>>();
  constructor(private readonly resolve: Resolve, private readonly nowMs: () => number = () => performance.now()) {}

  /** The key when it is known, without waiting; throws when it is known to be refused. */
  peek(credentials: Credentials, requestId: string): ResolvedKey | undefined {
    const id = idOf(credentials);
    const now = this.nowMs();
    const known = this.#known.get(id);
    if (known !== undefined && now < known.asOfMs + LIMITS.keyUsableMs) {
      if (now >= known.refreshAtMs && !this.#underWay.has(id)) this.lookUp(credentials, requestId).catch(() => {});
      return known.key;
    }
    const refused = this.#refused.get(id);
    if (refused !== undefined && now < refused.untilMs) throw refused.refusal;
    return undefined;
  }

  isBeingLookedUp(credentials: Credentials): boolean {
    return this.#underWay.has(idOf(credentials));
  }

  /** Asks identity; all who want the same key meanwhile share the call. */
  lookUp(credentials: Credentials, requestId: string): Promise<ResolvedKey> {
    const id = idOf(credentials);
    const shared = this.#underWay.get(id);
    if (shared !== undefined) return shared;
    const asking = this.#ask(id, credentials, requestId).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, asking);
    return asking;
  }

  async #ask(id: string, credentials: Credentials, requestId: string): Promise<ResolvedKey> {
    const asOfMs = this.nowMs();
    try {
      const key = await this.resolve(credentials, requestId);
      this.#known.set(id, { key, asOfMs, refreshAtMs: asOfMs + LIMITS.keyRefreshMs });
      this.#refused.delete(id);
      return key;
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

function idOf({ apiKey, accountId }: Credentials): string {
  return `${accountId}\n${apiKey}`;
}
