import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairQueue } from '../src/fair-queue.ts';

it('takes from the flows in turn, and from each in order; a flow that does not fit keeps its turn', () => {
  const queue = new FairQueue<number>();
  for (const item of [9, 9, 9]) queue.push('large', item);
  for (const item of [1, 2]) queue.push('small', item);
  const any = () => true;
  expect([queue.take(any), queue.take(any), queue.take((item) => item < 9)]).toEqual([9, 1, 2]);
  expect(queue.take((item) => item < 9)).toBeUndefined();
  queue.push('small', 3);
  expect([queue.take(any), queue.take(any), queue.take(any), queue.take(any)]).toEqual([9, 3, 9, undefined]);
  expect(queue.length).toBe(0);
});

it('loses and repeats nothing, and keeps the order of each flow', () => {
  const steps = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.constant(undefined)), { maxLength: 300 });
  fc.assert(
    fc.property(steps, (drawn) => {
      const queue = new FairQueue<[string, number]>();
      const pushed: [string, number][] = [];
      const taken: [string, number][] = [];
      for (const [index, flow] of [...drawn, ...drawn.map(() => undefined)].entries()) {
        if (flow === undefined) taken.push(...[queue.take(() => true)].filter((item) => item !== undefined));
        else {
          queue.push(flow, [flow, index]);
          pushed.push([flow, index]);
        }
        expect(queue.length).toBe(pushed.length - taken.length);
      }
      for (const flow of ['a', 'b', 'c'])
        expect(taken.filter(([name]) => name === flow)).toEqual(pushed.filter(([name]) => name === flow));
    }),
  );
});
