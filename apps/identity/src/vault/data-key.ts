import { createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { openBox, sealBox } from '@qafila/vault/sealed-box';
import type { KeyRing } from './key-ring.ts';

/**
 * A new account's data key, wrapped by the master key. A new master key only rewraps data keys and changes no secret.
 */
export function newDataKey(ring: KeyRing, accountId: string): Buffer {
  return sealBox(ring.master, randomBytes(32), ['data-key', accountId]);
}

export function unwrapDataKey(ring: KeyRing, accountId: string, wrapped: Buffer): KeyObject {
  return createSecretKey(openBox(ring.master, wrapped, ['data-key', accountId]));
}
