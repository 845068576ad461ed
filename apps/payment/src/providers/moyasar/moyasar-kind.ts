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
import { MoyasarApi } from './moyasar-api.ts';
import { MOYASAR_CAPABILITIES, MoyasarGateway } from './moyasar-gateway.ts';
import { pathOf } from './moyasar-reports.ts';

const API_URL = 'https://api.moyasar.com';
const PAGE_ORIGIN = 'https://*.moyasar.com';

/** Moyasar (Saudi Arabia): mada and card schemes. One pool of connections serves all stores. */
export class MoyasarKind implements GatewayKind {
  readonly type = 'moyasar';
  readonly title = 'Moyasar';
  readonly methods = ['card'] as const;
  readonly capabilities = MOYASAR_CAPABILITIES;
  readonly hasBooks = true;
  readonly fields: readonly CredentialField[] = [
    {
      name: 'secret_key',
      description: 'The secret key, under Settings, API keys: sk_test_… in stage and sk_live_… in live.',
      pattern: /^sk_(?:test|live)_\w{8,200}$/,
      expects: 'a secret key of Moyasar, which begins with sk_test_ or sk_live_',
    },
    {
      name: 'webhook_secret',
      description:
        'The secret token of the webhook that you add at Moyasar with the `webhook_url` of the connection. Choose a ' +
        'long random text. Without it Moyasar reports paid invoices alone, and inquiries find everything else.',
      pattern: /^[\x21-\x7e]{16,200}$/,
      expects: 'a text of 16 to 200 letters, digits and signs without spaces',
      isOptional: true,
    },
  ];
  readonly #exchange: Exchange;
  readonly #origins: readonly string[];

  constructor(private readonly options: { apiUrl?: string; nowMs: () => number }) {
    this.#exchange = new Exchange(options.apiUrl ?? API_URL, { answerBytesMax: 2 * 1_024 * 1_024 });
    this.#origins = [options.apiUrl ?? PAGE_ORIGIN];
  }

  /**
   * Moyasar does not say whose account a key opens. The first key names it, and a later one must open a payment that
   * was taken with those before it.
   */
  async test({ secret_key: key = '' }: Credentials, mode: string, known?: KnownAccount): Promise<CredentialTest> {
    const wanted = mode === 'live' ? 'live' : 'test';
    if (!key.startsWith(`sk_${wanted}_`))
      return { kind: 'refused', field: 'secret_key', why: `In ${mode} Moyasar's key must be one of ${wanted} mode.` };
    const payment = known?.reference ?? null;
    const reply = await this.#api(key).get(payment === null ? '/v1/invoices?page=1' : pathOf(payment));
    if (reply.kind !== 'answer') return { kind: 'unavailable', why: reply.why };
    const isOther = payment !== null && reply.status === 404;
    if (reply.status === 401 || reply.status === 403)
      return { kind: 'refused', field: 'secret_key', why: `Moyasar refuses this key: ${textOf(reply.body.message)}` };
    if (reply.status >= 400 && !isOther) return { kind: 'unavailable', why: `Moyasar answered ${reply.status}` };
    const account = unnamedAccount(this.type, key, { known, isOther });
    return { kind: 'accepted', account, accountName: '' };
  }

  connect({ credentials, previous, callbackUrl, owner }: ConnectionSpec): PaymentProvider {
    const both = [credentials, previous].filter((each) => each !== null);
    return new MoyasarGateway(this.#api(credentials.secret_key ?? ''), {
      callbackUrl,
      keys: both.flatMap(({ secret_key: key }) => key ?? []),
      webhookSecrets: both.flatMap(({ webhook_secret: secret }) => secret ?? []),
      isLive: owner.mode === 'live',
      origins: this.#origins,
      nowMs: this.options.nowMs,
    });
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  #api(key: string): MoyasarApi {
    return new MoyasarApi(this.#exchange, key);
  }
}
