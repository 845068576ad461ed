import type { Socket } from 'node:net';
import { Client } from 'undici';
import type { Dispatcher } from 'undici';
import type { IndexedItem } from './swap-remove-set.ts';

export interface ConnectionOptions {
  origin: string;
  open: (stop: AbortSignal) => Promise<Socket>;
  idleMs: number;
  headBytesMax: number;
  /** An open socket has ended. */
  onClosed: (connection: Connection) => void;
}

/** One connection to an endpoint, with at most one request under way. */
export class Connection implements IndexedItem {
  index = -1;
  /** Requests that the current socket has served. The endpoint may close a socket after a request. */
  served = 0;
  openedAtMs = 0;
  #socket: Socket | undefined;
  readonly #stop = new AbortController();
  readonly #client: Client;

  constructor(readonly options: ConnectionOptions) {
    const { origin, idleMs, headBytesMax, onClosed } = options;
    this.#client = new Client(origin, {
      connect: (_options, done) =>
        void this.#open().then(
          (socket) => done(null, socket),
          (error: Error) => done(error, null),
        ),
      maxHeaderSize: headBytesMax,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // The deadline of a request covers all of it; undici's own timeouts cover only pauses.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#client.on('disconnect', () => onClosed(this));
  }

  async #open(): Promise<Socket> {
    this.#socket = undefined;
    this.#socket = await this.options.open(this.#stop.signal);
    this.served = 0;
    this.openedAtMs = performance.now();
    return this.#socket;
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  get bytesRead(): number {
    return this.#socket?.bytesRead ?? 0;
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(request, handler);
  }

  /** Immediate, even while it connects. */
  destroy(): void {
    this.#stop.abort();
    void this.#client.destroy();
  }
}
