import { tokenExpired, tokenInvalid, verifyAccessToken } from '@qafila/auth/access-token';
import type { AccessKeys, AccessToken, TokenClient } from '@qafila/auth/access-token';
import type { Principal } from '@qafila/auth/principal';
import type { IdentityClient } from './identity-client.ts';
import { KeyCache } from './key-cache.ts';
import { LeastRecent } from './least-recent.ts';
import { LIMITS } from './limits.ts';
import type { ResolvedKey } from './resolved-key.ts';

type Identity = Pick<IdentityClient, 'accessKeys' | 'resolveClient'>;

/**
 * Access tokens in use. A signature is verified once; whether its client, and the secret behind it, are still good is as of `keyUsableMs` ago at
 * most, so a revoked token ends as soon as a revoked key does. So are the published keys, of which identity itself may speak a moment late.
 */
export class AccessTokens {
  readonly #keys: KeyCache<'all', AccessKeys>;
  readonly #clients: KeyCache<TokenClient, ResolvedKey>;
  readonly #verified = new LeastRecent<AccessToken>(LIMITS.cachedTokensMax);
  readonly #underWay = new Map<string, Promise<AccessToken>>();

  constructor(identity: Identity, private readonly mode: Principal['mode'], private readonly nowMs: () => number = Date.now) {
    // One question for all keys: a token that names one of its own invention costs no call.
    this.#keys = new KeyCache({ ask: (_, requestId) => identity.accessKeys(requestId), idOf: (all) => all });
    this.#clients = new KeyCache({ ask: (client, requestId) => identity.resolveClient(client, requestId), idOf: ({ clientId, secretId }) => `${clientId}\n${secretId}` });
  }

  /** Or is being verified: who sends the same token meanwhile shares the work. */
  isVerified(text: string): boolean {
    return this.#verified.get(text) !== undefined || this.#underWay.has(text);
  }

  /** Whom a verified token speaks for, without waiting; undefined when identity has to be asked. */
  peek(text: string, requestId: string): ResolvedKey | undefined {
    const token = this.#verified.get(text);
    if (token === undefined) return undefined;
    const keys = this.#keys.peek('all', requestId);
    if (keys === undefined) return undefined;
    this.#refuseEnded(token, keys);
    const client = this.#clients.peek(token, requestId);
    return client === undefined ? undefined : speakingFor(client, token);
  }

  async open(text: string, requestId: string): Promise<ResolvedKey> {
    const token = this.#verified.get(text) ?? await this.#verify(text, requestId);
    this.#refuseEnded(token, await this.#currentKeys(requestId));
    return speakingFor(this.#clients.peek(token, requestId) ?? await this.#clients.lookUp(token, requestId), token);
  }

  #verify(text: string, requestId: string): Promise<AccessToken> {
    const shared = this.#underWay.get(text);
    if (shared !== undefined) return shared;
    const verifying = this.#verifyFirst(text, requestId).finally(() => this.#underWay.delete(text));
    this.#underWay.set(text, verifying);
    return verifying;
  }

  async #verifyFirst(text: string, requestId: string): Promise<AccessToken> {
    const token = await verifyAccessToken(text, await this.#currentKeys(requestId), this.mode);
    this.#verified.set(text, token);
    return token;
  }

  async #currentKeys(requestId: string): Promise<AccessKeys> {
    return this.#keys.peek('all', requestId) ?? this.#keys.lookUp('all', requestId);
  }

  #refuseEnded({ usableUntilMs, kid }: AccessToken, keys: AccessKeys): void {
    if (this.nowMs() >= usableUntilMs) throw tokenExpired();
    if (!keys.has(kid)) throw tokenInvalid();
  }
}

/** A token may say less than its client may do, never more. */
function speakingFor(client: ResolvedKey, { scopes }: AccessToken): ResolvedKey {
  return { ...client, principal: { ...client.principal, scopes: scopes.filter((scope) => client.principal.scopes.includes(scope)) } };
}
