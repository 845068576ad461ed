import pg from 'pg';
import type { Logger } from '@qafila/runtime/log';

const RECONNECT_MS = 1_000;

export interface Heard { endpointChanged(endpointNo: number): void; workArrived(): void }

/** Hears what other processes, and requests in this one, changed. A convenience: everything it tells is also looked for. */
export class Listener {
  #client: pg.Client | undefined;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: { url: string; log: Logger; heard: Heard }) {}

  start(): void {
    void this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.options.url, connectionTimeoutMillis: 3_000, keepAlive: true, application_name: 'qafila-webhooks-listen' });
    this.#client = client;
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'webhooks_endpoint') this.options.heard.endpointChanged(Number(payload));
      else this.options.heard.workArrived();
    });
    client.on('error', () => {});
    client.on('end', () => this.#again());
    try {
      await client.connect();
      await client.query('LISTEN webhooks_work; LISTEN webhooks_endpoint');
      // What was told while nobody listened.
      this.options.heard.workArrived();
    } catch (error) {
      this.options.log.debug({ error: (error as Error).message }, 'listener.connect_failed');
      await client.end().catch(() => {});
      this.#again();
    }
  }

  #again(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), RECONNECT_MS);
  }
}
