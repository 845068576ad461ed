import type { Fields } from '@qafila/json/fields';
import { Exchange } from '../exchange.ts';
import type { Reply } from '../exchange.ts';

/** Tabby's API for one secret key and one store of the merchant. */
export class TabbyApi {
  readonly #headers: Record<string, string>;

  constructor(
    private readonly exchange: Exchange,
    key: string,
    merchantCode: string,
  ) {
    this.#headers = {
      authorization: `Bearer ${key}`,
      'x-merchant-code': merchantCode,
      'content-type': 'application/json',
      'user-agent': 'Qafila',
    };
  }

  get(path: string): Promise<Reply> {
    return this.exchange.send('GET', `/api${path}`, { headers: this.#headers });
  }

  post(path: string, body: Fields = {}): Promise<Reply> {
    return this.exchange.send('POST', `/api${path}`, { headers: this.#headers, body: JSON.stringify(body) });
  }
}
