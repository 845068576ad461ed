import pg from 'pg';
import type { Logger } from '@qafila/runtime/log';

const RECONNECT_MS = 1_000;

export interface ListenerOptions {
  url: string;
  log: Logger;
  endpointChanged: (endpointNo: number) => void;
  workArrived: () => void;
}

/**
 * Receives what other processes, and requests in this one, changed. It only saves time: the work loop finds the same
 * by itself.
 */
export class Listener {
  #client: pg.Client | undefined;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: ListenerOptions) {}

  start(): void {
    void this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const { url, log, endpointChanged, workArrived } = this.options;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      application_name: 'qafila-webhooks-listen',
    });
    this.#client = client;
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'webhooks_endpoint') endpointChanged(Number(payload));
      else workArrived();
    });
    client.on('error', () => {});
    client.on('end', () => this.#reconnect());
    try {
      await client.connect();
      await client.query('LISTEN webhooks_work; LISTEN webhooks_endpoint');
      // Notifications sent while there was no connection are lost.
      workArrived();
    } catch (error) {
      log.debug({ error: (error as Error).message }, 'listener.connect_failed');
      await client.end().catch(() => {});
      this.#reconnect();
    }
  }

  #reconnect(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), RECONNECT_MS);
  }
}
