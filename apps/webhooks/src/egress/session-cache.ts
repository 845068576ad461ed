/** TLS sessions of endpoints that are not connected now: resuming one saves most of a handshake. The oldest goes first. */
export class SessionCache {
  readonly #sessions = new Map<string, Buffer>();

  constructor(private readonly sessionsMax: number) {}

  get(key: string): Buffer | undefined {
    return this.#sessions.get(key);
  }

  set(key: string, session: Buffer): void {
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    if (this.#sessions.size > this.sessionsMax) this.#sessions.delete(this.#sessions.keys().next().value as string);
  }

  delete(key: string): void {
    this.#sessions.delete(key);
  }
}
