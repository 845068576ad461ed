import type { SandboxSettings } from '../../settings.ts';
import type { PaymentProvider } from '../provider.ts';
import { CardGatewayA } from './card-gateway-a.ts';
import { CardGatewayB } from './card-gateway-b.ts';
import { SandboxWallet } from './wallet-provider.ts';

export interface SandboxOptions extends SandboxSettings {
  /** The origin that the sandbox calls back: our gateway. */
  platformUrl: string;
  feeBasisPoints: number;
}

export type ClosableProvider = PaymentProvider & { close(): Promise<void> };

/**
 * The sandbox's providers, in the order in which they are tried without a rule. The service reaches them over HTTP
 * only.
 */
export function sandboxProviders(options: SandboxOptions): ClosableProvider[] {
  return [new CardGatewayA(options), new CardGatewayB(options), new SandboxWallet(options)];
}
