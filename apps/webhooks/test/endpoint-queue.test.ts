import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BodyMemory } from '../src/delivery/body-memory.ts';
import { QUEUE_LIMITS, EndpointQueue } from '../src/delivery/endpoint-queue.ts';
import { NEW_HEALTH } from '../src/delivery/health-state.ts';
import type { DeliveryResult, Disposition, Job } from '../src/delivery/job.ts';
import { judgeAnswer } from '../src/delivery/judge-answer.ts';
import type { NewDelivery } from '../src/delivery/new-delivery.ts';
import type { Grant } from '../src/delivery/sequence-tracker.ts';
import type { EndpointConfig } from '../src/endpoints/load-endpoints.ts';

const EPOCH = 7;
const job = (sequence: number, more: Partial<Job> = {}): Job => ({
  endpointNo: 1,
  sequence,
  day: '2026-11-21',
  eventId: `e${sequence}`,
  type: 'meter.created',
  key: 'a',
  body: Buffer.from('{}'),
  traceparent: null,
  priority: 'first',
  attempt: 1,
  scheduleStep: 0,
  scheduleAtMs: null,
  cause: 'first',
  isInMemory: false,
  ...more,
});
const retry = (sequence: number): Job =>
  job(sequence, { priority: 'retry', attempt: 2, scheduleStep: 1, cause: 'retry' });
const resultOf = (disposition: Disposition): DeliveryResult => ({ job: job(1), disposition, attempt: null });
const delivery = (sequence: number, more: Partial<NewDelivery> = {}): NewDelivery => ({
  endpointNo: 1,
  partition: 1,
  sequence,
  granted: 1_000,
  epoch: EPOCH,
  ...more,
  event: {
    day: '2026-11-21',
    id: `e${sequence}`,
    accountId: 'a',
    storeId: 's',
    mode: 'stage',
    type: 'meter.created',
    key: 'a',
    at: '',
    traceparent: null,
    body: Buffer.from('{}'),
  },
});
const grant = (more: Partial<Grant> = {}): Grant => ({
  granted: 1_000,
  head: 0,
  settled: 0,
  behind: 0,
  nextSequence: 0,
  health: NEW_HEALTH,
  ...more,
});
const config = (more: Partial<EndpointConfig> = {}): EndpointConfig =>
  ({
    concurrencyMax: 64,
    ordering: 'none',
    rateLimitPerSecond: null,
    blockedKeys: [],
    healthRevision: 0,
    ...more,
  }) as EndpointConfig;
/** A queue whose endpoint has this place. */
const placed = (settled = 0): EndpointQueue => {
  const queue = new EndpointQueue({ endpointNo: 1, partition: 1, epoch: EPOCH, memory: new BodyMemory(Infinity) });
  queue.granted(grant({ settled, behind: settled, head: settled }));
  return queue;
};
const ANSWERED = { kind: 'answered', retryAfter: undefined, excerpt: '', latencyMs: 1 } as const;
const pace = (queue: EndpointQueue, status: number, count: number): void => {
  for (let answer = 0; answer < count; answer++)
    queue.pace(judgeAnswer({ ...ANSWERED, status }, Date.now()), Date.now());
};
const openBreaker = (queue: EndpointQueue): void => pace(queue, 500, 5);
/** Sets the window, which begins with 4 and grows by one with each success up to the endpoint's maximum. */
const setWindow = (queue: EndpointQueue, window: number): void => {
  queue.configLoaded(config({ concurrencyMax: window }));
  pace(queue, 200, Math.max(1, window - 4));
};
/** The next jobs of the queue. */
const drawn = (queue: EndpointQueue, count: number): (string | undefined)[] =>
  Array.from({ length: count }, () => {
    const one = queue.next();
    return one && `${one.priority} ${one.sequence}`;
  });

describe('enqueueing', () => {
  test('accepts from fan-out the next in order, within the grant and of this epoch; the rest is read later', () => {
    const queue = placed(4);
    expect([4, 6, 5, 5, 6].map((sequence) => queue.offer(delivery(sequence)))).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
    expect(queue.offer(delivery(7, { epoch: EPOCH - 1 }))).toBe(false);
    expect(queue.offer(delivery(7, { granted: 6 }))).toBe(false);
    expect(queue.offer(delivery(7, { granted: 7 }))).toBe(true);
    expect(drawn(queue, 4)).toEqual(['first 5', 'first 6', 'first 7', undefined]);
    expect(queue.head).toBe(7);
  });

  test("accepts nothing before the endpoint's place is known, but notes that there is work", () => {
    const queue = new EndpointQueue({ endpointNo: 1, partition: 1, epoch: EPOCH, memory: new BodyMemory(Infinity) });
    expect(queue.offer(delivery(1))).toBe(false);
    expect([queue.head, queue.needsWork, queue.queued]).toEqual([1, true, 0]);
  });

  test('needs work after a delivery that it did not accept', () => {
    const queue = placed();
    expect(queue.needsWork).toBe(false);
    queue.offer(delivery(2));
    expect(queue.needsWork).toBe(true);
  });

  test('takes each delivery once, in order and without a gap, for any order of offers and reads', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ sequence: fc.integer({ min: 1, max: 12 }), isRead: fc.boolean() }), { maxLength: 60 }),
        (all) => {
          const queue = placed();
          for (const { sequence, isRead } of all) {
            if (isRead) queue.enqueue(job(sequence));
            else queue.offer(delivery(sequence));
          }
          const sequences = queue.close().map((one) => one.sequence);
          expect(sequences).toEqual(sequences.map((_, index) => index + 1));
          expect(queue.expected).toBe(sequences.length + 1);
        },
      ),
    );
  });
});

describe('the room', () => {
  test('is for 500, and for ten when the breaker is open', () => {
    const queue = placed();
    expect(queue.room).toBe(QUEUE_LIMITS.queuedMax);
    for (let sequence = 1; sequence <= 8; sequence++) queue.offer(delivery(sequence));
    expect(queue.room).toBe(492);
    openBreaker(queue);
    expect(queue.room).toBe(2);
  });

  test('counts deliveries that wait for their key', () => {
    const queue = placed();
    queue.configLoaded(config({ ordering: 'key' }));
    for (const sequence of [1, 2, 3]) queue.admit(job(sequence));
    expect(queue.room).toBe(498);
  });

  test('is 0 when 20,000 deliveries follow the oldest unsettled one, until that one is settled', () => {
    const queue = placed();
    for (let sequence = 1; sequence <= 20_001; sequence++) {
      queue.enqueue(job(sequence));
      queue.next();
      if (sequence > 1) queue.settle(job(sequence));
    }
    expect([queue.room, queue.needsWork, queue.settled]).toEqual([0, false, 0]);
    queue.settle(job(1));
    expect([queue.room, queue.settled]).toEqual([500, 20_001]);
  });

  test('a grant is extended before it is used up, but not while the breaker is open', () => {
    const queue = placed();
    queue.granted(grant({ granted: 125 }));
    expect(queue.needsWork).toBe(false);
    queue.granted(grant({ granted: 124 }));
    expect(queue.needsWork).toBe(true);
    openBreaker(queue);
    expect(queue.needsWork).toBe(false);
  });

  test('for retries is 100, including those under way', () => {
    const queue = placed();
    for (let sequence = 1; sequence <= 60; sequence++) queue.enqueue(retry(sequence));
    drawn(queue, 10);
    expect(queue.retryRoom).toBe(40);
    queue.notAttempted(retry(1));
    expect(queue.retryRoom).toBe(41);
  });
});

describe('the next job', () => {
  const fill = (queue: EndpointQueue, firstAttempts: number, retries: number): void => {
    for (let sequence = 1; sequence <= firstAttempts; sequence++) queue.enqueue(job(sequence));
    for (let sequence = 1; sequence <= retries; sequence++) queue.enqueue(retry(1_000 + sequence));
  };
  /** Takes jobs as the dispatcher does. */
  const start = (queue: EndpointQueue, count: number): Job[] =>
    Array.from({ length: count }, () => {
      const one = queue.next() as Job;
      queue.started();
      return one;
    });
  const retriesOf = (jobs: Job[]): number => jobs.filter(({ priority }) => priority === 'retry').length;

  test('is a retry when nothing else waits', () => {
    const queue = placed();
    fill(queue, 0, 3);
    expect(drawn(queue, 4)).toEqual(['retry 1001', 'retry 1002', 'retry 1003', undefined]);
  });

  test('is a retry in a quarter of the window when both wait', () => {
    const queue = placed();
    setWindow(queue, 16);
    fill(queue, 100, 100);
    expect(retriesOf(start(queue, 16))).toBe(4);
  });

  test('is a retry about one time in four, and at most a quarter of the attempts under way are retries', () => {
    const queue = placed();
    setWindow(queue, 8);
    fill(queue, 400, 100);
    const underWay = start(queue, 8);
    const sent = [...underWay];
    for (let index = 0; index < 200; index++) {
      queue.ended(underWay.shift() as Job);
      const [one] = start(queue, 1) as [Job];
      underWay.push(one);
      sent.push(one);
      expect(retriesOf(underWay)).toBeLessThanOrEqual(2);
    }
    expect(retriesOf(sent) / sent.length).toBeGreaterThan(0.15);
    expect(retriesOf(sent) / sent.length).toBeLessThanOrEqual(0.26);
  });

  test('is a retry every fourth time when there is room for one request', () => {
    const queue = placed();
    setWindow(queue, 1);
    fill(queue, 40, 40);
    const priorities = Array.from({ length: 16 }, () => {
      const [one] = start(queue, 1) as [Job];
      queue.ended(one);
      return one.priority;
    });
    expect(priorities.filter((priority) => priority === 'retry').length).toBe(4);
  });

  test('is the one that waited for its key, before later ones', () => {
    const queue = placed();
    fill(queue, 1, 0);
    queue.configLoaded(config({ ordering: 'key' }));
    const [one, two, three] = [job(6), job(7), job(8)];
    expect([one, two, three].map((waiting) => queue.admit(waiting))).toEqual(['start', 'wait', 'wait']);
    queue.finished(one, { kind: 'delivered' });
    expect(drawn(queue, 2)).toEqual(['first 7', 'first 1']);
    expect(queue.admit(two)).toBe('start');
    queue.finished(two, { kind: 'delivered' });
    expect(drawn(queue, 1)).toEqual(['first 8']);
  });
});

describe('settling', () => {
  test('advances over finished deliveries without a gap, for any order of answers', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(Array.from({ length: 30 }, (_, index) => index + 1)),
        fc.nat(100),
        (order, settled) => {
          const queue = placed(settled);
          for (let sequence = 1; sequence <= 30; sequence++) queue.enqueue(job(settled + sequence));
          const over = new Set<number>();
          for (const sequence of order) {
            queue.settle(job(settled + sequence));
            // A repeated write settles again.
            queue.settle(job(settled + sequence));
            over.add(sequence);
            let gapless = 0;
            while (over.has(gapless + 1)) gapless++;
            expect(queue.settled).toBe(settled + gapless);
          }
        },
      ),
    );
  });

  test('does not advance for a retry', () => {
    const queue = placed();
    queue.enqueue(job(1));
    queue.settle(retry(1));
    expect(queue.settled).toBe(0);
  });

  test('passes deliveries that retention has dropped, after all before them are finished', () => {
    const queue = placed(2);
    for (const sequence of [3, 4]) queue.enqueue(job(sequence));
    // Two reads do not find 5 to 9.
    for (let read = 0; read < 2; read++) queue.granted(grant({ head: 9, nextSequence: 10 }));
    expect([queue.expected, queue.settled]).toEqual([10, 2]);
    queue.settle(job(4));
    queue.settle(job(3));
    expect([queue.settled, queue.isIdle]).toEqual([9, false]);
    drawn(queue, 2);
    expect(queue.isIdle).toBe(true);
    expect(queue.offer(delivery(10))).toBe(true);
  });
});

test('is idle only when nothing is queued, under way, unwritten or unread', () => {
  const queue = placed();
  expect(queue.isIdle).toBe(true);
  queue.offer(delivery(1));
  expect(queue.isIdle).toBe(false);
  const one = queue.next() as Job;
  queue.started();
  expect(queue.isIdle).toBe(false);
  queue.ended(one);
  expect(queue.isIdle).toBe(false);
  queue.resultAdded(job(1));
  queue.settle(one);
  expect(queue.isIdle).toBe(false);
  queue.recorded(resultOf({ kind: 'delivered' }));
  expect(queue.isIdle).toBe(true);
  queue.offer(delivery(5));
  expect(queue.isIdle).toBe(false);
});

test('knows from the written results when the earliest next attempt is due', () => {
  const queue = placed();
  for (let result = 0; result < 4; result++) queue.resultAdded(job(1));
  queue.recorded(resultOf({ kind: 'delivered' }));
  queue.recorded(resultOf({ kind: 'parked' }));
  expect(queue.retryClock.dueAtMs).toBe(Infinity);
  queue.recorded(resultOf({ kind: 'retry', scheduleStep: 1, dueAtMs: 5_000 }));
  queue.recorded(resultOf({ kind: 'retry', scheduleStep: 1, dueAtMs: 9_000 }));
  expect([queue.retryClock.dueAtMs, queue.unrecorded]).toEqual([5_000, 0]);
});

test('drains every job that was not attempted, and is empty afterwards', () => {
  const queue = placed();
  for (const sequence of [1, 2, 3]) queue.enqueue(job(sequence));
  queue.enqueue(retry(90));
  queue.configLoaded(config({ ordering: 'key' }));
  queue.admit(queue.next() as Job);
  queue.admit(queue.next() as Job);
  expect(
    queue
      .close()
      .map((one) => one.sequence)
      .sort((a, b) => a - b),
  ).toEqual([2, 3, 90]);
  expect([queue.queued, queue.waitingForKey, queue.close()]).toEqual([0, 0, []]);
});
