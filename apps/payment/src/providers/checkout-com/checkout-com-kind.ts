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
import { CheckoutComApi } from './checkout-com-api.ts';
import { CHECKOUT_COM_CAPABILITIES, CheckoutComGateway } from './checkout-com-gateway.ts';
import { PAGE } from './checkout-com-reports.ts';

const PAGES = { live: 'https://pay.checkout.com', sandbox: 'https://pay.sandbox.checkout.com' };

/** Checkout.com: cards by its Hosted Payments Page. Each account has a host of its own; they share the connections. */
export class CheckoutComKind implements GatewayKind {
  readonly type = 'checkout-com';
  readonly title = 'Checkout.com';
  readonly methods = ['card'] as const;
  readonly capabilities = CHECKOUT_COM_CAPABILITIES;
  readonly fields: readonly CredentialField[] = [
    {
      name: 'secret_key',
      description: 'The secret key, under Developers, Keys: sk_sbox_… in stage and sk_… in live.',
      pattern: /^sk_(?:sbox_)?[\w*#$-]{8,200}$/,
      expects: 'a secret key of Checkout.com, which begins with sk_',
    },
    {
      name: 'prefix',
      description: 'The first part of your base URL, as in https://{prefix}.api.checkout.com.',
      pattern: /^[a-z0-9]{4,20}$/,
      expects: 'the small letters and digits before .api of your base URL',
    },
    {
      name: 'processing_channel_id',
      description: 'The processing channel of the store, which begins with pc_.',
      pattern: /^pc_[a-z0-9]{8,40}$/,
      expects: 'a processing channel, which begins with pc_',
    },
    {
      name: 'webhook_secret',
      description:
        'The signature key of the webhook that you add at Checkout.com with the `webhook_url` of the connection. ' +
        'Without it outcomes are found by inquiries alone.',
      pattern: /^[\x21-\x7e]{16,200}$/,
      expects: 'a text of 16 to 200 letters, digits and signs without spaces',
      isOptional: true,
    },
  ];
  readonly #exchange: Exchange;

  constructor(private readonly options: { apiUrl?: string } = {}) {
    this.#exchange = new Exchange(options.apiUrl ?? 'https://api.checkout.com');
  }

  /** Checkout.com does not say whose account a key opens. */
  async test(credentials: Credentials, mode: string, known?: KnownAccount): Promise<CredentialTest> {
    const { secret_key: key = '' } = credentials;
    if (key.startsWith('sk_sbox_') === (mode === 'live'))
      return {
        kind: 'refused',
        field: 'secret_key',
        why: `In ${mode} Checkout.com's key must be one of ${mode === 'live' ? 'production' : 'the sandbox'}.`,
      };
    const path = knownPath(known);
    const reply = await this.#api(credentials).get(path ?? '/payments?reference=none&limit=1');
    if (reply.kind !== 'answer') return { kind: 'unavailable', why: reply.why };
    if (reply.status === 401 || reply.status === 403)
      return {
        kind: 'refused',
        field: 'secret_key',
        why: `Checkout.com refuses this key ${textOf(reply.body.error_type)}`,
      };
    const isOther = path !== null && reply.status === 404;
    if (reply.status >= 400 && !isOther) return { kind: 'unavailable', why: `Checkout.com answered ${reply.status}` };
    return { kind: 'accepted', account: unnamedAccount(this.type, key, { known, isOther }), accountName: '' };
  }

  connect({ credentials, previous, owner }: ConnectionSpec): PaymentProvider {
    return new CheckoutComGateway(this.#api(credentials), {
      processingChannel: credentials.processing_channel_id ?? '',
      secrets: [credentials, previous].flatMap((each) => each?.webhook_secret ?? []),
      pageOrigin: this.options.apiUrl ?? PAGES[owner.mode === 'live' ? 'live' : 'sandbox'],
    });
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }

  #api({ secret_key: key = '', prefix = '' }: Credentials): CheckoutComApi {
    const host = key.startsWith('sk_sbox_') ? 'api.sandbox.checkout.com' : 'api.checkout.com';
    return new CheckoutComApi(this.#exchange.at(this.options.apiUrl ?? `https://${prefix}.${host}`), key);
  }
}

function knownPath(known: KnownAccount | undefined): string | null {
  const reference = known?.reference ?? null;
  if (reference === null) return null;
  return `/${reference.startsWith(PAGE) ? 'hosted-payments' : 'payments'}/${encodeURIComponent(reference)}`;
}
