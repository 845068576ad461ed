import { CheckoutComKind } from '../../src/providers/checkout-com/checkout-com-kind.ts';
import type { DisputeDesk } from '../../src/providers/callback.ts';
import type { PaymentProvider } from '../../src/providers/provider.ts';
import { startFakeGateway } from '../gateways/fake-gateway.ts';
import type { FakeGateway } from '../gateways/fake-gateway.ts';

/** Its credentials there, without the secret of webhooks. */
export const STORE = {
  secret_key: 'sk_sbox_shopx12345678',
  prefix: 'abcd1234',
  processing_channel_id: 'pc_abcdefgh1234',
};

interface WebhookSecrets {
  /** Of the store's present credentials, and of those before. */
  webhook_secret: string;
  before: string;
}

/** The adapter of one store, connected to the simulation. */
export interface ConnectedCheckoutCom {
  fake: FakeGateway;
  kind: CheckoutComKind;
  provider: PaymentProvider & DisputeDesk;
  stop(): Promise<void>;
}

export async function connectCheckoutCom(secrets?: WebhookSecrets): Promise<ConnectedCheckoutCom> {
  const fake = await startFakeGateway('checkout-com/checkout-com.mjs');
  const kind = new CheckoutComKind({ apiUrl: fake.url });
  const provider = kind.connect({
    id: 'gwc_1',
    owner: { accountId: 'a', storeId: 's', mode: 'stage' },
    callbackUrl: 'http://127.0.0.1:9/callback',
    credentials: secrets === undefined ? STORE : { ...STORE, webhook_secret: secrets.webhook_secret },
    previous: secrets === undefined ? null : { ...STORE, webhook_secret: secrets.before },
  }) as PaymentProvider & DisputeDesk;
  const stop = async (): Promise<void> => {
    await kind.close();
    await fake.stop();
  };
  return { fake, kind, provider, stop };
}
