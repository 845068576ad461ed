import type { Courier } from '../courier.ts';
import type { SandboxOptions } from './exchange.ts';
import { SandboxEconomy } from './sandbox-economy.ts';
import { SandboxExpress } from './sandbox-express.ts';

/** The pretend couriers of stage mode, over HTTP alone. */
export function sandboxCouriers(options: SandboxOptions): Courier[] {
  return [new SandboxExpress(options), new SandboxEconomy(options)];
}
