import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { openBox, sealBox } from '@qafila/vault/sealed-box';

/** A public key in the form for verifiers (RFC 7517). */
export interface PublicJwk {
  kty: string;
  crv: string;
  x: string;
  y: string;
  kid: string;
  use: 'sig';
  alg: 'ES256';
}

/** The stored form of a new key. The box with the private part opens only with the master key and this `kid`. */
export interface NewTokenKey {
  kid: string;
  publicJwk: PublicJwk;
  privateBox: Buffer;
}

export function newTokenKey(master: KeyObject): NewTokenKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' }) as { kty: string; crv: string; x: string; y: string };
  // RFC 7638: exactly these members, in this order.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return {
    kid,
    publicJwk: { kty, crv, x, y, kid, use: 'sig', alg: 'ES256' },
    privateBox: sealBox(master, privateKey.export({ type: 'pkcs8', format: 'der' }), placeOf(kid)),
  };
}

export function openTokenKey(master: KeyObject, kid: string, privateBox: Buffer): KeyObject {
  return createPrivateKey({ key: openBox(master, privateBox, placeOf(kid)), format: 'der', type: 'pkcs8' });
}

function placeOf(kid: string): string[] {
  return ['token-key', kid];
}
