import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { MasterKeys } from './master-key.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns nonce ‖ ciphertext ‖ tag. `place` binds the box to its row: moved to another row, it does not open. */
export function sealBox(key: KeyObject, plain: Buffer, place: readonly (string | number)[]): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(placeBytes(place));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws when the box was changed, moved or sealed under another key. */
export function openBox(key: KeyObject, box: Buffer, place: readonly (string | number)[]): Buffer {
  return openBoxWithAny({ current: key, previous: undefined, next: undefined }, box, place);
}

/** Opens a box that is sealed under one of the keys. */
export function openBoxWithAny(keys: MasterKeys, box: Buffer, place: readonly (string | number)[]): Buffer {
  for (const key of [keys.current, keys.previous, keys.next]) {
    const plain = key === undefined ? undefined : tryToOpen(key, box, place);
    if (plain !== undefined) return plain;
  }
  throw new Error(
    `a stored secret cannot be opened (${place.join('/')}): ` +
      'it was changed, or MASTER_KEY is not the key that sealed it',
  );
}

/** The box under the current key; undefined when it is under it already. */
export function resealBox(keys: MasterKeys, box: Buffer, place: readonly (string | number)[]): Buffer | undefined {
  if (tryToOpen(keys.current, box, place) !== undefined) return undefined;
  return sealBox(keys.current, openBoxWithAny(keys, box, place), place);
}

function tryToOpen(key: KeyObject, box: Buffer, place: readonly (string | number)[]): Buffer | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, key, box.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(placeBytes(place)).setAuthTag(box.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** JSON gives different bytes for different places. */
function placeBytes(place: readonly (string | number)[]): Buffer {
  return Buffer.from(JSON.stringify(place));
}
