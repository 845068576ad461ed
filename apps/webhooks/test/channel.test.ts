import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CHANNEL_LIMITS, Channel } from '../src/delivery/channel.ts';
import type { Fate, Job, Outcome } from '../src/delivery/job.ts';
import type { NewDelivery } from '../src/fanout/fan-out.ts';

const EPOCH = 7;
const job = (sequence: number, more: Partial<Job> = {}): Job => ({
  endpointNo: 1, sequence, day: '2026-11-21', eventId: `e${sequence}`, type: 'meter.created', key: 'a', body: Buffer.from('{}'), traceparent: null,
  lane: 'fresh', attempt: 1, step: 0, cause: 'first', ...more,
});
const retry = (sequence: number): Job => job(sequence, { lane: 'retry', attempt: 2, step: 1, cause: 'retry' });
const outcome = (fate: Fate): Outcome => ({ job: job(1), fate, made: null });
const delivery = (sequence: number, more: Partial<NewDelivery> = {}): NewDelivery => ({
  endpointNo: 1, lane: 1, sequence, granted: 1_000, epoch: EPOCH, ...more,
  event: { day: '2026-11-21', id: `e${sequence}`, accountId: 'a', storeId: 's', mode: 'stage', type: 'meter.created', key: 'a', at: '', traceparent: null, body: Buffer.from('{}') },
});
const placed = (settled = 0): Channel => Object.assign(new Channel(1, 1, EPOCH), { expected: settled + 1, settled, granted: 1_000, head: settled });
const drawn = (channel: Channel, count: number): (string | undefined)[] => Array.from({ length: count }, () => {
  const one = channel.next();
  return one && `${one.lane} ${one.sequence}`;
});

describe('taking in', () => {
  test('from fan-out: the next in order, within the grant and of our epoch; the rest is read later', () => {
    const channel = placed(4);
    expect([4, 6, 5, 5, 6].map((sequence) => channel.offer(delivery(sequence)))).toEqual([false, false, true, false, true]);
    expect(channel.offer(delivery(7, { epoch: EPOCH - 1 }))).toBe(false);
    expect(channel.offer(delivery(7, { granted: 6 }))).toBe(false);
    expect(channel.offer(delivery(7, { granted: 7 }))).toBe(true);
    expect(drawn(channel, 4)).toEqual(['fresh 5', 'fresh 6', 'fresh 7', undefined]);
    expect(channel.head).toBe(7);
  });

  test('nothing before the endpoint\'s place is known, but that there is something', () => {
    const channel = new Channel(1, 1, EPOCH);
    expect(channel.offer(delivery(1))).toBe(false);
    expect([channel.head, channel.isNeedy, channel.queued]).toEqual([1, true, 0]);
  });

  test('what is refused makes it needy, so that it is read', () => {
    const channel = placed();
    expect(channel.isNeedy).toBe(false);
    channel.offer(delivery(2));
    expect(channel.isNeedy).toBe(true);
  });

  test('for any order of hand-overs and reads: each once, without a gap, in order', () => {
    fc.assert(fc.property(fc.array(fc.record({ sequence: fc.integer({ min: 1, max: 12 }), isRead: fc.boolean() }), { maxLength: 60 }), (all) => {
      const channel = placed();
      for (const { sequence, isRead } of all) {
        if (isRead) channel.takeIn(job(sequence));
        else channel.offer(delivery(sequence));
      }
      const sequences = channel.drain().map((one) => one.sequence);
      expect(sequences).toEqual(sequences.map((_, index) => index + 1));
      expect(channel.expected).toBe(sequences.length + 1);
    }));
  });
});

describe('room', () => {
  test('is for 500, and for ten when the breaker is open', () => {
    const channel = placed();
    expect(channel.room).toBe(CHANNEL_LIMITS.queuedMax);
    for (let sequence = 1; sequence <= 8; sequence++) channel.offer(delivery(sequence));
    expect(channel.room).toBe(492);
    channel.pacing = { ...channel.pacing, failures: 5 };
    expect(channel.room).toBe(2);
  });

  test('counts what waits behind its key', () => {
    const channel = placed();
    for (const sequence of [1, 2, 3]) channel.order.admit(job(sequence));
    expect(channel.room).toBe(498);
  });

  test('ends 20,000 behind the oldest that is not settled, and comes back when that is', () => {
    const channel = placed();
    for (let sequence = 1; sequence <= 20_001; sequence++) {
      channel.takeIn(job(sequence));
      channel.next();
      if (sequence > 1) channel.settle(job(sequence));
    }
    expect([channel.room, channel.isNeedy, channel.settled]).toEqual([0, false, 0]);
    channel.settle(job(1));
    expect([channel.room, channel.settled]).toEqual([500, 20_001]);
  });

  test('a grant that runs low is renewed before it ends, but not for one that does not answer', () => {
    const channel = Object.assign(placed(), { granted: 125 });
    expect(channel.isNeedy).toBe(false);
    channel.granted = 124;
    expect(channel.isNeedy).toBe(true);
    channel.pacing = { ...channel.pacing, failures: 5 };
    expect(channel.isNeedy).toBe(false);
  });

  test('for retries is a hundred, those under way included', () => {
    const channel = placed();
    for (let sequence = 1; sequence <= 60; sequence++) channel.takeIn(retry(sequence));
    drawn(channel, 10);
    expect(channel.retryRoom).toBe(40);
    channel.retryEnded();
    expect(channel.retryRoom).toBe(41);
  });
});

describe('whose turn it is', () => {
  const fill = (channel: Channel, fresh: number, retries: number): void => {
    for (let sequence = 1; sequence <= fresh; sequence++) channel.takeIn(job(sequence));
    for (let sequence = 1; sequence <= retries; sequence++) channel.takeIn(retry(1_000 + sequence));
  };
  /** As the dispatcher draws: until so many are under way. */
  const start = (channel: Channel, count: number): Job[] => Array.from({ length: count }, () => {
    const one = channel.next() as Job;
    channel.started();
    return one;
  });
  const retriesOf = (jobs: Job[]): number => jobs.filter(({ lane }) => lane === 'retry').length;

  test('retries get all of it when nothing else waits', () => {
    const channel = placed();
    fill(channel, 0, 3);
    expect(drawn(channel, 4)).toEqual(['retry 1001', 'retry 1002', 'retry 1003', undefined]);
  });

  test('with both waiting, a quarter of the window is the retries\', and the rest the first attempts\'', () => {
    const channel = placed();
    channel.pacing = { ...channel.pacing, window: 16 };
    fill(channel, 100, 100);
    expect(retriesOf(start(channel, 16))).toBe(4);
  });

  test('as they end, one in four is a retry, and never more than a quarter is under way', () => {
    const channel = placed();
    channel.pacing = { ...channel.pacing, window: 8 };
    fill(channel, 400, 100);
    const underWay = start(channel, 8);
    const sent = [...underWay];
    for (let index = 0; index < 200; index++) {
      channel.ended(underWay.shift() as Job);
      const [one] = start(channel, 1) as [Job];
      underWay.push(one);
      sent.push(one);
      expect(retriesOf(underWay)).toBeLessThanOrEqual(2);
    }
    expect(retriesOf(sent) / sent.length).toBeGreaterThan(0.15);
    expect(retriesOf(sent) / sent.length).toBeLessThanOrEqual(0.26);
  });

  test('with room for one request, every fourth is a retry: neither starves', () => {
    const channel = placed();
    channel.pacing = { ...channel.pacing, window: 1 };
    fill(channel, 40, 40);
    const lanes = Array.from({ length: 16 }, () => {
      const [one] = start(channel, 1) as [Job];
      channel.ended(one);
      return one.lane;
    });
    expect(lanes.filter((lane) => lane === 'retry').length).toBe(4);
  });

  test('a key\'s next goes before what came later', () => {
    const channel = placed();
    fill(channel, 1, 0);
    channel.putFirst([job(7), job(8)]);
    expect(drawn(channel, 3)).toEqual(['fresh 7', 'fresh 8', 'fresh 1']);
  });
});

describe('settling', () => {
  test('passes only what lies without a gap, whatever the order of the answers', () => {
    fc.assert(fc.property(fc.shuffledSubarray(Array.from({ length: 30 }, (_, index) => index + 1)), fc.nat(100), (order, settled) => {
      const channel = placed(settled);
      for (let sequence = 1; sequence <= 30; sequence++) channel.takeIn(job(settled + sequence));
      const over = new Set<number>();
      for (const sequence of order) {
        channel.settle(job(settled + sequence));
        // A write that is repeated settles again.
        channel.settle(job(settled + sequence));
        over.add(sequence);
        let gapless = 0;
        while (over.has(gapless + 1)) gapless++;
        expect(channel.settled).toBe(settled + gapless);
      }
    }));
  });

  test('is not moved by a retry', () => {
    const channel = placed();
    channel.takeIn(job(1));
    channel.settle(retry(1));
    expect(channel.settled).toBe(0);
  });

  test('goes on behind what retention has dropped, when all before it is over', () => {
    const channel = placed(2);
    for (const sequence of [3, 4]) channel.takeIn(job(sequence));
    channel.skipTo(10);
    expect([channel.expected, channel.settled]).toEqual([10, 2]);
    channel.settle(job(4));
    channel.settle(job(3));
    expect([channel.settled, channel.isIdle]).toEqual([9, false]);
    drawn(channel, 2);
    expect(channel.isIdle).toBe(true);
    expect(channel.offer(delivery(10))).toBe(true);
  });
});

test('is idle only when nothing is queued, under way, unwritten or unread', () => {
  const channel = placed();
  expect(channel.isIdle).toBe(true);
  channel.offer(delivery(1));
  expect(channel.isIdle).toBe(false);
  const one = channel.next() as Job;
  channel.started();
  expect(channel.isIdle).toBe(false);
  channel.ended(one);
  expect(channel.isIdle).toBe(false);
  channel.unrecorded++;
  channel.settle(one);
  expect(channel.isIdle).toBe(false);
  channel.recorded(outcome({ kind: 'delivered' }));
  expect(channel.isIdle).toBe(true);
  channel.offer(delivery(5));
  expect(channel.isIdle).toBe(false);
});

test('a written outcome tells when its next attempt is due, the soonest first', () => {
  const channel = placed();
  channel.unrecorded = 4;
  channel.recorded(outcome({ kind: 'delivered' }));
  channel.recorded(outcome({ kind: 'parked' }));
  expect(channel.retryDueAtMs).toBe(Infinity);
  channel.recorded(outcome({ kind: 'retry', step: 1, dueAtMs: 5_000 }));
  channel.recorded(outcome({ kind: 'retry', step: 1, dueAtMs: 9_000 }));
  expect([channel.retryDueAtMs, channel.unrecorded]).toEqual([5_000, 0]);
});

test('hands everything over that was not tried, and holds nothing any more', () => {
  const channel = placed();
  for (const sequence of [1, 2, 3]) channel.takeIn(job(sequence));
  channel.takeIn(retry(90));
  channel.order.admit(channel.next() as Job);
  channel.order.admit(channel.next() as Job);
  expect(channel.drain().map((one) => one.sequence).sort((a, b) => a - b)).toEqual([2, 3, 90]);
  expect([channel.queued, channel.order.waiting, channel.drain()]).toEqual([0, 0, []]);
});
