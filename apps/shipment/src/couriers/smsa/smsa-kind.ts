import type { CredentialField, Credentials, CredentialTest } from '@qafila/vault/credentials';
import type { CodeBook, CodeLog } from '../code-book.ts';
import type { AccountSpec, CourierKind } from '../courier-kind.ts';
import type { Courier } from '../courier.ts';
import { SmsaApi } from './smsa-api.ts';
import { SmsaCourier } from './smsa-courier.ts';
import { SMSA_POLLING } from './smsa-limits.ts';
import { smsaCodes } from './smsa-scans.ts';

const LIVE_URL = 'https://ecomapis.smsaexpress.com';
const TEST_URL = 'https://ecomapis-sandbox.azurewebsites.net';

/** SMSA Express (Saudi Arabia), by its API for e-commerce. Stage calls its test environment. */
export class SmsaKind implements CourierKind {
  readonly id = 'smsa';
  readonly title = 'SMSA Express';
  /** The account decides which services it has. */
  readonly services = [];
  readonly polling = SMSA_POLLING;
  readonly fields: readonly CredentialField[] = [
    {
      name: 'api_key',
      description: "The API key of your account for SMSA's e-commerce API, of its sandbox in stage.",
      pattern: /^[\x21-\x7e]{16,200}$/,
      expects: 'an API key of SMSA',
    },
    {
      name: 'account_number',
      description: 'The number of your SMSA account, for labels. The key alone decides who is charged.',
      pattern: /^[\w-]{3,30}$/,
      expects: 'an account number',
    },
  ];

  readonly #codes: CodeBook;

  constructor(private readonly options: { apiUrl?: string; nowMs?: () => number; log?: CodeLog } = {}) {
    this.#codes = smsaCodes(options.log);
  }

  /** Reads SMSA's list of scan types. SMSA does not say whose account a key opens, so the number names it. */
  async test(credentials: Credentials, mode: string, signal: AbortSignal): Promise<CredentialTest> {
    const { status } = await new SmsaApi(this.#access(credentials, mode)).send('GET', 'track/statuslookup', signal);
    if (status === 401 || status === 403)
      return { kind: 'refused', field: 'api_key', why: `SMSA refuses this API key: it answered ${status}.` };
    if (status !== 200) return { kind: 'unavailable', why: `SMSA answered ${status}` };
    const { account_number: account = '' } = credentials;
    return { kind: 'accepted', account, accountName: `SMSA ${account}` };
  }

  connect({ credentials, mode }: AccountSpec): Courier {
    return new SmsaCourier({
      ...this.#access(credentials, mode),
      accountNumber: credentials.account_number ?? '',
      codes: this.#codes,
      nowMs: this.options.nowMs ?? Date.now,
    });
  }

  async close(): Promise<void> {}

  #access({ api_key: key = '' }: Credentials, mode: string): { baseUrl: string; key: string } {
    return { baseUrl: this.options.apiUrl ?? (mode === 'live' ? LIVE_URL : TEST_URL), key };
  }
}
