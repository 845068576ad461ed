import { bodyOf, withRetries } from './retry.ts';
import type { RetryOptions } from './retry.ts';

/** A service account, whose tokens shipments need. */
export interface ServiceAccount {
  clientId: string;
  clientSecret: string;
  companyCode: string;
}

interface TokenAnswer {
  access_token: string;
  expires_in: number;
}

/** A token is renewed this long before it ends, so that no request is under way with an old one. */
const RENEW_BEFORE_MS = 30_000;

/** Gets access tokens and keeps the current one. Concurrent callers share one request. */
export class AccessToken {
  #current: { token: string; untilMs: number } | undefined;
  #underWay: Promise<string> | undefined;

  constructor(
    private readonly baseUrl: string,
    private readonly account: ServiceAccount,
    private readonly how: { fetch: typeof globalThis.fetch; retry: RetryOptions },
  ) {}

  async get(): Promise<string> {
    if (this.#current !== undefined && this.#current.untilMs > Date.now()) return this.#current.token;
    return (this.#underWay ??= this.#request().finally(() => {
      this.#underWay = undefined;
    }));
  }

  /** Forgets a token that an answer refused. */
  forget(token: string): void {
    if (this.#current?.token === token) this.#current = undefined;
  }

  async #request(): Promise<string> {
    const url = `${this.baseUrl}/v1/admin/service-account/token`;
    const body = JSON.stringify({ ...this.account, grantType: 'client_credentials' });
    const headers = { 'content-type': 'application/json' };
    const send = (signal: AbortSignal): Promise<Response> =>
      this.how.fetch(url, { method: 'POST', headers, body, signal });
    const response = await withRetries({ url, send, isRepeatable: true }, this.how.retry);
    const { access_token: token, expires_in: seconds } = (await bodyOf(response)) as TokenAnswer;
    this.#current = { token, untilMs: Date.now() + seconds * 1_000 - RENEW_BEFORE_MS };
    return token;
  }
}
