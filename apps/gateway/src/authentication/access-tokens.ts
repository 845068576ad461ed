import { LRUCache } from 'lru-cache';
import { tokenExpired, tokenInvalid, verifyAccessToken } from '@qafila/auth/access-token';
import type { AccessKeys, AccessToken, TokenClient } from '@qafila/auth/access-token';
import type { Principal } from '@qafila/auth/principal';
import type { IdentityClient } from './identity-client.ts';
import { KeyCache } from './key-cache.ts';
import { LIMITS } from '../limits.ts';
import type { ResolvedKey } from './resolved-key.ts';

type Identity = Pick<IdentityClient, 'accessKeys' | 'resolveClient'>;

/**
 * Access tokens in use. The signature of a token is verified once. The state of its client, of the secret behind it and
 * of the published keys is at most `keyUsableMs` old, so a revoked token is refused as soon as a revoked API key.
 */
export class AccessTokens {
  readonly #keys: KeyCache<'all', AccessKeys>;
  readonly #clients: KeyCache<TokenClient, ResolvedKey>;
  readonly #verified = new LRUCache<string, AccessToken>({ max: LIMITS.cachedTokensMax });
  readonly #underWay = new Map<string, Promise<AccessToken>>();

  constructor(
    identity: Identity,
    private readonly mode: Principal['mode'],
    private readonly nowMs: () => number = Date.now,
  ) {
    // All keys are one entry, so a token with an invented key id causes no call to identity.
    this.#keys = new KeyCache({ resolve: (_, requestId) => identity.accessKeys(requestId), idOf: (all) => all });
    this.#clients = new KeyCache({
      resolve: (client, requestId) => identity.resolveClient(client, requestId),
      idOf: ({ clientId, secretId }) => `${clientId}\n${secretId}`,
    });
  }

  /** True also while the token is being verified: concurrent requests with one token share the verification. */
  isVerified(text: string): boolean {
    return this.#verified.get(text) !== undefined || this.#underWay.has(text);
  }

  /** The client of a verified token, without waiting. Undefined if only identity can answer. */
  peek(text: string, requestId: string): ResolvedKey | undefined {
    const token = this.#verified.get(text);
    if (token === undefined) return undefined;
    const keys = this.#keys.peek('all', requestId);
    if (keys === undefined) return undefined;
    this.#refuseIfEnded(token, keys);
    const client = this.#clients.peek(token, requestId);
    return client === undefined ? undefined : withScopesOf(token, client);
  }

  /** Verifies the token and finds its client. Throws the refusal of a token that is not valid. */
  async resolve(text: string, requestId: string): Promise<ResolvedKey> {
    const token = this.#verified.get(text) ?? (await this.#verify(text, requestId));
    this.#refuseIfEnded(token, await this.#currentKeys(requestId));
    const client = this.#clients.peek(token, requestId) ?? (await this.#clients.lookUp(token, requestId));
    return withScopesOf(token, client);
  }

  #verify(text: string, requestId: string): Promise<AccessToken> {
    const shared = this.#underWay.get(text);
    if (shared !== undefined) return shared;
    const verifying = this.#verifySignature(text, requestId).finally(() => this.#underWay.delete(text));
    this.#underWay.set(text, verifying);
    return verifying;
  }

  async #verifySignature(text: string, requestId: string): Promise<AccessToken> {
    const token = await verifyAccessToken(text, await this.#currentKeys(requestId), this.mode);
    this.#verified.set(text, token);
    return token;
  }

  async #currentKeys(requestId: string): Promise<AccessKeys> {
    return this.#keys.peek('all', requestId) ?? this.#keys.lookUp('all', requestId);
  }

  #refuseIfEnded({ usableUntilMs, kid }: AccessToken, keys: AccessKeys): void {
    if (this.nowMs() >= usableUntilMs) throw tokenExpired();
    if (!keys.has(kid)) throw tokenInvalid();
  }
}

/** The scopes of a token narrow those of its client and never extend them. */
function withScopesOf({ scopes }: AccessToken, client: ResolvedKey): ResolvedKey {
  return {
    ...client,
    principal: { ...client.principal, scopes: scopes.filter((scope) => client.principal.scopes.includes(scope)) },
  };
}
