import type { Fields } from '@qafila/json/fields';
import type { Exchange, Reply } from '../exchange.ts';

/** Checkout.com's API for one key, at the account's own host. */
export class CheckoutComApi {
  constructor(
    private readonly exchange: Exchange,
    private readonly key: string,
  ) {}

  get(path: string): Promise<Reply> {
    return this.exchange.send('GET', path, { headers: this.#headers() });
  }

  /** A request with the same key has one effect and one answer. */
  post(path: string, body: Fields, idempotencyKey?: string): Promise<Reply> {
    const headers = {
      ...this.#headers(),
      ...(idempotencyKey === undefined ? {} : { 'cko-idempotency-key': idempotencyKey }),
    };
    return this.exchange.send('POST', path, { headers, body: JSON.stringify(body) });
  }

  put(path: string, body: Fields): Promise<Reply> {
    return this.exchange.send('PUT', path, { headers: this.#headers(), body: JSON.stringify(body) });
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.key}`, 'content-type': 'application/json', 'user-agent': 'Qafila' };
  }
}
