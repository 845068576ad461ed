import { Refusal } from '@qafila/envelopes/refusal';
import { ownerOf } from '../owner.ts';
import type { Owner } from '../owner.ts';
import { isWallet } from './provider.ts';
import type { PaymentProvider, WalletProvider } from './provider.ts';

/** A gateway of a store's own. One that is not enabled takes no new payments, and finishes those that it has. */
export interface ConnectedProvider {
  provider: PaymentProvider;
  isEnabled: boolean;
}

/** Finds the gateways that stores connected with credentials of their own. */
export interface Connections {
  ofStore(owner: Owner): Promise<readonly ConnectedProvider[]>;
}

/** A row about a gateway. */
interface GatewayRow {
  account_id: string;
  store_id: string;
  mode: string;
  gateway: string;
}

/** The gateways of one store, in the order in which they are tried when no rule matches. */
export class StoreProviders {
  constructor(private readonly connected: readonly ConnectedProvider[]) {}

  /** The origins to which a customer's form may lead. */
  get origins(): string[] {
    return this.connected.flatMap(({ provider }) => [...provider.origins]);
  }

  /** Those that take new payments. */
  get available(): PaymentProvider[] {
    return this.connected.filter(({ isEnabled }) => isEnabled).map(({ provider }) => provider);
  }

  has(type: string): boolean {
    return this.available.some((provider) => provider.type === type);
  }

  /** Payments of a gateway that left the deployment, or that the store disconnected, go to manual review. */
  of(type: string): PaymentProvider {
    const found = this.connected.find(({ provider }) => provider.type === type);
    if (found === undefined)
      throw new Refusal(503, 'gateway_unavailable', `The gateway ${type} is not connected to this store.`);
    return found.provider;
  }

  wallet(type?: string): WalletProvider {
    for (const { provider, isEnabled } of this.connected)
      if (
        isWallet(provider) &&
        (type === undefined ? isEnabled && provider.methods.includes('wallet') : provider.type === type)
      )
        return provider;
    throw new Refusal(503, 'gateway_unavailable', 'This store has no wallet provider.');
  }
}

/** All gateways: those of the deployment, which every store may use, and those that stores connected. */
export class Providers {
  readonly #shared: readonly ConnectedProvider[];

  constructor(
    shared: readonly PaymentProvider[],
    private readonly connections?: Connections,
  ) {
    this.#shared = shared.map((provider) => ({ provider, isEnabled: true }));
  }

  /** A store's own gateways come before those of the deployment, and replace one of the same type. */
  async ofStore(owner: Owner): Promise<StoreProviders> {
    const own = (await this.connections?.ofStore(owner)) ?? [];
    const types = new Set(own.map(({ provider }) => provider.type));
    return new StoreProviders([...own, ...this.#shared.filter(({ provider }) => !types.has(provider.type))]);
  }

  /** The gateways of several stores; the returned function finds those of one. */
  async ofStores(owners: readonly Owner[]): Promise<(owner: Owner) => StoreProviders> {
    const keyOf = ({ accountId, storeId, mode }: Owner): string => JSON.stringify([accountId, storeId, mode]);
    const distinct = [...new Map(owners.map((owner) => [keyOf(owner), owner])).entries()];
    const found = new Map(
      await Promise.all(distinct.map(async ([key, owner]) => [key, await this.ofStore(owner)] as const)),
    );
    return (owner) => found.get(keyOf(owner)) as StoreProviders;
  }

  /** The gateway that a row names. */
  async of(row: GatewayRow): Promise<PaymentProvider> {
    return (await this.ofStore(ownerOf(row))).of(row.gateway);
  }

  async wallet(row: GatewayRow): Promise<WalletProvider> {
    return (await this.ofStore(ownerOf(row))).wallet(row.gateway);
  }

  /** The deployment's own gateway of this type, which calls one address for all stores. */
  shared(type: string): PaymentProvider | undefined {
    return this.#shared.find(({ provider }) => provider.type === type)?.provider;
  }

  sharedWallet(): WalletProvider {
    return new StoreProviders(this.#shared).wallet();
  }
}
