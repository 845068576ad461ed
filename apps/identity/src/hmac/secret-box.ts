import type { KeyObject } from 'node:crypto';
import { openBox, sealBox } from '@qafila/vault/sealed-box';
import type { SecretKind } from './hmac-secret.entity.ts';

/**
 * The place of a secret. The secret is sealed for it: in the row of another version, kind, store or account it does not
 * open.
 */
export interface SecretPlace {
  accountId: string;
  storeId: string;
  kind: SecretKind;
  version: number;
}

export function sealSecret(dataKey: KeyObject, place: SecretPlace, secret: string): Buffer {
  return sealBox(dataKey, Buffer.from(secret), placeOf(place));
}

export function openSecret(dataKey: KeyObject, place: SecretPlace, ciphertext: Buffer): string {
  return openBox(dataKey, ciphertext, placeOf(place)).toString('utf8');
}

function placeOf({ accountId, storeId, kind, version }: SecretPlace): (string | number)[] {
  return ['hmac', accountId, storeId, kind, version];
}
