import type { Courier } from '../courier.ts';
import type { SandboxOptions } from './exchange.ts';
import { SandboxEconomy } from './sandbox-economy.ts';
import { SandboxExpress } from './sandbox-express.ts';

/** The simulated couriers of stage mode, reached over HTTP. */
export function sandboxCouriers(options: SandboxOptions): Courier[] {
  return [new SandboxExpress(options), new SandboxEconomy(options)];
}
