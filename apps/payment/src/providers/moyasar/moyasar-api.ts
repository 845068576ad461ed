import type { Fields } from '@qafila/json/fields';
import { Exchange } from '../exchange.ts';
import type { Reply } from '../exchange.ts';

/** Moyasar's API for one key. It refuses calls without a user agent. */
export class MoyasarApi {
  readonly #headers: Record<string, string>;

  constructor(
    private readonly exchange: Exchange,
    key: string,
  ) {
    this.#headers = {
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      'content-type': 'application/json',
      'user-agent': 'Qafila',
    };
  }

  get(path: string): Promise<Reply> {
    return this.exchange.send('GET', path, { headers: this.#headers });
  }

  post(path: string, body: Fields = {}): Promise<Reply> {
    return this.exchange.send('POST', path, { headers: this.#headers, body: JSON.stringify(body) });
  }

  put(path: string, body: Fields = {}): Promise<Reply> {
    return this.exchange.send('PUT', path, { headers: this.#headers, body: JSON.stringify(body) });
  }
}
