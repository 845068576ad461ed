import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { SignJWT, decodeJwt, jwtVerify } from 'jose';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Principal } from './principal.ts';
import { isService } from './service-principal.ts';

const GATEWAY = 'gateway';
const issuerOf = (service: string): string => `qafila-${service}`;
const LIFETIME_SECONDS = 60;
/** A seal is reused until this long before its end: a call may wait 30 s for its turn and must not arrive with a dead one. */
const REUSE_MARGIN_SECONDS = 35;
const CACHED_SEALS_MAX = 10_000;

/** Key pair for sealing, as PEM: the gateway gets the private one, services the public one. */
export function generateSealingKeys(): { privateKey: string; publicKey: string } {
  const pair = generateKeyPairSync('ed25519');
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }) as string,
  };
}

interface Cached<T> { value: T; until: number }

/** Remembers the newest entries only: an attacker who varies the key costs us nothing but work. */
function remember<T>(cache: Map<string, Cached<T>>, key: string, entry: Cached<T>): T {
  if (cache.size >= CACHED_SEALS_MAX) cache.delete(cache.keys().next().value as string);
  cache.set(key, entry);
  return entry.value;
}

/** Gateway side, and that of a service which asks another: a 60 s EdDSA token per (principal, service). Signing costs ~0.1 ms, so seals are reused. */
export class Sealer {
  readonly #key: KeyObject;
  readonly #cache = new Map<string, Cached<string>>();
  constructor(privateKeyPem: string, private readonly service = GATEWAY) {
    this.#key = createPrivateKey(privateKeyPem);
  }

  async seal(principal: Principal, audience: string): Promise<string> {
    const now = Date.now() / 1000;
    const id = `${audience} ${principal.keyId} ${principal.accountId} ${principal.storeId} ${principal.mode} ${principal.scopes.join(' ')}`;
    const cached = this.#cache.get(id);
    if (cached !== undefined && cached.until > now) return cached.value;
    const token = await new SignJWT({ p: principal }).setProtectedHeader({ alg: 'EdDSA' }).setIssuer(issuerOf(this.service)).setAudience(audience)
      .setIssuedAt().setExpirationTime(`${LIFETIME_SECONDS}s`).sign(this.#key);
    return remember(this.#cache, id, { value: token, until: now + LIFETIME_SECONDS - REUSE_MARGIN_SECONDS });
  }
}

/** Service side: opens seals with the public key and trusts nothing else. */
export class Opener {
  /** By issuer. */
  readonly #keys = new Map<string, KeyObject>();
  readonly #cache = new Map<string, Cached<Principal>>();

  /** `services`: those that may ask for themselves, each with its own public key; none of them can seal a merchant. */
  constructor(publicKeyPem: string, private readonly audience: string, services: Record<string, string> = {}) {
    for (const [service, pem] of Object.entries({ ...services, [GATEWAY]: publicKeyPem })) this.#keys.set(issuerOf(service), createPublicKey(pem));
  }

  /** The principal of a seal already seen, without waiting: the hot path's way. */
  cached(token: string): Principal | undefined {
    const cached = this.#cache.get(token);
    return cached !== undefined && cached.until > Date.now() / 1000 ? cached.value : undefined;
  }

  /** Throws a 401 refusal when the seal is missing, forged, stale or for another service. */
  async open(token: string | undefined): Promise<Principal> {
    if (token === undefined) throw new Refusal(401, 'unauthorized', 'This service is reached through the gateway.');
    const known = this.cached(token);
    if (known !== undefined) return known;
    const { p, exp } = await this.#verify(token).catch(() => { throw new Refusal(401, 'unauthorized', 'The internal seal of this request is not valid.'); });
    return remember(this.#cache, token, { value: p, until: exp ?? 0 });
  }

  async #verify(token: string): Promise<{ p: Principal; exp?: number }> {
    const { iss = '' } = decodeJwt(token);
    const key = this.#keys.get(iss);
    if (key === undefined) throw new Error('nobody of that name seals for this service');
    const { payload } = await jwtVerify<{ p: Principal }>(token, key, { algorithms: ['EdDSA'], issuer: iss, audience: this.audience });
    if (iss !== issuerOf(GATEWAY) && !isService(payload.p, iss.slice(issuerOf('').length))) throw new Error('a service seals for itself alone');
    return payload;
  }
}
