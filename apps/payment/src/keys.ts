import { createHash, createHmac } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { openBox, sealBox } from '@qafila/vault/sealed-box';

/** What hangs on the master key: page tokens, client secrets, keyed hashes and sealed fields. Nothing of it is stored in the clear. */
export class Keys {
  constructor(private readonly masterKey: KeyObject) {}

  /** 256 bits, the same each time: the address of a page can be told again without being kept. */
  pageToken(accountId: string, id: string): string {
    return this.#digest('page', accountId, id).toString('base64url');
  }

  clientSecret(accountId: string, id: string): string {
    return `${id}_secret_${this.#digest('client-secret', accountId, id).toString('hex').slice(0, 40)}`;
  }

  /** Equal texts of one account have equal hashes; without the master key nobody can try them out. */
  hash(kind: string, accountId: string, text: string): Buffer {
    return this.#digest('hash', kind, accountId, text);
  }

  seal(plain: string, ...place: string[]): Buffer {
    return sealBox(this.masterKey, Buffer.from(plain), ['payment', ...place]);
  }

  open(box: Buffer, ...place: string[]): string {
    return openBox(this.masterKey, box, ['payment', ...place]).toString('utf8');
  }

  #digest(...parts: string[]): Buffer {
    return createHmac('sha256', this.masterKey).update(JSON.stringify(['qafila-payment', ...parts])).digest();
  }
}

/** How a page's or token's secret is looked up. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The last two characters: enough for its owner to recognise it, for nobody else to use it. */
export function masked(text: string): string {
  return `${'•'.repeat(Math.max(3, Math.min(8, text.length - 2)))}${text.slice(-2)}`;
}
