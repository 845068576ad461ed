import type { SandboxSettings } from '../../settings.ts';
import type { PaymentProvider } from '../provider.ts';
import { CardGatewayA } from './card-gateway-a.ts';
import { CardGatewayB } from './card-gateway-b.ts';
import { SandboxWallet } from './wallet-provider.ts';

export interface SandboxOptions extends SandboxSettings {
  /** Where the sandbox calls us back: the gateway. */
  platformUrl: string;
  feeBasisPoints: number;
}

export type ClosableProvider = PaymentProvider & { close(): Promise<void> };

/** The pretend outside world of stage mode, over HTTP alone. In the order in which gateways are asked without a rule. */
export function sandboxProviders(options: SandboxOptions): ClosableProvider[] {
  return [new CardGatewayA(options), new CardGatewayB(options), new SandboxWallet(options)];
}
