import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
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

describe('first attempts', () => {
  test('of one key go one by one, of others at once', () => {
    const order = new KeyOrder();
    expect([order.admit(job(1)), order.admit(job(2)), order.admit(job(3, 'b')), order.admit(job(4))]).toEqual([
      'start',
      'wait',
      'start',
      'wait',
    ]);
    expect(order.waiting).toBe(2);
    expect(order.pass('a').map(({ sequence }) => sequence)).toEqual([2, 4]);
    expect(order.waiting).toBe(0);
    expect(order.admit(job(2))).toBe('start');
    expect(order.admit(job(4))).toBe('wait');
  });

  test('without successors leave nothing behind', () => {
    const order = new KeyOrder();
    order.admit(job(1));
    expect(order.pass('a')).toEqual([]);
    expect(order.pass('a')).toEqual([]);
    expect(order.admit(job(2))).toBe('start');
  });

  test('behind one that goes to the retry table go there too, and only those of its key', () => {
    const order = new KeyOrder();
    for (const one of [job(1), job(2), job(3, 'b'), job(4)]) order.admit(one);
    expect(order.block('a').map(({ sequence }) => sequence)).toEqual([2, 4]);
    expect(order.waiting).toBe(0);
    expect(order.isBlocked('a')).toBe(true);
    expect([order.admit(job(5)), order.admit(job(6, 'b')), order.admit(job(7, 'c'))]).toEqual([
      'park',
      'wait',
      'start',
    ]);
  });

  test('go again when the table has nothing of their key, and nothing is on its way into it', () => {
    const order = new KeyOrder();
    order.admit(job(1));
    order.startParking('a');
    order.block('a');
    order.startParking('a');
    order.parked('a');
    order.free('a');
    expect(order.admit(job(3))).toBe('park');
    order.parked('a');
    expect(order.isBlocked('a')).toBe(true);
    order.free('a');
    expect(order.admit(job(3))).toBe('start');
  });

  test('that were blocked before this process had the endpoint queue in the table', () => {
    const order = new KeyOrder();
    order.blockAll(['a', 'c']);
    expect([order.admit(job(1)), order.admit(job(2, 'b')), order.admit(job(3, 'c'))]).toEqual([
      'park',
      'start',
      'park',
    ]);
  });

  test('that wait are drained with the queue', () => {
    const order = new KeyOrder();
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

/**
 * The endpoint as dispatcher and recorder run it: attempts under way, writes one after the other, each of which is
 * read back a while after its commit, and a table whose first row of a key may be claimed.
 */
class Endpoint {
  readonly order = new KeyOrder();
  readonly sent: Job[] = [];
  readonly done: number[] = [];
  readonly table = new Map<number, Job>();
  readonly #firstAttempts: Job[] = [];
  #next = 1;
  #unwritten: { job: Job; disposition: 'over' | 'later' }[] = [];
  #write: { batch: { job: Job; disposition: 'over' | 'later' }[]; left: Set<string>; keys: Set<string> } | undefined;

  offer(key: string): void {
    this.#firstAttempts.push(job(this.#next++, key));
    this.pump();
  }

  pump(): void {
    for (let one = this.#firstAttempts.shift(); one !== undefined; one = this.#firstAttempts.shift()) {
      const turn = this.order.admit(one);
      if (turn === 'start') this.sent.push(one);
      if (turn === 'park') this.#park(one);
    }
  }

  end(one: Job, isOver: boolean): void {
    this.sent.splice(this.sent.indexOf(one), 1);
    this.#unwritten.push({ job: one, disposition: isOver ? 'over' : 'later' });
    if (isOver) this.done.push(one.sequence);
    if (one.priority === 'retry') return;
    if (isOver) this.#firstAttempts.unshift(...this.order.pass(one.key));
    else {
      this.order.startParking(one.key);
      for (const behind of this.order.block(one.key)) this.#park(behind);
    }
    this.pump();
  }

  /** The commit, and the question that follows it. */
  write(): void {
    if (this.#write !== undefined || this.#unwritten.length === 0) return;
    const batch = this.#unwritten.splice(0);
    for (const { job: one, disposition } of batch) {
      if (disposition === 'later') this.table.set(one.sequence, { ...one, priority: 'retry' });
      else this.table.delete(one.sequence);
    }
    const keys = new Set(batch.map(({ job: one }) => one.key).filter((key) => this.order.isBlocked(key)));
    this.#write = { batch, keys, left: new Set([...this.table.values()].map((one) => one.key)) };
  }

  /** Its answer. */
  written(): void {
    const { batch = [], left, keys } = this.#write ?? {};
    this.#write = undefined;
    for (const { job: one, disposition } of batch) {
      if (keys?.has(one.key) !== true) continue;
      if (one.priority === 'first' && disposition === 'later') this.order.parked(one.key);
      if (left?.has(one.key) !== true) this.order.free(one.key);
    }
  }

  claim(key: string): void {
    const first = [...this.table.values()].filter((one) => one.key === key).sort((a, b) => a.sequence - b.sequence)[0];
    if (first !== undefined && !this.sent.includes(first) && !this.#unwritten.some(({ job: one }) => one === first))
      this.sent.push(first);
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
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('claim' as const), key: fc.constantFrom(...KEYS) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const endpoint = new Endpoint();
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
        } else if (one.kind === 'claim') endpoint.claim(one.key);
        else if (one.kind === 'end') {
          const ending = endpoint.sent[one.which % Math.max(1, endpoint.sent.length)];
          if (ending !== undefined) endpoint.end(ending, one.isOver);
        } else endpoint[one.kind]();
        check();
      }
      for (let round = 0; endpoint.done.length < count && round < 4 * count + 10; round++) {
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
      // A key that nothing is left of is free: the next event needs no detour.
      for (const key of KEYS) expect(endpoint.order.admit(job(count + 1, key))).toBe('start');
    }),
    { numRuns: 1_000 },
  );
});
