import { Pool } from 'undici';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { servicePrincipal } from '@qafila/auth/service-principal';
import type { Sealer } from '@qafila/auth/seal';

const SECRETS_LIMITS = {
  /** A rotated secret signs after this long at the latest; the one before is accepted for 24 hours. */
  rememberedMs: 60_000,
  storesMax: 10_000,
  timeoutMs: 2_000,
  /** After a question that failed, nobody asks for so long. */
  awayMs: 1_000,
  answerBytesMax: 64 * 1024,
  connectionsMax: 4,
} as const;

interface Remembered { secrets: string[]; untilMs: number }

/** The stores' webhook secrets for X-Signature, the current one first. Identity owns them; here they are remembered for a minute. */
export class StoreSecrets {
  readonly #pool: Pool;
  readonly #stores = new Map<string, Remembered>();
  #awayUntilMs = 0;
  readonly #asked = new Map<string, Promise<string[]>>();

  constructor(origin: string, private readonly sealer: Sealer, private readonly mode: 'stage' | 'live') {
    this.#pool = new Pool(origin, { connections: SECRETS_LIMITS.connectionsMax, maxResponseSize: SECRETS_LIMITS.answerBytesMax });
  }

  /** While identity is away a remembered secret goes on signing; without one it throws, and the store's deliveries wait. */
  async of(accountId: string, storeId: string): Promise<string[]> {
    const key = `${accountId} ${storeId}`;
    const known = this.#stores.get(key);
    if (known !== undefined && known.untilMs > Date.now()) return known.secrets;
    let asked = this.#asked.get(key);
    if (asked === undefined) {
      if (Date.now() < this.#awayUntilMs) return this.#without(known, new Error('identity did not answer a moment ago'));
      asked = this.#ask(accountId, storeId).finally(() => this.#asked.delete(key));
      this.#asked.set(key, asked);
    }
    try {
      const secrets = await asked;
      if (this.#stores.size >= SECRETS_LIMITS.storesMax) this.#stores.delete(this.#stores.keys().next().value as string);
      this.#stores.set(key, { secrets, untilMs: Date.now() + SECRETS_LIMITS.rememberedMs });
      return secrets;
    } catch (error) {
      this.#awayUntilMs = Date.now() + SECRETS_LIMITS.awayMs;
      return this.#without(known, error as Error);
    }
  }

  #without(known: Remembered | undefined, error: Error): string[] {
    if (known !== undefined) return known.secrets;
    throw error;
  }

  async #ask(accountId: string, storeId: string): Promise<string[]> {
    const answer = await this.#pool.request({
      method: 'POST', path: '/internal/v1/secrets/webhook', body: JSON.stringify({ account_id: accountId, store_id: storeId }),
      headers: { 'content-type': 'application/json', [PRINCIPAL_HEADER]: await this.sealer.seal(servicePrincipal('webhooks', this.mode), 'identity') },
      signal: AbortSignal.timeout(SECRETS_LIMITS.timeoutMs),
    });
    const body = await answer.body.json() as { secrets?: unknown };
    if (answer.statusCode !== 200 || !Array.isArray(body.secrets)) throw new Error(`identity answered ${answer.statusCode} when asked for a store's webhook secret`);
    return body.secrets as string[];
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
