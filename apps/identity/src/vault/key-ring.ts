import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** What the operator's secret store gives this service. Key objects, because they print as "[KeyObject]" and nothing more. */
export interface KeyRing {
  /** Keys API key hashes: a stolen table alone cannot be searched, not even for weak keys. */
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

/** What is stored of an API key: equal keys give equal hashes, so the index finds it, and nothing leads back. */
export function hashApiKey(ring: KeyRing, apiKey: string): Buffer {
  return createHmac('sha256', ring.pepper).update(apiKey).digest();
}
