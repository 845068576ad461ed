import { Refusal } from '@qafila/envelopes/refusal';
import type { AvailableProvider } from './methods.ts';
import { isWallet } from './provider.ts';
import type { PaymentProvider, WalletProvider } from './provider.ts';

/** The providers of this deployment, in the order in which they are tried when no rule matches. */
export class Providers {
  readonly #byType: Map<string, PaymentProvider>;

  constructor(providers: readonly PaymentProvider[]) {
    this.#byType = new Map(providers.map((provider) => [provider.type, provider]));
  }

  /** The origins to which a customer's form may lead. */
  get origins(): string[] {
    return [...this.#byType.values()].flatMap((provider) => [...provider.origins]);
  }

  get available(): AvailableProvider[] {
    return [...this.#byType.values()];
  }

  has(type: string): boolean {
    return this.#byType.has(type);
  }

  /** Payments of a provider that left the deployment go to manual review. */
  of(type: string): PaymentProvider {
    const provider = this.#byType.get(type);
    if (provider === undefined)
      throw new Refusal(503, 'gateway_unavailable', `The gateway ${type} is not part of this deployment.`);
    return provider;
  }

  wallet(type?: string): WalletProvider {
    const found = [...this.#byType.values()].find(
      (provider) =>
        isWallet(provider) && (type === undefined ? provider.methods.includes('wallet') : provider.type === type),
    );
    if (found === undefined) throw new Refusal(503, 'gateway_unavailable', 'This deployment has no wallet provider.');
    return found as WalletProvider;
  }

  find(name: string): PaymentProvider | undefined {
    return this.#byType.get(name);
  }
}
