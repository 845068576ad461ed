import type { Socket } from 'node:net';
import { SwapRemoveSet } from './swap-remove-set.ts';
import { Connection } from './connection.ts';
import type { Destination, Target } from './destination.ts';

export interface ConnectionLimits {
  idleMs: number;
  idleConnectionsMax: number;
  connectionAgeMs: number;
  headBytesMax: number;
}

/** Open connections that wait for the next request of their endpoint. */
export class Connections {
  /** By origin. The last one is used first, so that connections beyond the need stay idle and close. */
  readonly #stacks = new Map<string, Connection[]>();
  readonly #idle = new SwapRemoveSet<Connection>();

  constructor(
    private readonly open: (destination: Destination, stop: AbortSignal) => Promise<Socket>,
    private readonly limits: ConnectionLimits,
  ) {}

  get idle(): number {
    return this.#idle.items.length;
  }

  get origins(): number {
    return this.#stacks.size;
  }

  take(target: Target): Connection {
    const connection = this.#stacks.get(target.origin)?.pop();
    if (connection === undefined) return this.make(target);
    this.#idle.delete(connection);
    return connection;
  }

  make({ origin, destination }: Target): Connection {
    return new Connection({
      origin,
      idleMs: this.limits.idleMs,
      headBytesMax: this.limits.headBytesMax,
      open: (stop) => this.open(destination, stop),
      onClosed: (connection) => this.#closed(connection),
    });
  }

  giveBack(connection: Connection): void {
    // Old connections end, so that a busy endpoint's connections follow its name to new addresses.
    if (performance.now() - connection.openedAtMs > this.limits.connectionAgeMs) return connection.destroy();
    const { origin } = connection.options;
    const stack = this.#stacks.get(origin);
    if (stack === undefined) this.#stacks.set(origin, [connection]);
    else stack.push(connection);
    this.#idle.add(connection);
    // Any idle connection will do: those of busy endpoints are seldom idle.
    if (this.idle > this.limits.idleConnectionsMax) this.#drop(this.#idle.items[0] as Connection);
  }

  close(): void {
    for (const connection of [...this.#idle.items]) this.#drop(connection);
  }

  /** Removed at once: no request may take a destroyed connection. */
  #drop(connection: Connection): void {
    this.#closed(connection);
    connection.destroy();
  }

  /** Forgets the origin with its last idle connection, so that it uses no memory. */
  #closed(connection: Connection): void {
    const { origin } = connection.options;
    const stack = this.#stacks.get(origin);
    if (stack === undefined) return;
    if (this.#idle.has(connection)) {
      this.#idle.delete(connection);
      stack.splice(stack.indexOf(connection), 1);
    }
    if (stack.length === 0) this.#stacks.delete(origin);
  }
}
