interface Waiting<In, Out> { items: In[]; settle: (answers: Out[]) => void; fail: (error: unknown) => void }

/**
 * Puts what several callers bring at the same time into one call: the batches of six partitions cost one statement and one commit
 * instead of six. When such a call fails, each caller's items are tried alone, so that nobody suffers from another's poison.
 */
export class Together<In, Out> {
  #waiting: Waiting<In, Out>[] = [];
  #running = false;

  /** `itemOf` tells whose answer it is; an item that is given twice is answered once, to the first. */
  constructor(private readonly call: (items: In[]) => Promise<Out[]>, private readonly itemOf: (answer: Out) => In) {}

  submit(items: In[]): Promise<Out[]> {
    if (items.length === 0) return Promise.resolve([]);
    return new Promise((settle, fail) => {
      this.#waiting.push({ items, settle, fail });
      // One turn of the event loop: what one fetch brought is handed over in it.
      if (!this.#running) setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    while (this.#waiting.length > 0) await this.#take(this.#waiting.splice(0));
    this.#running = false;
  }

  async #take(taken: Waiting<In, Out>[]): Promise<void> {
    try {
      const answers = await this.call(taken.flatMap(({ items }) => items));
      const owners = new Map(taken.flatMap((one) => one.items.map((item) => [item, one] as const)));
      const own = new Map<Waiting<In, Out>, Out[]>(taken.map((one) => [one, []]));
      for (const answer of answers) own.get(owners.get(this.itemOf(answer)) as Waiting<In, Out>)?.push(answer);
      for (const one of taken) one.settle(own.get(one) as Out[]);
    } catch (error) {
      const [only] = taken;
      if (taken.length === 1) return only?.fail(error);
      for (const one of taken) await this.call(one.items).then(one.settle, one.fail);
    }
  }
}
