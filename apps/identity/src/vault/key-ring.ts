import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** The keys from the operator's secret store. As key objects they print only as "[KeyObject]". */
export interface KeyRing {
  /** Keys the hashes of API keys and client secrets, so that a stolen table alone cannot be searched. */
  pepper: KeyObject;
  /** Keys the audit chain, so that write access to the table is not enough to forge a chain. */
  audit: KeyObject;
  /** Wraps each account's data key. */
  master: KeyObject;
}

export function keyRing(pepper: string, master: KeyObject): KeyRing {
  const audit = Buffer.from(hkdfSync('sha256', pepper, '', 'qafila identity audit chain', 32));
  return { pepper: createSecretKey(Buffer.from(pepper)), audit: createSecretKey(audit), master };
}

/** The stored form of an API key or a client secret: an index finds it, and it cannot be reversed. */
export function pepperedHash(ring: KeyRing, secret: string): Buffer {
  return createHmac('sha256', ring.pepper).update(secret).digest();
}
