interface Flow<Item> {
  items: Item[];
  /** Items before this place are taken. Removing each at once would move all others. */
  taken: number;
}

/** Items of a flow leave in the order of their arrival, and the flows take turns: a long one does not delay others. */
export class FairQueue<Item> {
  /** The flow whose turn is next comes first. */
  readonly #flows = new Map<string, Flow<Item>>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(flow: string, item: Item): void {
    const known = this.#flows.get(flow);
    if (known === undefined) this.#flows.set(flow, { items: [item], taken: 0 });
    else known.items.push(item);
    this.#length++;
  }

  /**
   * Removes the next item for which `fits` is true. A flow whose first item does not fit keeps its turn; undefined when
   * none fits.
   */
  take(fits: (item: Item) => boolean): Item | undefined {
    for (const [name, flow] of this.#flows) {
      const item = flow.items[flow.taken] as Item;
      if (fits(item)) {
        this.#advance(name, flow);
        return item;
      }
    }
    return undefined;
  }

  #advance(name: string, flow: Flow<Item>): void {
    this.#length--;
    flow.taken++;
    const isEmpty = flow.taken === flow.items.length;
    if (!isEmpty && flow.taken * 2 > flow.items.length) {
      flow.items = flow.items.slice(flow.taken);
      flow.taken = 0;
    }
    if (isEmpty) this.#flows.delete(name);
    else if (this.#flows.size > 1) {
      this.#flows.delete(name);
      this.#flows.set(name, flow);
    }
  }
}
