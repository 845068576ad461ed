export interface GroupQueueOptions<Item, Result> {
  /** Carries out what came together, best by one statement; an answer for each, in order. What it throws is everybody's. */
  together: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>;
  groupsAtOnce: number;
  /** In sizes; a group has at least one item. */
  perGroupMax: number;
  waitingMax: number;
  /** 1 by default. */
  sizeOf?: (item: Item) => number;
  /** What a caller is told who finds the queue full. */
  whenFull: () => Error;
}

/** PostgreSQL's complaints about what it was to store: then nothing of the statement is, and the bad one is found by asking one by one. */
const BAD_DATA = /^(22|23|54)/;

interface Waiting<Item, Result> { item: Item; done: (result: Result) => void; fail: (error: unknown) => void }

/**
 * Puts concurrent requests into one statement: with its commit it costs nearly the same for one row as for fifty. Nobody waits for
 * company: a request goes at once while a group is free, else with the next one.
 */
export class GroupQueue<Item, Result> {
  readonly #waiting: Waiting<Item, Result>[] = [];
  #waitingSize = 0;
  #running = 0;

  constructor(private readonly options: GroupQueueOptions<Item, Result>) {}

  submit(item: Item): Promise<Result> {
    const { waitingMax, groupsAtOnce, whenFull } = this.options;
    if (this.#waitingSize + this.#sizeOf(item) > waitingMax) return Promise.reject(whenFull());
    return new Promise((done, fail) => {
      this.#waiting.push({ item, done, fail });
      this.#waitingSize += this.#sizeOf(item);
      // One turn of the event loop lets the requests that arrived together go together.
      if (this.#running < groupsAtOnce) setImmediate(() => this.#next());
    });
  }

  #sizeOf(item: Item): number {
    return this.options.sizeOf?.(item) ?? 1;
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#running >= this.options.groupsAtOnce) return;
    const group = this.#take();
    this.#running++;
    void this.#carryOut(group).finally(() => {
      this.#running--;
      this.#next();
    });
  }

  #take(): Waiting<Item, Result>[] {
    let [size, count] = [0, 0];
    for (const { item } of this.#waiting) {
      if (count > 0 && size + this.#sizeOf(item) > this.options.perGroupMax) break;
      size += this.#sizeOf(item);
      count++;
    }
    this.#waitingSize -= size;
    return this.#waiting.splice(0, count);
  }

  async #carryOut(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.together(group.map(({ item }) => item));
      for (const [index, { done, fail }] of group.entries()) {
        const result = results[index] as PromiseSettledResult<Result>;
        if (result.status === 'fulfilled') done(result.value);
        else fail(result.reason);
      }
    } catch (error) {
      if (group.length > 1 && BAD_DATA.test(String((error as { code?: unknown }).code))) for (const one of group) await this.#carryOut([one]);
      else for (const { fail } of group) fail(error);
    }
  }
}

/** Of each item, its result or what it threw. */
export function eachAlone<Item, Result>(items: readonly Item[], work: (item: Item) => Result): PromiseSettledResult<Result>[] {
  return items.map((item) => {
    try {
      return { status: 'fulfilled', value: work(item) };
    } catch (reason) {
      return { status: 'rejected', reason };
    }
  });
}
