import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { NOTICES } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { CHANNELS } from './channels.ts';
import type { NoticeChannel, NoticeSender, NoticeSenders } from './channels.ts';
import { sendNotices } from './send-notices.ts';

/** Sends the notices of one channel. Runs in every process; leases in the rows share the work out. */
class ChannelLoop extends BackgroundLoop {
  constructor(deps: ShipmentDependencies, to: { channel: NoticeChannel; sender: NoticeSender }) {
    super({
      name: 'notice',
      log: deps.log,
      backoff: { firstMs: NOTICES.restMs, maxMs: NOTICES.restFailedMsMax },
      round: async () => ((await sendNotices(deps, to)) > 0 ? 0 : NOTICES.restMs),
    });
  }
}

/** One loop for each channel: a provider that hangs holds up no other. */
export class NoticeLoops {
  readonly #loops: readonly ChannelLoop[];

  constructor(deps: ShipmentDependencies, senders: NoticeSenders) {
    this.#loops = CHANNELS.flatMap((channel) => {
      const sender = senders[channel];
      return sender === undefined ? [] : [new ChannelLoop(deps, { channel, sender })];
    });
  }

  start(): void {
    for (const loop of this.#loops) loop.start();
  }

  wake(): void {
    for (const loop of this.#loops) loop.wake();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
  }
}
