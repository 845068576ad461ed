import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** What the operator's secret store gives this service. Key objects, because they print as "[KeyObject]" and nothing more. */
export interface KeyRing {
  /** Keys the hashes of API keys and client secrets: a stolen table alone cannot be searched, not even for weak keys. */
  pepper: KeyObject;
  /** Keys the audit chain: who can write the table still cannot forge a chain. */
  audit: KeyObject;
  /** Wraps each account's data key. */
  master: KeyObject;
}

export function keyRing(pepper: string, master: KeyObject): KeyRing {
  const audit = Buffer.from(hkdfSync('sha256', pepper, '', 'qafila identity audit chain', 32));
  return { pepper: createSecretKey(Buffer.from(pepper)), audit: createSecretKey(audit), master };
}

/** What is stored of an API key or a client secret: equal ones give equal hashes, so an index finds them, and nothing leads back. */
export function pepperedHash(ring: KeyRing, secret: string): Buffer {
  return createHmac('sha256', ring.pepper).update(secret).digest();
}
