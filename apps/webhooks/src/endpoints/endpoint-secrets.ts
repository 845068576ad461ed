import type { KeyObject } from 'node:crypto';
import { openBox, sealBox } from '@qafila/vault/sealed-box';

export type SecretKind = 'hmac' | 'ed25519';

/** The place of a secret. Copied to another version, kind or endpoint it cannot be opened. */
export interface SecretPlace {
  endpointNo: number;
  kind: SecretKind;
  version: number;
}

export function sealSecret(masterKey: KeyObject, place: SecretPlace, secret: string): Buffer {
  return sealBox(masterKey, Buffer.from(secret), placeOf(place));
}

export function openSecret(masterKey: KeyObject, place: SecretPlace, ciphertext: Buffer): string {
  return openBox(masterKey, ciphertext, placeOf(place)).toString('utf8');
}

function placeOf({ endpointNo, kind, version }: SecretPlace): (string | number)[] {
  return ['webhook-endpoint', endpointNo, kind, version];
}

/** Custom headers may carry a token of the merchant's. */
export function sealHeaders(masterKey: KeyObject, endpointNo: number, headers: Record<string, string>): Buffer {
  return sealBox(masterKey, Buffer.from(JSON.stringify(headers)), ['webhook-headers', endpointNo]);
}

export function openHeaders(masterKey: KeyObject, endpointNo: number, box: Buffer): Record<string, string> {
  return JSON.parse(openBox(masterKey, box, ['webhook-headers', endpointNo]).toString('utf8')) as Record<
    string,
    string
  >;
}
