import { createHash, createHmac } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { MasterKeys } from '@qafila/vault/master-key';
import { openBoxWithAny, sealBox } from '@qafila/vault/sealed-box';
import type { Owner } from './owner.ts';

/**
 * Everything that depends on the master key: page tokens, client secrets and keyed hashes, which are derived, and
 * sealed fields. None of it is stored in the clear.
 */
export class Keys {
  /** `root` is what is derived from; it stays when the master key changes (decision 0008). */
  constructor(
    private readonly masterKeys: MasterKeys,
    private readonly root: KeyObject = masterKeys.current,
  ) {}

  /** 256 bits. The token is derived, so a page's address can be shown again although only its hash is stored. */
  pageToken(accountId: string, id: string): string {
    return this.#digest('page', accountId, id).toString('base64url');
  }

  /**
   * What a gateway gets to lead the customer back. It belongs to one operation and opens no page by itself; the id
   * before the full stop finds the operation.
   */
  returnToken(accountId: string, operationId: string): string {
    return `${operationId}.${this.#digest('return', accountId, operationId).toString('base64url')}`;
  }

  /** Signs the addresses of a store's returning customers. Each version is another secret. */
  redirectSecret({ accountId, storeId, mode }: Owner, version: number): string {
    return `rds_${this.#digest('redirect', accountId, storeId, mode, String(version)).toString('base64url')}`;
  }

  clientSecret(accountId: string, id: string): string {
    return `${id}_secret_${this.#digest('client-secret', accountId, id).toString('hex').slice(0, 40)}`;
  }

  /** Equal texts of one account have equal hashes. Without the master key the hashes cannot be searched by guessing. */
  hash(kind: string, accountId: string, text: string): Buffer {
    return this.#digest('hash', kind, accountId, text);
  }

  seal(toPlainJson: string, ...place: string[]): Buffer {
    return sealBox(this.masterKeys.current, Buffer.from(toPlainJson), ['payment', ...place]);
  }

  open(box: Buffer, ...place: string[]): string {
    return openBoxWithAny(this.masterKeys, box, ['payment', ...place]).toString('utf8');
  }

  #digest(...parts: string[]): Buffer {
    return createHmac('sha256', this.root)
      .update(JSON.stringify(['qafila-payment', ...parts]))
      .digest();
  }
}

/** The hash under which the secret of a page or token is stored and found. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Shows the last two characters: enough for the owner to recognise the text, too little to use it. */
export function masked(text: string): string {
  return `${'•'.repeat(Math.max(3, Math.min(8, text.length - 2)))}${text.slice(-2)}`;
}
