/** Where it lies in its bag; -1 outside. */
export interface Bagged { place: number }

/**
 * A set for what comes and goes thousands of times a second. A Set leaves a chain of old tables behind that only a major
 * collection frees: a tenth more time for each webhook, measured.
 */
export class Bag<Item extends Bagged> {
  readonly items: Item[] = [];

  has(item: Item): boolean {
    return item.place >= 0;
  }

  add(item: Item): void {
    item.place = this.items.push(item) - 1;
  }

  delete(item: Item): void {
    const last = this.items.pop() as Item;
    if (last !== item) {
      this.items[item.place] = last;
      last.place = item.place;
    }
    item.place = -1;
  }
}
