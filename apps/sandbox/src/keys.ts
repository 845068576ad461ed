import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { CompanyName } from './companies.ts';

const LETTERS = 'abcdefghijklmnop';

/**
 * Derives every key, id and token from one secret by its purpose, so none is stored: the same reference has the same id
 * in every run, a page's address cannot be guessed without the secret, and the database contains no bearer token.
 */
export class Keys {
  readonly #secret: string;
  constructor(secret: string) {
    this.#secret = secret;
  }

  key(label: string): string {
    return createHmac('sha256', this.#secret).update(label).digest('hex');
  }

  api(company: CompanyName): string {
    return this.key(`${company}/api`);
  }

  callback(company: CompanyName): string {
    return this.key(`${company}/callback`);
  }

  /** The same letters for the same parts. Ids have no digits, so a scanner takes none for a card number. */
  derive(purpose: string, parts: readonly string[], characters: number): string {
    return this.key(JSON.stringify([purpose, ...parts]))
      .slice(0, characters)
      .replace(/./g, (digit) => LETTERS[parseInt(digit, 16)] as string);
  }

  /** The stored form of a phone, identity or token: enough to recognise it. */
  digest(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify(['digest', purpose, text]))
      .digest();
  }
}

export function sameText(given: string, expected: string): boolean {
  const [left, right] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left as Buffer, right as Buffer);
}
