import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import Stripe from 'stripe';
import { GATEWAYS, INQUIRY } from '../../limits.ts';
import type { ConnectionSpec, CredentialField, Credentials, CredentialTest, GatewayKind } from '../gateway-kind.ts';
import type { PaymentProvider } from '../provider.ts';
import { STRIPE_CAPABILITIES, StripeGateway } from './stripe-gateway.ts';

const PAGE_ORIGIN = 'https://checkout.stripe.com';

/** Stripe, by the official package. One pool of connections serves all stores. */
export class StripeKind implements GatewayKind {
  readonly type = 'stripe';
  readonly title = 'Stripe';
  readonly methods = ['card'] as const;
  readonly capabilities = STRIPE_CAPABILITIES;
  readonly hasBooks = true;
  readonly fields: readonly CredentialField[] = [
    {
      name: 'secret_key',
      description:
        'The secret key, or a restricted key, under Developers, API keys: sk_test_… in stage and sk_live_… in ' +
        'live.',
      pattern: /^(?:sk|rk)_(?:test|live)_\w{8,200}$/,
      expects: 'a secret key of Stripe, which begins with sk_ or rk_',
    },
    {
      name: 'webhook_secret',
      description:
        'The signing secret of the endpoint that you add at Stripe with the `webhook_url` of the connection. Until ' +
        "it is set, Stripe's calls are refused, and outcomes are found by inquiries alone.",
      pattern: /^whsec_\w{8,200}$/,
      expects: 'the signing secret of a webhook endpoint, which begins with whsec_',
      isOptional: true,
    },
  ];
  readonly #url: URL | undefined;
  readonly #agent: HttpAgent | HttpsAgent;

  constructor({ apiUrl }: { apiUrl: string | undefined }) {
    this.#url = apiUrl === undefined ? undefined : new URL(apiUrl);
    const options = { keepAlive: true, maxSockets: GATEWAYS.stripeSocketsMax };
    this.#agent = this.#url?.protocol === 'http:' ? new HttpAgent(options) : new HttpsAgent(options);
  }

  async test(credentials: Credentials, mode: string): Promise<CredentialTest> {
    const key = credentials.secret_key ?? '';
    const wanted = mode === 'live' ? 'live' : 'test';
    if (!key.includes(`_${wanted}_`))
      return { kind: 'refused', field: 'secret_key', why: `In ${mode} Stripe's key must be one of ${wanted} mode.` };
    try {
      const account = await this.#client(key).accounts.retrieveCurrent();
      const accountName = account.business_profile?.name ?? account.settings?.dashboard.display_name ?? '';
      return { kind: 'accepted', account: account.id, accountName };
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const isRefused = error.statusCode === 401 || error.statusCode === 403;
      return isRefused
        ? { kind: 'refused', field: 'secret_key', why: `Stripe refuses this key: ${error.message}` }
        : { kind: 'unavailable', why: error.message };
    }
  }

  connect({ credentials, previous }: ConnectionSpec): PaymentProvider {
    const secrets = [credentials.webhook_secret, previous?.webhook_secret].filter((secret) => secret !== undefined);
    const origins = this.#url === undefined ? [PAGE_ORIGIN] : [this.#url.origin];
    return new StripeGateway(this.#client(credentials.secret_key ?? ''), { secrets, origins });
  }

  async close(): Promise<void> {
    this.#agent.destroy();
  }

  /**
   * The service decides about repeats. The package makes one, under the same idempotency key, when the connection
   * closes.
   */
  #client(key: string): Stripe {
    const url = this.#url;
    return new Stripe(key, {
      maxNetworkRetries: 0,
      timeout: INQUIRY.callTimeoutMs,
      telemetry: false,
      httpClient: Stripe.createNodeHttpClient(this.#agent),
      ...(url === undefined
        ? {}
        : {
            host: url.hostname,
            port: url.port || (url.protocol === 'http:' ? '80' : '443'),
            protocol: url.protocol === 'http:' ? 'http' : 'https',
          }),
    });
  }
}
