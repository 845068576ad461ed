import { describe, expect, it } from '@jest/globals';
import { BatchQueue, settleEach } from '../src/batch-queue.ts';
import type { BatchQueueOptions } from '../src/batch-queue.ts';

type Options = BatchQueueOptions<number, number>;

function queueOf(
  run: Options['run'],
  more: Partial<Options> = {},
): { queue: BatchQueue<number, number>; batches: number[][] } {
  const batches: number[][] = [];
  const queue = new BatchQueue<number, number>({
    batchesAtOnce: 1,
    batch: { sizeMax: 4 },
    waiting: { sizeMax: 100, error: () => new Error('full') },
    ...more,
    run: (items) => {
      batches.push([...items]);
      return run(items);
    },
  });
  return { queue, batches };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A run that ends each batch when the test says so. */
function controlled(): { run: Options['run']; end: ((error?: Error) => void)[] } {
  const end: ((error?: Error) => void)[] = [];
  const run: Options['run'] = (items) =>
    new Promise((resolve, reject) => {
      end.push((error) => (error === undefined ? resolve(items.map((item) => 2 * item)) : reject(error)));
    });
  return { run, end };
}

const doubled: Options['run'] = async (items) =>
  settleEach(items, (item) => {
    if (item < 0) throw new Error(`${item} is refused`);
    return 2 * item;
  });

describe('a batch queue', () => {
  it('runs items that arrive in one turn as one batch, and gives each caller its own result', async () => {
    const { queue, batches } = queueOf(doubled);
    expect(await Promise.all([1, 2, 3].map((item) => queue.submit(item)))).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('keeps a batch within its size; an item that is larger runs alone', async () => {
    const { queue, batches } = queueOf(doubled, { sizeOf: (item) => item });
    await Promise.all([1, 2, 9, 4, 1].map((item) => queue.submit(item)));
    expect(batches).toEqual([[1, 2], [9], [4], [1]]);
  });

  it('gives the flows turns: one with much to do does not delay the others, nor fill the queue', async () => {
    const { run, end } = controlled();
    const flowOf = (item: number): string => (item >= 10 ? 'busy' : 'calm');
    const { queue, batches } = queueOf(run, { batch: { sizeMax: 2 }, flows: { flowOf, waiting: { sizeMax: 4 } } });
    const first = queue.submit(10);
    await nextTurn();
    const others = [11, 12, 13, 14].map((item) => queue.submit(item));
    await expect(queue.submit(15)).rejects.toThrow('full');
    others.push(queue.submit(1), queue.submit(2));
    for (let n = 0; n < 4; n++) {
      end[n]?.();
      await nextTurn();
      await nextTurn();
    }
    expect(await Promise.all([first, ...others])).toEqual([20, 22, 24, 26, 28, 2, 4]);
    expect(batches).toEqual([[10], [11, 1], [12, 2], [13, 14]]);
  });

  it('rejects one item without the others', async () => {
    const { queue } = queueOf(doubled);
    expect(await Promise.allSettled([1, -1, 2].map((item) => queue.submit(item)))).toMatchObject([
      { value: 2 },
      { reason: { message: '-1 is refused' } },
      { value: 4 },
    ]);
  });

  it('finds the item whose data the database refuses, and stores the others', async () => {
    const { queue, batches } = queueOf(async (items) => {
      if (items.includes(2)) throw Object.assign(new Error('bad'), { code: '22021' });
      return doubled(items);
    });
    expect(await Promise.allSettled([1, 2, 3].map((item) => queue.submit(item)))).toMatchObject([
      { value: 2 },
      { reason: { code: '22021' } },
      { value: 6 },
    ]);
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('rejects all items when the database is away, after one try', async () => {
    const { queue, batches } = queueOf(async () => {
      throw Object.assign(new Error('away'), { code: '08006' });
    });
    for (const result of await Promise.allSettled([1, 2].map((item) => queue.submit(item))))
      expect(result).toMatchObject({ reason: { code: '08006' } });
    expect(batches).toHaveLength(1);
    // The queue continues.
    await expect(queue.submit(3)).rejects.toThrow('away');
  });

  it('refuses an item beyond its bound, and accepts items again when there is room', async () => {
    const { queue } = queueOf(doubled, { waiting: { itemsMax: 2, error: () => new Error('full') } });
    const first = [queue.submit(1), queue.submit(2)];
    await expect(queue.submit(3)).rejects.toThrow('full');
    expect(await Promise.all(first)).toEqual([2, 4]);
    expect(await queue.submit(3)).toBe(6);
  });

  it('bounds what waits by count and by size', async () => {
    const full = (): Error => new Error('full');
    const byCount = queueOf(doubled, { sizeOf: () => 0, waiting: { itemsMax: 1, sizeMax: 100, error: full } }).queue;
    const bySize = queueOf(doubled, {
      sizeOf: (item) => item,
      waiting: { itemsMax: 9, sizeMax: 5, error: full },
    }).queue;
    const first = [byCount.submit(1), bySize.submit(5)];
    await expect(byCount.submit(2)).rejects.toThrow('full');
    await expect(bySize.submit(1)).rejects.toThrow('full');
    expect(await Promise.all(first)).toEqual([2, 10]);
    expect(await bySize.submit(5)).toBe(10);
  });

  it('bounds a batch by count and by size', async () => {
    const { queue, batches } = queueOf(doubled, { sizeOf: (item) => item, batch: { itemsMax: 2, sizeMax: 10 } });
    await Promise.all([1, 1, 1, 9, 2].map((item) => queue.submit(item)));
    expect(batches).toEqual([[1, 1], [1, 9], [2]]);
  });

  it('runs so many batches at once and no more; what arrives meanwhile shares the next one', async () => {
    const { run, end } = controlled();
    const { queue, batches } = queueOf(run, { batchesAtOnce: 2 });
    const results = [queue.submit(1)];
    await nextTurn();
    results.push(queue.submit(2));
    await nextTurn();
    for (const item of [3, 4]) {
      results.push(queue.submit(item));
      await nextTurn();
    }
    expect(batches).toEqual([[1], [2]]);
    end[1]?.();
    expect(await results[1]).toBe(4);
    await nextTurn();
    expect(batches).toEqual([[1], [2], [3, 4]]);
    end[0]?.();
    end[2]?.();
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8]);
  });

  it('starts further batches in the same turn when one does not take all that waits', async () => {
    const { run, end } = controlled();
    const { queue, batches } = queueOf(run, { batchesAtOnce: 2, batch: { itemsMax: 2 } });
    const results = [1, 2, 3, 4, 5].map((item) => queue.submit(item));
    await nextTurn();
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    end[0]?.();
    await results[0];
    await nextTurn();
    expect(batches).toEqual([[1, 2], [3, 4], [5]]);
    for (const finish of end) finish();
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8, 10]);
  });

  it('drops an item that is no longer wanted when its turn comes, and fills the batch with others', async () => {
    const gone = new Set([2, 3]);
    const { queue, batches } = queueOf(doubled, {
      batch: { itemsMax: 2 },
      dropReason: (item) => (gone.has(item) ? new Error(`${item} has gone`) : undefined),
    });
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => queue.submit(item)));
    expect(batches).toEqual([[1, 4], [5]]);
    expect(results).toMatchObject([
      { value: 2 },
      { reason: { message: '2 has gone' } },
      { reason: { message: '3 has gone' } },
      { value: 8 },
      { value: 10 },
    ]);
  });

  it('makes room for others when it drops items, and runs nothing when it drops all', async () => {
    const { queue, batches } = queueOf(doubled, {
      waiting: { itemsMax: 1, error: () => new Error('full') },
      dropReason: () => new Error('gone'),
    });
    for (let n = 0; n < 3; n++) await expect(queue.submit(n)).rejects.toThrow('gone');
    expect(batches).toEqual([]);
  });

  it('runs items alone after the errors that its owner names, and each once', async () => {
    const { queue, batches } = queueOf(
      async (items) => {
        if (items.includes(2)) throw new Error('poison');
        return doubled(items);
      },
      { runsAlone: () => true },
    );
    const results = await Promise.allSettled([1, 2, 3].map((item) => queue.submit(item)));
    expect(results).toMatchObject([{ value: 2 }, { reason: { message: 'poison' } }, { value: 6 }]);
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
    // A batch of one that failed does not run again.
    await expect(queue.submit(2)).rejects.toThrow('poison');
    expect(batches).toHaveLength(5);
  });

  it('gives each of a thousand callers its own result, whatever fails beside it', async () => {
    const { queue } = queueOf(
      async (items) => {
        await nextTurn();
        if (items.length > 1 && items.some((item) => item % 77 === 0)) throw new Error('not with others');
        return doubled(items);
      },
      { batchesAtOnce: 3, waiting: undefined, runsAlone: () => true },
    );
    const results: Promise<number>[] = [];
    for (let item = 0; item < 1_000; item++) {
      if (item % 7 === 0) await nextTurn();
      results.push(queue.submit(item));
    }
    expect(await Promise.all(results)).toEqual(Array.from({ length: 1_000 }, (_, item) => 2 * item));
  });
});
