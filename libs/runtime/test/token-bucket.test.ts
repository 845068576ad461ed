import { expect, test } from '@jest/globals';
import { TokenBucket } from '../src/token-bucket.ts';

const PER_SECOND = 10;
const CAPACITY = 20;

function takeAll(bucket: TokenBucket, nowMs: number): number {
  let taken = 0;
  while (bucket.take(PER_SECOND, CAPACITY, nowMs)) taken++;
  return taken;
}

test('a new bucket is full, whatever time it is', () => {
  expect(takeAll(new TokenBucket(), 0)).toBe(CAPACITY);
  expect(takeAll(new TokenBucket(), 1_700_000_000_000)).toBe(CAPACITY);
});

test('an empty bucket fills at its rate, and never above its capacity', () => {
  const bucket = new TokenBucket();
  takeAll(bucket, 1_000);
  expect(takeAll(bucket, 1_500)).toBe(5);
  expect(takeAll(bucket, 61_500)).toBe(CAPACITY);
});

test('fractions of a token add up over calls', () => {
  const bucket = new TokenBucket();
  takeAll(bucket, 0);
  expect([25, 50, 75].map((nowMs) => bucket.take(PER_SECOND, CAPACITY, nowMs))).toEqual([false, false, false]);
  expect(bucket.take(PER_SECOND, CAPACITY, 100)).toBe(true);
});

test('it says how long until the next token, and until it is full', () => {
  const bucket = new TokenBucket();
  takeAll(bucket, 0);
  bucket.take(PER_SECOND, CAPACITY, 50);
  expect(bucket.tokens).toBeCloseTo(0.5);
  expect(bucket.secondsUntil(1, PER_SECOND)).toBeCloseTo(0.05);
  expect(bucket.secondsUntil(CAPACITY, PER_SECOND)).toBeCloseTo(1.95);
  expect(bucket.secondsUntil(0.1, PER_SECOND)).toBe(0);
});

test('a token that is put back can be taken again at once, and does not raise the capacity', () => {
  const bucket = new TokenBucket();
  takeAll(bucket, 0);
  bucket.putBack();
  expect(takeAll(bucket, 0)).toBe(1);
  for (let n = 0; n < 5; n++) bucket.putBack();
  expect(takeAll(bucket, 60_000)).toBe(CAPACITY);
});

test('a lower rate applies at once: the tokens above the new capacity are gone', () => {
  const bucket = new TokenBucket();
  expect(bucket.take(PER_SECOND, CAPACITY, 0)).toBe(true);
  let taken = 0;
  while (bucket.take(1, 2, 0)) taken++;
  expect(taken).toBe(2);
});

test('a clock that goes back takes no tokens away', () => {
  const bucket = new TokenBucket();
  bucket.take(PER_SECOND, CAPACITY, 1_000);
  expect(takeAll(bucket, 0)).toBe(CAPACITY - 1);
});

test('a request that waited its time may start, whatever the fractions of its bucket add up to', () => {
  const bucket = new TokenBucket();
  let nowMs = 1_700_000_000_000;
  for (const gapMs of [0, 89, 2, 14, 4, 0]) {
    nowMs += gapMs;
    if (bucket.take(4, 4, nowMs)) continue;
    nowMs += Math.ceil(bucket.secondsUntil(1, 4) * 1_000);
    expect(bucket.take(4, 4, nowMs)).toBe(true);
  }
});
