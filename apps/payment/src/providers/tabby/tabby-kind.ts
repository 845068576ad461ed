import { textOf } from '@qafila/json/fields';
import { Exchange } from '../exchange.ts';
import type {
  ConnectionSpec,
  CredentialField,
  Credentials,
  CredentialTest,
  GatewayKind,
  KnownAccount,
} from '../gateway-kind.ts';
import type { PaymentProvider } from '../provider.ts';
import { unnamedAccount } from '../unnamed-account.ts';
import { TabbyApi } from './tabby-api.ts';
import { SECRET_HEADER } from './tabby-callbacks.ts';
import { TABBY_CAPABILITIES, TabbyGateway } from './tabby-gateway.ts';
import { SESSION } from './tabby-reports.ts';

/** Saudi Arabia has an API of its own. */
const REGIONS: Readonly<Record<string, { currency: string; host: 'sa' | 'ai' }>> = {
  SA: { currency: 'SAR', host: 'sa' },
  AE: { currency: 'AED', host: 'ai' },
  KW: { currency: 'KWD', host: 'ai' },
};

/** Tabby (Saudi Arabia, United Arab Emirates, Kuwait): four instalments by its own page. */
export class TabbyKind implements GatewayKind {
  readonly type = 'tabby';
  readonly title = 'Tabby';
  readonly methods = ['bnpl'] as const;
  readonly capabilities = TABBY_CAPABILITIES;
  readonly fields: readonly CredentialField[] = [
    {
      name: 'secret_key',
      description: 'The secret key that Tabby gave you: sk_test_… in stage and sk_… in live.',
      pattern: /^sk_[\w-]{8,200}$/,
      expects: 'a secret key of Tabby, which begins with sk_',
    },
    {
      name: 'merchant_code',
      description: 'The code of your store at Tabby, which has one country and its currency.',
      pattern: /^[\w.-]{1,100}$/,
      expects: 'the merchant code that Tabby gave you',
    },
    {
      name: 'country',
      description: 'The country of the store at Tabby: SA, AE or KW.',
      pattern: /^(?:SA|AE|KW)$/,
      expects: 'SA, AE or KW',
    },
    {
      name: 'webhook_secret',
      description:
        `The value of the header \`${SECRET_HEADER}\` of the webhook that you register at Tabby with the ` +
        '`webhook_url` of the connection. Choose a long random text. Without it outcomes are found by inquiries alone.',
      pattern: /^[\x21-\x7e]{16,200}$/,
      expects: 'a text of 16 to 200 letters, digits and signs without spaces',
      isOptional: true,
    },
  ];
  readonly #exchanges: Readonly<Record<'sa' | 'ai', Exchange>>;
  readonly #origins: readonly string[];

  constructor({ apiUrl }: { apiUrl?: string } = {}) {
    this.#exchanges = {
      sa: new Exchange(apiUrl ?? 'https://api.tabby.sa', { answerBytesMax: 2 * 1_024 * 1_024 }),
      ai: new Exchange(apiUrl ?? 'https://api.tabby.ai', { answerBytesMax: 2 * 1_024 * 1_024 }),
    };
    this.#origins = apiUrl === undefined ? ['https://checkout.tabby.sa', 'https://checkout.tabby.ai'] : [apiUrl];
  }

  async test(credentials: Credentials, mode: string, known?: KnownAccount): Promise<CredentialTest> {
    const { secret_key: key = '', merchant_code: code = '' } = credentials;
    if (key.startsWith('sk_test_') !== (mode !== 'live'))
      return {
        kind: 'refused',
        field: 'secret_key',
        why: `In ${mode} Tabby's key must be one of ${mode === 'live' ? 'production' : 'test'}.`,
      };
    const reply = await this.#api(credentials).get(knownPath(known) ?? '/v1/webhooks');
    if (reply.kind !== 'answer') return { kind: 'unavailable', why: reply.why };
    const isOther = reply.status === 404 && knownPath(known) !== null;
    if (reply.status === 401 || reply.status === 403)
      return { kind: 'refused', field: 'secret_key', why: `Tabby refuses this key: ${textOf(reply.body.error)}` };
    if (reply.status === 404 && !isOther)
      return { kind: 'refused', field: 'merchant_code', why: `Tabby does not know this store: ${code}` };
    if (reply.status >= 400 && !isOther) return { kind: 'unavailable', why: `Tabby answered ${reply.status}` };
    return {
      kind: 'accepted',
      account: unnamedAccount(this.type, `${key} ${code}`, { known, isOther }),
      accountName: code,
    };
  }

  connect({ credentials, previous, owner }: ConnectionSpec): PaymentProvider {
    return new TabbyGateway(this.#api(credentials), {
      merchantCode: credentials.merchant_code ?? '',
      currency: regionOf(credentials).currency,
      isLive: owner.mode === 'live',
      secrets: [credentials, previous].flatMap((each) => each?.webhook_secret ?? []),
      origins: this.#origins,
    });
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#exchanges).map((exchange) => exchange.close()));
  }

  #api(credentials: Credentials): TabbyApi {
    const { secret_key: key = '', merchant_code: code = '' } = credentials;
    return new TabbyApi(this.#exchanges[regionOf(credentials).host], key, code);
  }
}

function regionOf({ country = '' }: Credentials): { currency: string; host: 'sa' | 'ai' } {
  return REGIONS[country] ?? { currency: 'SAR', host: 'sa' };
}

function knownPath(known: KnownAccount | undefined): string | null {
  const reference = known?.reference ?? null;
  if (reference === null) return null;
  return reference.startsWith(SESSION)
    ? `/v2/checkout/${encodeURIComponent(reference.slice(SESSION.length))}`
    : `/v2/payments/${encodeURIComponent(reference)}`;
}
