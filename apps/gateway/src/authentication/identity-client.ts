import { Pool } from 'undici';
import { readAccessKeys } from '@qafila/auth/access-token';
import type { AccessKeys, TokenClient } from '@qafila/auth/access-token';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import type { Sealer } from '@qafila/auth/seal';
import { servicePrincipal } from '@qafila/auth/service-principal';
import { Refusal, unavailable } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import { readResolvedKey, readResolvedSession } from './resolved-key.ts';
import type { Credentials, ResolvedKey, ResolvedSession } from './resolved-key.ts';
import { isReset } from '../upstreams/upstream-failure.ts';

/** Status codes that concern the key and not identity's own state. */
const ABOUT_THE_KEY = new Set([400, 401, 403, 404]);

/** A question to identity, and how its answer is read; undefined is an answer of no agreed form. */
interface Question<Found> {
  path: string;
  content: object;
  read(body: unknown): Found | undefined;
}

/** Resolves keys, clients of tokens and sessions at identity. Owns the connections to it. */
export class IdentityClient {
  readonly #pool: Pool;
  #answeredAtMs = -Infinity;
  #underWay = 0;
  #probe: Promise<string | null> | undefined;

  constructor(
    origin: string,
    private readonly sealer: Sealer,
    private readonly mode: Principal['mode'],
  ) {
    this.#pool = new Pool(origin, {
      connections: LIMITS.identityConnectionsMax,
      connect: { timeout: LIMITS.connectTimeoutMs },
      maxResponseSize: LIMITS.bodyBytesMax,
    });
  }

  /** Throws the refusal that identity answers, or a 503 if identity is unavailable. */
  resolve({ apiKey, accountId }: Credentials, requestId: string): Promise<ResolvedKey> {
    return this.#withinLimit(() =>
      this.#question(
        {
          path: '/internal/v1/keys/resolve',
          content: { api_key: apiKey, account_id: accountId },
          read: readResolvedKey,
        },
        requestId,
      ),
    );
  }

  /** Resolves the client of a verified token. Throws if the client or the secret behind the token is revoked. */
  resolveClient({ clientId, secretId }: TokenClient, requestId: string): Promise<ResolvedKey> {
    return this.#withinLimit(() =>
      this.#question(
        {
          path: '/internal/v1/clients/resolve',
          content: { client_id: clientId, secret_id: secretId },
          read: readResolvedKey,
        },
        requestId,
      ),
    );
  }

  /** Resolves the session of a person. Throws if there is none, or it has ended. */
  resolveSession(token: string, requestId: string): Promise<ResolvedSession> {
    return this.#withinLimit(() =>
      this.#question(
        { path: '/internal/v1/sessions/resolve', content: { token }, read: readResolvedSession },
        requestId,
      ),
    );
  }

  /** The published keys that sign access tokens. */
  accessKeys(requestId: string): Promise<AccessKeys> {
    return this.#withinLimit(async () => {
      const { status, body } = await this.#send({
        method: 'GET',
        path: '/.well-known/jwks.json',
        headers: { 'x-request-id': requestId },
      });
      const keys = status === 200 ? readAccessKeys(body) : undefined;
      if (keys === undefined) throw identityUnavailable();
      return keys;
    });
  }

  async #withinLimit<T>(lookUp: () => Promise<T>): Promise<T> {
    if (this.#underWay >= LIMITS.identityLookupsMax) throw identityUnavailable();
    this.#underWay++;
    try {
      return await lookUp();
    } catch (error) {
      throw error instanceof Refusal ? error : identityUnavailable();
    } finally {
      this.#underWay--;
    }
  }

  async #question<Found extends { principal: Principal }>(
    { path, content, read }: Question<Found>,
    requestId: string,
  ): Promise<Found> {
    const headers = {
      'content-type': 'application/json',
      'x-request-id': requestId,
      [PRINCIPAL_HEADER]: await this.sealer.seal(servicePrincipal('gateway', this.mode), 'identity'),
    };
    const { status, body } = await this.#send({ method: 'POST', path, headers, body: JSON.stringify(content) });
    if (status === 200) {
      const found = read(body);
      if (found === undefined) throw identityUnavailable();
      // Identity refuses keys of the other mode. This check also covers an identity with the wrong configuration.
      if (found.principal.mode !== this.mode)
        throw new Refusal(
          403,
          'mode_mismatch',
          `This key is for ${found.principal.mode}; this address serves ${this.mode}.`,
        );
      return found;
    }
    if (!ABOUT_THE_KEY.has(status)) throw identityUnavailable();
    const { error, message } = (body ?? {}) as { error?: { code?: unknown }; message?: unknown };
    throw new Refusal(
      status,
      String(error?.code ?? 'invalid_api_key'),
      String(message ?? 'This API key is not valid.'),
    );
  }

  async #send(request: {
    method: 'GET' | 'POST';
    path: string;
    headers: Record<string, string>;
    body?: string;
  }): Promise<{ status: number; body: unknown }> {
    const send = (): ReturnType<Pool['request']> =>
      this.#pool.request({ ...request, signal: AbortSignal.timeout(LIMITS.identityTimeoutMs) });
    // These requests change nothing, so they are sent again when an idle connection was already closed.
    const answer = await send().catch((error: unknown) => (isReset(error) ? send() : Promise.reject(error as Error)));
    const body = await answer.body.json();
    if (answer.statusCode < 500) this.#answeredAtMs = performance.now();
    return { status: answer.statusCode, body };
  }

  /** For readiness: null if identity answered recently or answers now. At most one probe runs at a time. */
  async problem(): Promise<string | null> {
    if (performance.now() - this.#answeredAtMs < LIMITS.identityReachableMs) return null;
    this.#probe ??= this.#probeIdentity().finally(() => {
      this.#probe = undefined;
    });
    return this.#probe;
  }

  async #probeIdentity(): Promise<string | null> {
    try {
      const answer = await this.#pool.request({
        method: 'GET',
        path: '/health/live',
        signal: AbortSignal.timeout(LIMITS.identityTimeoutMs),
      });
      await answer.body.dump();
      if (answer.statusCode >= 500) return 'identity answers with an error';
      this.#answeredAtMs = performance.now();
      return null;
    } catch {
      return 'identity is unreachable';
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

function identityUnavailable(): Refusal {
  return unavailable('Keys cannot be checked at the moment. Send the same request again.');
}
