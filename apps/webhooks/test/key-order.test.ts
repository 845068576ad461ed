import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BlockedKeys } from '../src/delivery/blocked-keys.ts';
import type { Job } from '../src/delivery/job.ts';
import { KeyOrder } from '../src/delivery/key-order.ts';

const job = (sequence: number, key = 'a'): Job => ({
  endpointNo: 1,
  sequence,
  day: '2026-11-21',
  eventId: `e${sequence}`,
  type: 'meter.created',
  key,
  body: Buffer.from('{}'),
  traceparent: null,
  priority: 'first',
  attempt: 1,
  scheduleStep: 0,
  scheduleAtMs: null,
  cause: 'first',
  isInMemory: false,
});

const MANY = 100;

describe('first attempts', () => {
  test('of one key go one by one, of others at once', () => {
    const order = new KeyOrder(MANY, MANY);
    const [one, two, four] = [job(1), job(2), job(4)];
    expect([one, two, job(3, 'b'), four].map((each) => order.admit(each))).toEqual(['start', 'wait', 'start', 'wait']);
    expect(order.waiting).toBe(2);
    expect(order.pass('a')).toBe(two);
    // Its turn, before any other of the key.
    expect([order.admit(job(5)), order.admit(two)]).toEqual(['wait', 'start']);
    expect([order.pass('a'), order.waiting]).toEqual([four, 1]);
  });

  test('without successors leave nothing behind', () => {
    const order = new KeyOrder(MANY, MANY);
    order.admit(job(1));
    expect(order.pass('a')).toBeUndefined();
    expect(order.pass('a')).toBeUndefined();
    expect(order.admit(job(2))).toBe('start');
  });

  test('of a key with many go to the retry table, and stay there until those in memory have ended', () => {
    const order = new KeyOrder(2, MANY);
    const [one, two, three] = [job(1), job(2), job(3)];
    expect([one, two, three].map((each) => order.admit(each))).toEqual(['start', 'wait', 'wait']);
    expect([order.admit(job(4)), order.admit(job(5, 'b')), order.admit(job(6, 'b'))]).toEqual([
      'park',
      'start',
      'park',
    ]);
    order.startParking('a');
    order.parked('a');
    for (const next of [two, three]) {
      expect([order.mayRelease('a'), order.pass('a'), order.admit(next)]).toEqual([false, next, 'start']);
      expect(order.admit(job(7))).toBe('park');
    }
    expect(order.admitRetry(job(4))).toBe('park');
    order.pass('a');
    expect(order.mayRelease('a')).toBe(true);
    expect(order.admitRetry(job(4))).toBe('start');
    // One that has failed, and is not in the table yet, comes before.
    order.startParking('a');
    expect(order.mayRelease('a')).toBe(false);
  });

  test('behind one that goes to the retry table go there too, and only those of its key', () => {
    const order = new KeyOrder(MANY, MANY);
    for (const one of [job(1), job(2), job(3, 'b'), job(4)]) order.admit(one);
    expect(order.block('a').map(({ sequence }) => sequence)).toEqual([2, 4]);
    expect(order.waiting).toBe(0);
    expect(order.mayRelease('a')).toBe(true);
    expect([order.admit(job(5)), order.admit(job(6, 'b')), order.admit(job(7, 'c'))]).toEqual([
      'park',
      'wait',
      'start',
    ]);
  });

  test('go again when the table has nothing of their key, and nothing is on its way into it', () => {
    const order = new KeyOrder(MANY, MANY);
    order.admit(job(1));
    order.startParking('a');
    order.block('a');
    order.startParking('a');
    order.parked('a');
    order.free('a');
    expect(order.admit(job(3))).toBe('park');
    order.parked('a');
    expect(order.mayRelease('a')).toBe(true);
    order.free('a');
    expect(order.admit(job(3))).toBe('start');
  });

  test('that were blocked before this process had the endpoint queue in the table', () => {
    const order = new KeyOrder(MANY, MANY);
    order.keysRead(['a', 'c']);
    expect([order.admit(job(1)), order.admit(job(2, 'b')), order.admit(job(3, 'c'))]).toEqual([
      'park',
      'start',
      'park',
    ]);
  });

  test('of every key go to the retry table while it has more keys than names are kept, and then at once again', () => {
    const order = new KeyOrder(MANY, 3);
    order.readingKeys();
    order.keysRead(['a', 'b', 'c', 'h']);
    expect(['c', 'd'].map((key) => [order.admit(job(1, key)), order.mayRelease(key)])).toEqual([
      ['park', true],
      ['park', true],
    ]);
    order.free('c');
    expect(order.admit(job(2, 'c'))).toBe('park');
    order.startParking('e');
    order.readingKeys();
    // Too late for the reading, as the one before: it must not be taken for free.
    order.startParking('f');
    order.block('f');
    expect(order.admit(job(3, 'g'))).toBe('park');
    order.startParking('g');
    order.keysRead([]);
    expect(['a', 'e', 'f', 'g'].map((key) => order.admit(job(4, key)))).toEqual(['start', 'park', 'park', 'park']);
    order.parked('g');
    expect(order.mayRelease('g')).toBe(true);
  });

  test('of a million waiting keys leave a bounded number of names in memory', () => {
    const keys = new BlockedKeys(10_000);
    for (let n = 0; n < 1_000_000; n++) keys.add(`key-${n}`);
    expect(keys.names).toBe(10_000);
    expect(keys.has('key-999999')).toBe(true);
    keys.reading(['key-5']);
    expect([keys.names, keys.has('key-999999')]).toEqual([1, true]);
    keys.read(['key-6']);
    expect([keys.names, keys.has('key-5'), keys.has('key-6'), keys.has('key-7')]).toEqual([2, true, true, false]);
  });

  test('that wait are drained with the queue', () => {
    const order = new KeyOrder(MANY, MANY);
    for (const one of [job(1), job(2), job(3, 'b'), job(4, 'b'), job(5)]) order.admit(one);
    expect(
      order
        .drain()
        .map(({ sequence }) => sequence)
        .sort(),
    ).toEqual([2, 4, 5]);
    expect(order.waiting).toBe(0);
    expect(order.drain()).toEqual([]);
  });
});

interface Ended {
  job: Job;
  disposition: 'over' | 'later';
}

/**
 * The endpoint as dispatcher and recorder run it: attempts under way, writes one after the other, each of which is
 * read back a while after its commit, and a table whose first due row of a key may be claimed. Few jobs of a key may
 * wait in memory, and what is released at any time is claimed. The keys of the table are read now and then, as they
 * were when the reading began.
 */
class Endpoint {
  readonly order: KeyOrder;
  readonly sent: Job[] = [];
  readonly done: number[] = [];
  readonly table = new Map<number, Job>();
  readonly #due = new Set<number>();
  readonly #firstAttempts: Job[] = [];
  #next = 1;
  #unwritten: Ended[] = [];
  #write: { keys: Set<string>; left: Set<string> } | undefined;
  #read: string[] | undefined;

  constructor(private readonly keysMax: number) {
    this.order = new KeyOrder(2, keysMax);
  }

  reading(): void {
    this.order.readingKeys();
    this.#read = [...new Set([...this.table.values()].map((one) => one.key))].slice(0, this.keysMax + 1);
  }

  read(): void {
    if (this.#read !== undefined) this.order.keysRead(this.#read);
    this.#read = undefined;
  }

  offer(key: string): void {
    this.#firstAttempts.push(job(this.#next++, key));
  }

  /** A window with room for so many. */
  pump(room: number): void {
    for (let one = 0; one < room; one++) {
      const first = this.#firstAttempts.shift();
      if (first === undefined) return;
      const turn = this.order.admit(first);
      if (turn === 'start') this.sent.push(first);
      if (turn === 'park') this.#park(first);
    }
  }

  end(one: Job, isOver: boolean): void {
    this.sent.splice(this.sent.indexOf(one), 1);
    this.#unwritten.push({ job: one, disposition: isOver ? 'over' : 'later' });
    if (isOver) this.done.push(one.sequence);
    if (one.priority === 'retry' || !this.order.isCurrent(one)) return;
    if (isOver) {
      const next = this.order.pass(one.key);
      if (next !== undefined) this.#firstAttempts.unshift(next);
      return;
    }
    this.order.startParking(one.key);
    for (const behind of this.order.block(one.key)) this.#park(behind);
  }

  /** The commit, and the question that follows it. */
  write(): void {
    if (this.#write !== undefined || this.#unwritten.length === 0) return;
    const batch = this.#unwritten.splice(0);
    for (const { job: one, disposition } of batch) {
      if (disposition === 'over') this.table.delete(one.sequence);
      else {
        this.table.set(one.sequence, { ...one, priority: 'retry' });
        if (one.priority === 'first') this.order.parked(one.key);
      }
    }
    const keys = new Set(batch.map(({ job: one }) => one.key).filter((key) => this.order.mayRelease(key)));
    this.#write = { keys, left: new Set([...this.table.values()].map((one) => one.key)) };
    for (const key of keys) this.release(key);
  }

  /** Its answer. */
  written(): void {
    const { left, keys = [] } = this.#write ?? {};
    this.#write = undefined;
    for (const key of keys) if (left?.has(key) !== true) this.order.free(key);
  }

  /** Another process may do this at any time, too. */
  release(key: string): void {
    const first = this.#firstOf(key);
    if (first !== undefined) this.#due.add(first.sequence);
  }

  claim(key: string): void {
    const first = this.#firstOf(key);
    if (first === undefined || !this.#due.has(first.sequence)) return;
    if (this.sent.includes(first) || this.#unwritten.some(({ job: one }) => one === first)) return;
    if (this.order.admitRetry(first) === 'start') this.sent.push(first);
    else {
      this.#due.delete(first.sequence);
      this.#unwritten.push({ job: first, disposition: 'later' });
    }
  }

  #firstOf(key: string): Job | undefined {
    return [...this.table.values()].filter((one) => one.key === key).sort((a, b) => a.sequence - b.sequence)[0];
  }

  #park(one: Job): void {
    this.order.startParking(one.key);
    this.#unwritten.push({ job: one, disposition: 'later' });
  }
}

const KEYS = ['a', 'b', 'c'];

test('any interleaving of attempts and writes sends one of a key at a time, in order, and leaves none', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('offer' as const), key: fc.constantFrom(...KEYS) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(5), isOver: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('write' as const, 'written' as const) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('reading' as const, 'read' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('claim' as const, 'release' as const),
        key: fc.constantFrom(...KEYS),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('pump' as const), room: fc.integer({ min: 1, max: 4 }) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), fc.constantFrom(1, 2, MANY), (steps, keysMax) => {
      const endpoint = new Endpoint(keysMax);
      // It had more keys than names when this process took it over.
      if (keysMax < MANY) endpoint.order.keysRead(['x', 'y', 'z'].slice(0, keysMax + 1));
      const keyOf = new Map<number, string>();
      const check = (): void => {
        const keys = endpoint.sent.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        for (const key of KEYS) {
          const done = endpoint.done.filter((sequence) => keyOf.get(sequence) === key);
          expect(done).toEqual([...done].sort((a, b) => a - b));
        }
      };
      let count = 0;
      for (const one of steps) {
        if (one.kind === 'offer') {
          keyOf.set(++count, one.key);
          endpoint.offer(one.key);
        } else if (one.kind === 'claim' || one.kind === 'release') endpoint[one.kind](one.key);
        else if (one.kind === 'pump') endpoint.pump(one.room);
        else if (one.kind === 'end') {
          const ending = endpoint.sent[one.which % Math.max(1, endpoint.sent.length)];
          if (ending !== undefined) endpoint.end(ending, one.isOver);
        } else endpoint[one.kind]();
        check();
      }
      const drain = (): void => {
        for (let round = 0; endpoint.done.length < count && round < 4 * count + 10; round++) {
          endpoint.pump(count);
          for (const one of [...endpoint.sent]) endpoint.end(one, true);
          endpoint.written();
          endpoint.write();
          endpoint.written();
          for (const key of KEYS) endpoint.claim(key);
          check();
        }
        expect(endpoint.done.length).toBe(count);
        // The write under way, if there is one, and then the last.
        endpoint.written();
        endpoint.write();
        endpoint.written();
      };
      endpoint.read();
      drain();
      // A reading may end late, and name a key that is free again: its next delivery frees it. With more keys than
      // names, the next reading finds that the names fit again.
      endpoint.reading();
      endpoint.read();
      for (const key of KEYS) {
        keyOf.set(++count, key);
        endpoint.offer(key);
      }
      drain();
      // A key that nothing is left of is free: the next event needs no detour.
      for (const key of KEYS) expect(endpoint.order.admit(job(count + 1, key))).toBe('start');
    }),
    { numRuns: 3_000 },
  );
});
