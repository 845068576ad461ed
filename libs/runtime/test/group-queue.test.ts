import { describe, expect, it } from '@jest/globals';
import { eachAlone, GroupQueue } from '../src/group-queue.ts';

type Together = (items: readonly number[]) => Promise<readonly PromiseSettledResult<number>[]>;
const LIMITS = { groupsAtOnce: 1, perGroupMax: 4, waitingMax: 100, whenFull: () => new Error('full') };

function queueOf(together: Together, more: Partial<typeof LIMITS & { sizeOf: (item: number) => number }> = {}): { queue: GroupQueue<number, number>; groups: number[][] } {
  const groups: number[][] = [];
  const queue = new GroupQueue<number, number>({ ...LIMITS, ...more, together: (items) => { groups.push([...items]); return together(items); } });
  return { queue, groups };
}

const doubled: Together = async (items) => eachAlone(items, (item) => { if (item < 0) throw new Error(`${item} is refused`); return 2 * item; });

describe('a group queue', () => {
  it('carries out what comes together in one group, and answers each with its own', async () => {
    const { queue, groups } = queueOf(doubled);
    expect(await Promise.all([1, 2, 3].map((item) => queue.submit(item)))).toEqual([2, 4, 6]);
    expect(groups).toEqual([[1, 2, 3]]);
  });

  it('keeps groups within their size; an item that is larger goes alone', async () => {
    const { queue, groups } = queueOf(doubled, { sizeOf: (item) => item });
    await Promise.all([1, 2, 9, 4, 1].map((item) => queue.submit(item)));
    expect(groups).toEqual([[1, 2], [9], [4], [1]]);
  });

  it('refuses one alone', async () => {
    const { queue } = queueOf(doubled);
    expect(await Promise.allSettled([1, -1, 2].map((item) => queue.submit(item)))).toMatchObject([{ value: 2 }, { reason: { message: '-1 is refused' } }, { value: 4 }]);
  });

  it('finds the one whose data the database does not take, and stores the others', async () => {
    const { queue, groups } = queueOf(async (items) => { if (items.includes(2)) throw Object.assign(new Error('bad'), { code: '22021' }); return doubled(items); });
    expect(await Promise.allSettled([1, 2, 3].map((item) => queue.submit(item)))).toMatchObject([{ value: 2 }, { reason: { code: '22021' } }, { value: 6 }]);
    expect(groups).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('fails them all when the database is away, once', async () => {
    const { queue, groups } = queueOf(async () => { throw Object.assign(new Error('away'), { code: '08006' }); });
    for (const result of await Promise.allSettled([1, 2].map((item) => queue.submit(item)))) expect(result).toMatchObject({ reason: { code: '08006' } });
    expect(groups).toHaveLength(1);
    // The queue goes on.
    await expect(queue.submit(3)).rejects.toThrow('away');
  });

  it('refuses beyond its bound, and takes in again when there is room', async () => {
    const { queue } = queueOf(doubled, { waitingMax: 2 });
    const first = [queue.submit(1), queue.submit(2)];
    await expect(queue.submit(3)).rejects.toThrow('full');
    expect(await Promise.all(first)).toEqual([2, 4]);
    expect(await queue.submit(3)).toBe(6);
  });
});
