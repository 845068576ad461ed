import type { Qafila } from './client.ts';

/** One usage event of a meter (interface §2.8). */
export interface UsageEvent {
  operation: 'ADD' | 'REMOVE';
  /** Unique for ever: a repeat counts once. */
  event_id: string;
  /** RFC 3339 in UTC. */
  timestamp: string;
  payload?: Record<string, unknown>;
  /** The payload as JSON instead: its numbers keep all their digits, of which a number of JavaScript has about 15. */
  payloadText?: string;
  reverses?: string;
}

export interface UsageBatchOptions {
  meterId: string;
  /** A batch is sent when it has this many events (at most 1,000), */
  eventsMax?: number;
  /** or when its first event has waited this long. */
  waitMsMax?: number;
  /** `add()` waits while this many events are not accepted yet: back-pressure instead of memory. */
  eventsWaitingMax?: number;
  /** Gets the events that the service refused, with the reason of each. Without it, `flush()` throws. */
  onRefused?(refused: RefusedEvent[]): void;
  /** Gets the counts of each batch that was answered, for instance to show progress. */
  onSent?(counts: SentCounts): void;
}

export interface SentCounts {
  accepted: number;
  /** Received before with the same content, so they count once. */
  repeated: number;
  refused: number;
}

export interface RefusedEvent {
  event: UsageEvent;
  code: string;
  message: string;
}

interface ItemAnswer {
  index: number;
  status: number;
  error?: { code: string; message: string; identical?: boolean };
}

/**
 * Collects usage events of one meter and sends them as batches. A batch that fails is sent again by the client's rules:
 * event ids make that safe. `await using usage = new UsageBatch(…)`, or `close()`, sends what is left.
 */
export class UsageBatch implements AsyncDisposable {
  #waiting: UsageEvent[] = [];
  #inFlight = 0;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> = Promise.resolve();
  #whenRoom: (() => void)[] = [];
  #failure: { error: unknown } | undefined;
  readonly #options: UsageBatchOptions & Required<Omit<UsageBatchOptions, 'onRefused' | 'onSent'>>;
  // Node, Deno and Bun emit beforeExit when nothing is left to do, and work that starts then still runs.
  readonly #atExit = (): void => void this.flush().catch(() => {});

  constructor(
    private readonly qafila: Qafila,
    options: UsageBatchOptions,
  ) {
    if (!options?.meterId) throw new TypeError('UsageBatch needs meterId, the id of the meter that counts the events.');
    this.#options = { eventsMax: 1_000, waitMsMax: 1_000, eventsWaitingMax: 10_000, ...options };
    processEvents()?.on('beforeExit', this.#atExit);
  }

  /** How many events are not accepted yet. */
  get waiting(): number {
    return this.#waiting.length + this.#inFlight;
  }

  /**
   * Takes an event. Waits while too many are not accepted yet. Throws what made an earlier batch fail; this event is
   * taken all the same.
   */
  async add(event: UsageEvent): Promise<void> {
    if (this.#isClosed) throw new Error('This UsageBatch is closed: it takes no more events.');
    for (const name of ['operation', 'event_id', 'timestamp'] as const)
      if (!event[name]) throw new TypeError(`A usage event needs ${name}; ${JSON.stringify(event)} has none.`);
    while (this.waiting >= this.#options.eventsWaitingMax) {
      this.#sendSoon(0);
      await new Promise<void>((resolve) => this.#whenRoom.push(resolve));
    }
    this.#waiting.push(event);
    this.#sendSoon(this.#waiting.length >= this.#options.eventsMax ? 0 : this.#options.waitMsMax);
    this.#throwFailure();
  }

  /** Resolves when every event that was added is accepted or refused. */
  async flush(): Promise<void> {
    while (this.waiting > 0) {
      this.#sendNext();
      await this.#sending;
    }
    this.#throwFailure();
  }

  /** Sends what is left and ends. */
  async close(): Promise<void> {
    this.#isClosed = true;
    processEvents()?.off('beforeExit', this.#atExit);
    await this.flush();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #sendSoon(waitMs: number): void {
    if (waitMs === 0) return this.#sendNext();
    this.#timer ??= setTimeout(() => this.#sendNext(), waitMs);
  }

  /** Batches go one after the other, so that a slow service gets no more of them at once. */
  #sendNext(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting.splice(0, this.#options.eventsMax);
    if (batch.length === 0) return;
    this.#inFlight += batch.length;
    this.#sending = this.#sending.then(() => this.#send(batch));
  }

  async #send(batch: UsageEvent[]): Promise<void> {
    try {
      // A text, so that numbers keep their digits.
      const body = `{"events":[${batch.map(textOf).join(',')}]}` as never;
      const { items } = await this.qafila.api.sendEventBatch({ path: { id: this.#options.meterId }, body });
      this.#report(items, batch);
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      this.#inFlight -= batch.length;
      for (const resume of this.#whenRoom.splice(0)) resume();
    }
  }

  #report(items: readonly ItemAnswer[], batch: readonly UsageEvent[]): void {
    const refused = items.flatMap((item) => refusedEvent(item, batch));
    const accepted = items.filter(({ status }) => status < 400).length;
    const repeated = items.length - accepted - refused.length;
    this.#options.onSent?.({ accepted, repeated, refused: refused.length });
    if (refused.length === 0) return;
    if (this.#options.onRefused !== undefined) this.#options.onRefused(refused);
    else this.#failure ??= { error: new UsageRefusedError(refused) };
  }

  #throwFailure(): void {
    if (this.#failure === undefined) return;
    const { error } = this.#failure;
    this.#failure = undefined;
    throw error;
  }
}

/** The service refused events of a batch; the others of the batch are counted. */
export class UsageRefusedError extends Error {
  override readonly name = 'UsageRefusedError';

  constructor(readonly refused: readonly RefusedEvent[]) {
    const [first] = refused as [RefusedEvent];
    super(`${refused.length} usage events were refused; the first, ${first.event.event_id}: ${first.message}`);
  }
}

function textOf({ payloadText, ...event }: UsageEvent): string {
  const text = JSON.stringify(event);
  return payloadText === undefined ? text : `${text.slice(0, -1)},"payload":${payloadText}}`;
}

/** An identical repeat (409) is counted already, so it is not a refusal. */
function refusedEvent({ index, status, error }: ItemAnswer, batch: readonly UsageEvent[]): RefusedEvent[] {
  const event = batch[index];
  if (status < 400 || event === undefined || error?.identical === true) return [];
  return [{ event, code: error?.code ?? 'unknown', message: error?.message ?? `status ${status}` }];
}

interface ProcessEvents {
  on(event: 'beforeExit', listener: () => void): void;
  off(event: 'beforeExit', listener: () => void): void;
}

function processEvents(): ProcessEvents | undefined {
  return (globalThis as { process?: ProcessEvents }).process;
}
