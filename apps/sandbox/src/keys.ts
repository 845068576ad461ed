import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Outsider } from './outside.ts';

const LETTERS = 'abcdefghijklmnop';

/**
 * Every key comes from the one setting, by its purpose, so that none is stored. Ids and tokens do too: the same reference has the same
 * id in every run, nobody without the secret can guess a page's address, and the database holds no bearer token.
 */
export class Keys {
  readonly #secret: string;
  constructor(secret: string) {
    this.#secret = secret;
  }

  key(label: string): string {
    return createHmac('sha256', this.#secret).update(label).digest('hex');
  }

  api(of: Outsider): string {
    return this.key(`${of}/api`);
  }

  callback(of: Outsider): string {
    return this.key(`${of}/callback`);
  }

  /** Letters that are always the same for these parts; no digits, so that no id looks like a card's number to a scanner. */
  derive(purpose: string, parts: readonly string[], characters: number): string {
    return this.key(JSON.stringify([purpose, ...parts])).slice(0, characters).replace(/./g, (digit) => LETTERS[parseInt(digit, 16)] as string);
  }

  /** What is kept of a phone, identity or token: enough to know it again. */
  digest(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#secret).update(JSON.stringify(['digest', purpose, text])).digest();
  }
}

export function sameText(given: string, expected: string): boolean {
  const [left, right] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left as Buffer, right as Buffer);
}
