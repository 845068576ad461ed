import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Principal } from '@qafila/auth/principal';
import { LIMITS } from '../limits.ts';

type Mode = Principal['mode'];

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 > 2^256 and 62^6 > 2^32. */
const SECRET_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;
const SHAPE = new RegExp(`^sk_(stage|live)_[0-9A-Za-z]{${SECRET_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/**
 * `sk_<mode>_`, 256 random bits, and a CRC32 of the text before it. Secret scanners recognise it, the mode is visible,
 * and a mistyped key is refused without a query.
 */
export function newApiKey(mode: Mode): string {
  return newSecret(`sk_${mode}_`);
}

/** The secret of a service account: the same shape with another prefix, so that the two cannot be confused. */
export function newClientSecret(mode: Mode): string {
  return newSecret(`cs_${mode}_`);
}

function newSecret(prefix: string): string {
  const body = prefix + base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_CHARACTERS);
  return body + checksum(body);
}

/** The mode of a well-formed key; undefined for anything else. */
export function modeOfApiKey(apiKey: string): Mode | undefined {
  const mode = SHAPE.exec(apiKey)?.[1] as Mode | undefined;
  const end = apiKey.length - CHECKSUM_CHARACTERS;
  return mode !== undefined && checksum(apiKey.slice(0, end)) === apiKey.slice(end) ? mode : undefined;
}

/** The part of a key or a secret that lists show. */
export function prefixOf(apiKey: string): string {
  return apiKey.slice(0, LIMITS.keyPrefixCharacters);
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_CHARACTERS);
}

function base62(value: bigint, characters: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(characters, '0');
}
