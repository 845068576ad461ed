import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { servicePrincipal } from '@qafila/auth/service-principal';
import type { Sealer } from '@qafila/auth/seal';
import { steadyNowMs } from '@qafila/runtime/steady-clock';

const SECRETS_LIMITS = {
  /** A rotated secret signs after this time at the latest; receivers accept the earlier one for 24 hours. */
  cachedMs: 60_000,
  storesMax: 10_000,
  timeoutMs: 2_000,
  /** After a failed request, identity is not asked for this time. */
  awayMs: 1_000,
  answerBytesMax: 64 * 1024,
  connectionsMax: 4,
} as const;

interface CachedSecrets {
  secrets: string[];
  untilMs: number;
}

/**
 * The stores' webhook secrets for X-Signature, the current one first. Identity owns them; this caches them for a
 * minute.
 */
export class StoreSecrets {
  readonly #pool: Pool;
  readonly #stores = new LRUCache<string, CachedSecrets>({ max: SECRETS_LIMITS.storesMax });
  #awayUntilMs = 0;
  readonly #pending = new Map<string, Promise<string[]>>();

  constructor(
    origin: string,
    private readonly sealer: Sealer,
    private readonly mode: 'stage' | 'live',
  ) {
    this.#pool = new Pool(origin, {
      connections: SECRETS_LIMITS.connectionsMax,
      maxResponseSize: SECRETS_LIMITS.answerBytesMax,
    });
  }

  /**
   * While identity is away, a cached secret continues to sign. Without one it throws, and the store's deliveries wait.
   */
  async of(accountId: string, storeId: string): Promise<string[]> {
    const key = `${accountId} ${storeId}`;
    const cached = this.#stores.get(key);
    if (cached !== undefined && cached.untilMs > steadyNowMs()) return cached.secrets;
    let pending = this.#pending.get(key);
    if (pending === undefined) {
      if (steadyNowMs() < this.#awayUntilMs)
        return this.#cachedOrThrow(cached, new Error('identity did not answer a moment ago'));
      pending = this.#fetch(accountId, storeId).finally(() => this.#pending.delete(key));
      this.#pending.set(key, pending);
    }
    try {
      const secrets = await pending;
      this.#stores.set(key, { secrets, untilMs: steadyNowMs() + SECRETS_LIMITS.cachedMs });
      return secrets;
    } catch (error) {
      this.#awayUntilMs = steadyNowMs() + SECRETS_LIMITS.awayMs;
      return this.#cachedOrThrow(cached, error as Error);
    }
  }

  #cachedOrThrow(cached: CachedSecrets | undefined, error: Error): string[] {
    if (cached !== undefined) return cached.secrets;
    throw error;
  }

  async #fetch(accountId: string, storeId: string): Promise<string[]> {
    const answer = await this.#pool.request({
      method: 'POST',
      path: '/internal/v1/secrets/webhook',
      body: JSON.stringify({ account_id: accountId, store_id: storeId }),
      headers: {
        'content-type': 'application/json',
        [PRINCIPAL_HEADER]: await this.sealer.seal(servicePrincipal('webhooks', this.mode), 'identity'),
      },
      signal: AbortSignal.timeout(SECRETS_LIMITS.timeoutMs),
    });
    const body = (await answer.body.json()) as { secrets?: unknown };
    if (answer.statusCode !== 200 || !Array.isArray(body.secrets))
      throw new Error(`identity answered ${answer.statusCode} to the request for a store's webhook secret`);
    return body.secrets as string[];
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
