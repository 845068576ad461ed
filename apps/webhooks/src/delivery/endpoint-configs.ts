import type { Logger } from '@qafila/runtime/log';
import { loadEndpoints } from '../endpoints/load-endpoints.ts';
import type { EndpointConfig, EndpointSource } from '../endpoints/load-endpoints.ts';
import type { Channel } from './channel.ts';
import type { Dispatcher } from './dispatcher.ts';

export const CONFIG_LIMITS = {
  /** A configuration is read again after this long, so that an expired secret stops signing. */
  maxMs: 60_000,
  perStatementMax: 200,
  loadDelayMsMax: 15_000,
} as const;

export interface EndpointConfigsOptions { dispatcher: Dispatcher; source: EndpointSource; log: Logger; onLoaded: () => void }

/** What merchants set of the endpoints that this process sends to: read when a channel opens, when it changed, and when it is old. */
export class EndpointConfigs {
  readonly #changed = new Set<number>();
  #loading: Promise<void> | undefined;

  constructor(private readonly options: EndpointConfigsOptions) {
    // Without a wake: the next tick is soon enough, and settings that cannot be read must not keep us running in circles.
    options.dispatcher.onStale = (channel) => { if (channel.loadAtMs <= Date.now()) this.changed(channel.endpointNo); };
  }

  changed(endpointNo: number): void {
    this.#changed.add(endpointNo);
  }

  /** Marks those that were read too long ago. */
  findOld(): void {
    const nowMs = Date.now();
    for (const channel of this.options.dispatcher.channels.values()) {
      if (channel.endpoint !== undefined && nowMs - channel.endpoint.loadedAtMs > CONFIG_LIMITS.maxMs && !channel.isIdle && channel.loadAtMs <= nowMs) this.changed(channel.endpointNo);
    }
  }

  /** Begins to read what is missing, one statement at a time; nobody waits for it, since identity may be slow. */
  load(): void {
    this.#loading ??= this.#load().finally(() => { this.#loading = undefined; });
  }

  async #load(): Promise<void> {
    const { dispatcher, source, log, onLoaded } = this.options;
    const nowMs = Date.now();
    const wanted = [...dispatcher.channels.values()].filter((channel) => this.#changed.has(channel.endpointNo) || channel.endpoint === undefined && channel.loadAtMs <= nowMs)
      .slice(0, CONFIG_LIMITS.perStatementMax);
    if (wanted.length === 0) return this.#changed.clear();
    for (const channel of wanted) this.#changed.delete(channel.endpointNo);
    try {
      const loaded = await loadEndpoints(source, wanted.map((channel) => channel.endpointNo));
      for (const channel of wanted) this.#loaded(channel, loaded.get(channel.endpointNo));
      onLoaded();
    } catch (error) {
      for (const channel of wanted) notLoaded(channel);
      log.warn({ error: (error as Error).message, endpoints: wanted.length }, 'delivery.endpoints_unreadable');
    }
  }

  #loaded(channel: Channel, config: EndpointConfig | Error | undefined): void {
    const { dispatcher, log } = this.options;
    if (config === undefined) {
      // Deleted: nothing is owed to it any more.
      dispatcher.channels.delete(channel.endpointNo);
      for (const job of channel.drain()) dispatcher.queuedBytes -= job.body.length;
    } else if (config instanceof Error) {
      if (channel.loadFailures === 0) log.warn({ endpoint: channel.endpointNo, error: config.message }, 'delivery.endpoint_unreadable');
      notLoaded(channel);
    } else {
      channel.loadFailures = 0;
      channel.order.blockAll(config.blockedKeys);
      if (config.healthRevision > channel.health.revision) channel.beginAnew(config.healthRevision);
      channel.endpoint = config;
      dispatcher.pump(channel);
    }
  }
}

/** Its deliveries wait; with settings that were read before, they go on. */
function notLoaded(channel: Channel): void {
  channel.loadAtMs = Date.now() + Math.min(CONFIG_LIMITS.loadDelayMsMax, 500 * 2 ** Math.min(channel.loadFailures++, 10));
  if (channel.endpoint !== undefined) channel.endpoint = { ...channel.endpoint, loadedAtMs: 0 };
}
