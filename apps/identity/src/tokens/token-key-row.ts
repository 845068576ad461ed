import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { openBox, sealBox } from '@qafila/vault/sealed-box';

/** A public key as verifiers get it (RFC 7517). */
export interface PublicJwk { kty: string; crv: string; x: string; y: string; kid: string; use: 'sig'; alg: 'ES256' }

/** What is stored of a new key: its private half only in a box that opens under the master key and beside this `kid`. */
export interface NewTokenKey { kid: string; publicJwk: PublicJwk; privateBox: Buffer }

export function newTokenKey(master: KeyObject): NewTokenKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' }) as { kty: string; crv: string; x: string; y: string };
  // RFC 7638: the members in this order, nothing else.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return { kid, publicJwk: { kty, crv, x, y, kid, use: 'sig', alg: 'ES256' }, privateBox: sealBox(master, privateKey.export({ type: 'pkcs8', format: 'der' }), placeOf(kid)) };
}

export function openTokenKey(master: KeyObject, kid: string, privateBox: Buffer): KeyObject {
  return createPrivateKey({ key: openBox(master, privateBox, placeOf(kid)), format: 'der', type: 'pkcs8' });
}

function placeOf(kid: string): string[] {
  return ['token-key', kid];
}
