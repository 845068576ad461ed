import { afterAll, beforeAll } from '@jest/globals';
import { sandboxProviders } from '../src/providers/sandbox/sandbox-providers.ts';
import type { ClosableProvider } from '../src/providers/sandbox/sandbox-providers.ts';
import { FakeProvider } from './fake-provider.ts';
import { keepsTheProviderContract } from './provider-contract.ts';
import type { UnderContract } from './provider-contract.ts';
import { describeWithSandbox, startSandboxProcess } from './sandbox.ts';
import type { RunningSandbox } from './sandbox.ts';

const fake = new FakeProvider('fake');
keepsTheProviderContract('the fake provider', () => ({
  provider: fake,
  pay: async ({ id }) => {
    if (fake.payments.get(id)?.state === 'open') fake.finish('pay', id);
  },
  decline: async ({ id }) => {
    fake.finish('decline', id);
  },
  lose: async (call, when) => fake.fail(call, `lost-${when}`),
}));

describeWithSandbox('card gateways of the sandbox', () => {
  let sandbox: RunningSandbox;
  let providers: ClosableProvider[] = [];
  beforeAll(async () => {
    sandbox = await startSandboxProcess('http://127.0.0.1:9');
    providers = sandboxProviders({
      url: sandbox.url,
      publicUrl: sandbox.url,
      platformUrl: 'http://127.0.0.1:9',
      secret: sandbox.secret,
      feeBasisPoints: 0,
    });
  });
  afterAll(async () => {
    for (const provider of providers) await provider.close();
    await sandbox.stop();
  });

  async function typeCard(url: string, number: string): Promise<void> {
    await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ number, expiry: '12/34', cvc: '123' }),
    });
  }

  for (const [at, name] of ['card gateway A', 'card gateway B'].entries()) {
    keepsTheProviderContract(name, (): UnderContract => ({
      provider: providers[at] as ClosableProvider,
      pay: (_, url) => typeCard(url, '4242424242424242'),
      decline: (_, url) => typeCard(url, '4000000000000002'),
      lose: (operation, when) =>
        sandbox.control('POST', '/faults', {
          effect: when === 'after' ? 'ghost' : 'crash_before',
          provider: name === 'card gateway A' ? 'cardgateway-a' : 'cardgateway-b',
          operation: operation === 'pay' ? 'create' : operation,
        }),
    }));
  }
});
