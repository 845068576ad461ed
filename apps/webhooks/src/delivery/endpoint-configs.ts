import type { Logger } from '@qafila/runtime/log';
import { steadyNowMs } from '@qafila/runtime/steady-clock';
import { loadEndpoints } from '../endpoints/load-endpoints.ts';
import type { EndpointConfig, EndpointSource } from '../endpoints/load-endpoints.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { EndpointQueue } from './endpoint-queue.ts';

export const CONFIG_LIMITS = {
  /** A configuration is read again after this time, so that an expired secret stops signing. */
  maxMs: 60_000,
  perStatementMax: 200,
} as const;

export interface EndpointConfigsOptions {
  dispatcher: Dispatcher;
  source: EndpointSource;
  log: Logger;
  onLoaded: () => void;
}

/**
 * Reads the configuration of each endpoint that this process sends to: when its queue opens, after a change, and when
 * it is old.
 */
export class EndpointConfigs {
  #loading: Promise<void> | undefined;

  constructor(private readonly options: EndpointConfigsOptions) {}

  changed(endpointNo: number): void {
    this.options.dispatcher.queues.get(endpointNo)?.configRequests.request();
  }

  requestOld(): void {
    const nowMs = steadyNowMs();
    for (const queue of this.options.dispatcher.queues.values()) {
      const isOld = queue.isConfigOlderThan(CONFIG_LIMITS.maxMs, nowMs);
      if (isOld && !queue.isIdle && queue.configRequests.mayRetry(nowMs)) queue.configRequests.request();
    }
  }

  /**
   * Starts to read what is missing, one statement at a time. The work loop does not wait for it, because identity may
   * be slow.
   */
  load(): void {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
  }

  async #load(): Promise<void> {
    const { dispatcher, source, log, onLoaded } = this.options;
    const nowMs = steadyNowMs();
    const queues = [...dispatcher.queues.values()]
      .filter((queue) => queue.needsConfig(nowMs))
      .slice(0, CONFIG_LIMITS.perStatementMax);
    if (queues.length === 0) return;
    for (const queue of queues) queue.configLoading();
    try {
      const endpointNos = queues.map((queue) => queue.endpointNo);
      const loaded = await loadEndpoints(source, endpointNos);
      for (const queue of queues) this.#loaded(queue, loaded.get(queue.endpointNo));
      onLoaded();
    } catch (error) {
      for (const queue of queues) queue.configFailed(steadyNowMs());
      log.warn({ error: (error as Error).message, endpoints: queues.length }, 'delivery.endpoints_unreadable');
    }
  }

  #loaded(queue: EndpointQueue, config: EndpointConfig | Error | undefined): void {
    const { dispatcher, log } = this.options;
    // A deleted endpoint gets no more deliveries.
    if (config === undefined) return dispatcher.drop(queue);
    if (config instanceof Error) {
      const isFirst = queue.configFailed(steadyNowMs());
      if (isFirst) log.warn({ endpoint: queue.endpointNo, error: config.message }, 'delivery.endpoint_unreadable');
      return;
    }
    queue.configLoaded(config);
    dispatcher.pump(queue);
  }
}
