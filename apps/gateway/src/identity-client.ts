import { Pool } from 'undici';
import { readAccessKeys } from '@qafila/auth/access-token';
import type { AccessKeys, TokenClient } from '@qafila/auth/access-token';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import type { Sealer } from '@qafila/auth/seal';
import { servicePrincipal } from '@qafila/auth/service-principal';
import { Refusal, unavailable } from '@qafila/envelopes/refusal';
import { LIMITS } from './limits.ts';
import { readResolvedKey } from './resolved-key.ts';
import type { Credentials, ResolvedKey } from './resolved-key.ts';
import { isReset } from './upstream-failure.ts';

/** Answers that are about the key, not about identity's state. */
const ABOUT_THE_KEY = new Set([400, 401, 403, 404]);

/** Asks identity what a key or the client of a token is. Holds the connections to it. */
export class IdentityClient {
  readonly #pool: Pool;
  #heardAtMs = -Infinity;
  #underWay = 0;
  #probe: Promise<string | null> | undefined;

  constructor(origin: string, private readonly sealer: Sealer, private readonly mode: Principal['mode']) {
    this.#pool = new Pool(origin, {
      connections: LIMITS.identityConnectionsMax, connect: { timeout: LIMITS.connectTimeoutMs }, maxResponseSize: LIMITS.bodyBytesMax,
    });
  }

  /** Throws the refusal that identity answers, or a 503 when it cannot be asked. */
  resolve({ apiKey, accountId }: Credentials, requestId: string): Promise<ResolvedKey> {
    return this.#inTurn(() => this.#resolved('/internal/v1/keys/resolve', { api_key: apiKey, account_id: accountId }, requestId));
  }

  /** Of a verified token: whom it speaks for, unless that or the secret behind it was revoked. */
  resolveClient({ clientId, secretId }: TokenClient, requestId: string): Promise<ResolvedKey> {
    return this.#inTurn(() => this.#resolved('/internal/v1/clients/resolve', { client_id: clientId, secret_id: secretId }, requestId));
  }

  /** The keys that sign access tokens, as anybody may read them. */
  accessKeys(requestId: string): Promise<AccessKeys> {
    return this.#inTurn(async () => {
      const { status, body } = await this.#send({ method: 'GET', path: '/.well-known/jwks.json', headers: { 'x-request-id': requestId } });
      const keys = status === 200 ? readAccessKeys(body) : undefined;
      if (keys === undefined) throw away();
      return keys;
    });
  }

  async #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#underWay >= LIMITS.identityLookupsMax) throw away();
    this.#underWay++;
    try {
      return await ask();
    } catch (error) {
      throw error instanceof Refusal ? error : away();
    } finally {
      this.#underWay--;
    }
  }

  async #resolved(path: string, content: object, requestId: string): Promise<ResolvedKey> {
    const headers = {
      'content-type': 'application/json', 'x-request-id': requestId,
      [PRINCIPAL_HEADER]: await this.sealer.seal(servicePrincipal('gateway', this.mode), 'identity'),
    };
    const { status, body } = await this.#send({ method: 'POST', path, headers, body: JSON.stringify(content) });
    if (status === 200) {
      const key = readResolvedKey(body);
      if (key === undefined) throw away();
      // Identity refuses keys of the other mode; this holds even against one that is set up wrongly.
      if (key.principal.mode !== this.mode) throw new Refusal(403, 'mode_mismatch', `This key is of mode ${key.principal.mode}; this is ${this.mode}.`);
      return key;
    }
    if (!ABOUT_THE_KEY.has(status)) throw away();
    const { error, message } = (body ?? {}) as { error?: { code?: unknown }; message?: unknown };
    throw new Refusal(status, String(error?.code ?? 'invalid_api_key'), String(message ?? 'This API key is not valid.'));
  }

  async #send(request: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }): Promise<{ status: number; body: unknown }> {
    const send = (): ReturnType<Pool['request']> => this.#pool.request({ ...request, signal: AbortSignal.timeout(LIMITS.identityTimeoutMs) });
    // These questions change nothing, so a connection that died while idle costs a second try and not an answer.
    const answer = await send().catch((error: unknown) => (isReset(error) ? send() : Promise.reject(error as Error)));
    const body = await answer.body.json();
    if (answer.statusCode < 500) this.#heardAtMs = performance.now();
    return { status: answer.statusCode, body };
  }

  /** For readiness: null when identity answered lately or answers now. At most one probe is under way. */
  async problem(): Promise<string | null> {
    if (performance.now() - this.#heardAtMs < LIMITS.identityHeardMs) return null;
    this.#probe ??= this.#reach().finally(() => { this.#probe = undefined; });
    return this.#probe;
  }

  async #reach(): Promise<string | null> {
    try {
      const answer = await this.#pool.request({ method: 'GET', path: '/health/live', signal: AbortSignal.timeout(LIMITS.identityTimeoutMs) });
      await answer.body.dump();
      if (answer.statusCode >= 500) return 'identity is not well';
      this.#heardAtMs = performance.now();
      return null;
    } catch {
      return 'identity cannot be reached';
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

function away(): Refusal {
  return unavailable('Keys cannot be checked at the moment. Send the same request again.');
}
