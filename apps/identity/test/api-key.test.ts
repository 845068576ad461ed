import { describe, expect, test } from '@jest/globals';
import { crc32 } from 'node:zlib';
import { modeOfApiKey, newApiKey, prefixOf } from '../src/keys/api-key.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('the shape of an API key', () => {
  test.each(['stage', 'live'] as const)('says %s, 256 bits and a checksum, always of one length', (mode) => {
    const keys = Array.from({ length: 300 }, () => newApiKey(mode));
    for (const key of keys) {
      expect(key).toMatch(new RegExp(`^sk_${mode}_[0-9A-Za-z]{49}$`));
      expect(modeOfApiKey(key)).toBe(mode);
    }
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('the checksum is the CRC32 of the text before it', () => {
    const key = newApiKey('live');
    const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0);
    expect(value).toBe(crc32(key.slice(0, -6)));
  });

  test('one wrong character at any place is detected', () => {
    const key = newApiKey('stage');
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === 'x' ? 'y' : 'x';
      expect(modeOfApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined();
    }
  });

  test('a key of one mode is not valid for the other mode', () => {
    expect(modeOfApiKey(newApiKey('stage').replace('stage', 'live'))).toBeUndefined();
  });

  test.each([
    '',
    'sk_stage_',
    `sk_stage_${'a'.repeat(64)}`,
    `${newApiKey('stage')}\n`,
    ` ${newApiKey('stage')}`,
    'x'.repeat(1_000_000),
  ])('what is no key is none', (text) => {
    expect(modeOfApiKey(text)).toBeUndefined();
  });

  test('the shown prefix contains only a few of the random characters', () => {
    expect(prefixOf(newApiKey('stage'))).toMatch(/^sk_stage_\w{5}$/);
  });
});
