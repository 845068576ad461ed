import { FairQueue } from './fair-queue.ts';

/** The result of an item that failed while the others of its batch did not. */
export class Rejected {
  constructor(readonly reason: unknown) {}
}

export interface QueueBounds {
  itemsMax?: number;
  /** In the unit of `sizeOf`. */
  sizeMax?: number;
  /** In the unit of `bytesOf`. */
  bytesMax?: number;
}

export interface BatchQueueOptions<Item, Result> {
  /**
   * Processes a batch, best by one statement or call. Returns a result for each item, in order; an error is the error
   * of all.
   */
  run: (items: readonly Item[]) => Promise<readonly (Result | Rejected)[]>;
  batchesAtOnce: number;
  /** The bounds of a batch. A batch has at least one item, however large. */
  batch?: QueueBounds;
  /** The bounds of what waits; an item beyond them is refused with `error`. */
  waiting?: QueueBounds & { error: () => Error };
  /**
   * Whose item it is: the flows take turns, so a flow with much to do does not delay the others. The bound is for each
   * flow, beside that of all. One flow by default.
   */
  flows?: { flowOf: (item: Item) => string; waiting: QueueBounds };
  /** 1 by default. */
  sizeOf?: (item: Item) => number;
  /** A second measure: 0 by default. */
  bytesOf?: (item: Item) => number;
  /** Asked when the item's turn comes: an item that need not be processed any more is rejected with this error. */
  dropReason?: (item: Item) => Error | undefined;
  /**
   * Whether the items of a failed batch run again one by one, so that only the faulty one fails. By default after bad
   * data.
   */
  runsAlone?: (error: unknown) => boolean;
}

/** PostgreSQL refused a value (classes 22, 23 and 54): the statement stored nothing, and the other items are good. */
const BAD_DATA = /^(22|23|54)/;
const isBadData = (error: unknown): boolean => BAD_DATA.test(String((error as { code?: unknown } | null)?.code));

/** What items add up to. */
interface Load {
  items: number;
  size: number;
  bytes: number;
}
const NOTHING: Load = { items: 0, size: 0, bytes: 0 };

interface Waiting<Item, Result> {
  item: Item;
  flow: string;
  load: Load;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Joins concurrent requests into batches: a statement with its commit costs nearly the same for one row as for fifty.
 * No item waits for others to arrive: it runs at the end of this turn of the event loop if a batch may start, else in
 * the next batch.
 */
export class BatchQueue<Item, Result> {
  readonly #waiting = new FairQueue<Waiting<Item, Result>>();
  #load = NOTHING;
  readonly #flows = new Map<string, Load>();
  #running = 0;
  #scheduled = false;

  constructor(private readonly options: BatchQueueOptions<Item, Result>) {}

  submit(item: Item): Promise<Result> {
    const { sizeOf, bytesOf, waiting, flows } = this.options;
    const load = { items: 1, size: sizeOf?.(item) ?? 1, bytes: bytesOf?.(item) ?? 0 };
    const flow = flows === undefined ? '' : flows.flowOf(item);
    if (waiting !== undefined && this.#isFull(waiting, flow, load)) return Promise.reject(waiting.error());
    return new Promise((resolve, reject) => {
      this.#waiting.push(flow, { item, flow, load, resolve, reject });
      this.#count(flow, load, 1);
      this.#schedule();
    });
  }

  #isFull(waiting: QueueBounds, flow: string, load: Load): boolean {
    if (isBeyond(waiting, plus(this.#load, load))) return true;
    const own = this.#flows.get(flow);
    return own !== undefined && isBeyond(this.options.flows?.waiting ?? {}, plus(own, load));
  }

  #count(flow: string, load: Load, sign: 1 | -1): void {
    this.#load = plus(this.#load, load, sign);
    if (this.options.flows === undefined) return;
    const own = plus(this.#flows.get(flow) ?? NOTHING, load, sign);
    if (own.items === 0) this.#flows.delete(flow);
    else this.#flows.set(flow, own);
  }

  /** At the end of this turn of the event loop, so that the items that arrive in one turn share a batch. */
  #schedule(): void {
    if (this.#scheduled || !this.#mayStart()) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      while (this.#mayStart()) {
        const batch = this.#takeBatch();
        if (batch.length > 0) void this.#start(batch);
      }
    });
  }

  #mayStart(): boolean {
    return this.#waiting.length > 0 && this.#running < this.options.batchesAtOnce;
  }

  #takeBatch(): Waiting<Item, Result>[] {
    const { batch: bounds = {}, dropReason } = this.options;
    const batch: Waiting<Item, Result>[] = [];
    let total = NOTHING;
    for (;;) {
      const entry = this.#waiting.take(({ load }) => batch.length === 0 || !isBeyond(bounds, plus(total, load)));
      if (entry === undefined) break;
      this.#count(entry.flow, entry.load, -1);
      const dropped = dropReason?.(entry.item);
      if (dropped !== undefined) {
        entry.reject(dropped);
        continue;
      }
      total = plus(total, entry.load);
      batch.push(entry);
    }
    return batch;
  }

  async #start(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#running++;
    const settle = await this.#process(batch);
    this.#running--;
    this.#schedule();
    settle();
  }

  /** Returns what settles the batch's promises, so that the next batch is scheduled before callers go on. */
  async #process(batch: readonly Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await this.options.run(batch.map(({ item }) => item));
      if (results.length !== batch.length)
        throw new Error(`The batch has ${batch.length} items and ${results.length} results.`);
      return () => {
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = results[index] as Result | Rejected;
          if (result instanceof Rejected) reject(result.reason);
          else resolve(result);
        }
      };
    } catch (error) {
      if (batch.length > 1 && (this.options.runsAlone ?? isBadData)(error)) {
        for (const entry of batch) (await this.#process([entry]))();
        return () => {};
      }
      return () => {
        for (const { reject } of batch) reject(error);
      };
    }
  }
}

function plus(a: Load, b: Load, sign: 1 | -1 = 1): Load {
  return { items: a.items + sign * b.items, size: a.size + sign * b.size, bytes: a.bytes + sign * b.bytes };
}

function isBeyond(bounds: QueueBounds, { items, size, bytes }: Load): boolean {
  const { itemsMax = Infinity, sizeMax = Infinity, bytesMax = Infinity } = bounds;
  return items > itemsMax || size > sizeMax || bytes > bytesMax;
}

/** For each item its result, or `Rejected` with what `work` threw. */
export function settleEach<Item, Result>(items: readonly Item[], work: (item: Item) => Result): (Result | Rejected)[] {
  return items.map((item) => {
    try {
      return work(item);
    } catch (reason) {
      return new Rejected(reason);
    }
  });
}

export function isSettled<Result>(result: Result | Rejected): result is Result {
  return !(result instanceof Rejected);
}
