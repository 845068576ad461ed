import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { SignJWT, decodeJwt, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Principal } from './principal.ts';
import { isService } from './service-principal.ts';

const GATEWAY = 'gateway';
const issuerOf = (service: string): string => `qafila-${service}`;
const LIFETIME_SECONDS = 60;
/** A seal is reused until this long before it expires: a call may wait 30 s, and its seal must still be valid then. */
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

interface Cached<T> {
  value: T;
  until: number;
}

/** Bounded: a caller that varies its key or its seal costs work, not memory. */
const newCache = <T>(): LRUCache<string, Cached<T>> => new LRUCache({ max: CACHED_SEALS_MAX });

/** Everything that a seal says of its principal: two principals that differ anywhere never share a seal. */
function cacheName({ keyId, accountId, storeId, mode, scopes, person }: Principal): string {
  const caller = `${keyId} ${accountId} ${storeId} ${mode} ${scopes.join(' ')}`;
  return person === undefined ? caller : `${caller} ${person.sessionId} ${person.role} ${person.confirmedAtMs}`;
}

/**
 * For the gateway, and for a service that calls another one: a 60 s EdDSA token per principal and service. Signing
 * takes about 0.1 ms, so seals are reused.
 */
export class Sealer {
  readonly #key: KeyObject;
  readonly #cache = newCache<string>();
  constructor(
    privateKeyPem: string,
    private readonly service = GATEWAY,
  ) {
    this.#key = createPrivateKey(privateKeyPem);
  }

  async seal(principal: Principal, audience: string): Promise<string> {
    const now = Date.now() / 1000;
    const id = `${audience} ${cacheName(principal)}`;
    const cached = this.#cache.get(id);
    if (cached !== undefined && cached.until > now) return cached.value;
    const token = await new SignJWT({ p: principal })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(issuerOf(this.service))
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${LIFETIME_SECONDS}s`)
      .sign(this.#key);
    this.#cache.set(id, { value: token, until: now + LIFETIME_SECONDS - REUSE_MARGIN_SECONDS });
    return token;
  }
}

/** For a service: opens seals with the public key and trusts nothing else. */
export class Opener {
  /** By issuer. */
  readonly #keys = new Map<string, KeyObject>();
  readonly #cache = newCache<Principal>();

  /** `services` may call for themselves, each with its own public key. None of them can seal a merchant. */
  constructor(
    publicKeyPem: string,
    private readonly audience: string,
    services: Record<string, string> = {},
  ) {
    for (const [service, pem] of Object.entries({ ...services, [GATEWAY]: publicKeyPem }))
      this.#keys.set(issuerOf(service), createPublicKey(pem));
  }

  /** The principal of a seal that was opened before. Synchronous, for the hot path. */
  cached(token: string): Principal | undefined {
    const cached = this.#cache.get(token);
    return cached !== undefined && cached.until > Date.now() / 1000 ? cached.value : undefined;
  }

  /** Throws a 401 refusal when the seal is missing, forged, stale or for another service. */
  async open(token: string | undefined): Promise<Principal> {
    if (token === undefined) throw new Refusal(401, 'unauthorized', 'This service is reached through the gateway.');
    const known = this.cached(token);
    if (known !== undefined) return known;
    const { p, exp } = await this.#verify(token).catch(() => {
      throw new Refusal(401, 'unauthorized', 'The internal seal of this request is not valid.');
    });
    this.#cache.set(token, { value: p, until: exp ?? 0 });
    return p;
  }

  async #verify(token: string): Promise<{ p: Principal; exp?: number }> {
    const { iss = '' } = decodeJwt(token);
    const key = this.#keys.get(iss);
    if (key === undefined) throw new Error('no service of that name may seal for this one');
    const { payload } = await jwtVerify<{ p: Principal }>(token, key, {
      algorithms: ['EdDSA'],
      issuer: iss,
      audience: this.audience,
    });
    if (iss !== issuerOf(GATEWAY) && !isService(payload.p, iss.slice(issuerOf('').length)))
      throw new Error('a service may seal only for itself');
    return payload;
  }
}
