import { expect, test } from '@jest/globals';
import type { BatchQueue } from '@qafila/runtime/batch-queue';
import { fanOutQueue } from '../src/fanout/fan-out-queue.ts';

interface Item {
  name: string;
}
interface Echo {
  item: Item;
  text: string;
}

const item = (name: string): Item => ({ name });
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls that a test ends. */
function calls(): {
  queue: BatchQueue<readonly Item[], Echo[]>;
  made: string[][];
  end: (() => void)[];
  fail: ((error: Error) => void)[];
} {
  const [made, end, fail]: [string[][], (() => void)[], ((error: Error) => void)[]] = [[], [], []];
  const queue = fanOutQueue<Item, Echo>(
    (items) =>
      new Promise((resolve, reject) => {
        made.push(items.map(({ name }) => name));
        end.push(() =>
          resolve(
            items.flatMap((one) => [
              { item: one, text: `1${one.name}` },
              { item: one, text: `2${one.name}` },
            ]),
          ),
        );
        fail.push(reject);
      }),
    (echo) => echo.item,
  );
  return { queue, made, end, fail };
}
const texts = async (answers: Promise<Echo[]>): Promise<string[]> => (await answers).map(({ text }) => text);

test('groups of one turn of the event loop are one call, and each gets the results of its own items', async () => {
  const { queue, made, end } = calls();
  const answers = [
    queue.submit([item('a'), item('b')]),
    queue.submit([item('c')]),
    queue.submit([item('d'), item('e')]),
  ];
  await nextTurn();
  expect(made).toEqual([['a', 'b', 'c', 'd', 'e']]);
  end[0]?.();
  expect(await Promise.all(answers.map(texts))).toEqual([
    ['1a', '2a', '1b', '2b'],
    ['1c', '2c'],
    ['1d', '2d', '1e', '2e'],
  ]);
});

test('an empty group makes no call', async () => {
  const { queue, made } = calls();
  expect(await queue.submit([])).toEqual([]);
  await nextTurn();
  expect(made).toEqual([]);
});

test('groups that arrive during a call wait for it, and are one call', async () => {
  const { queue, made, end } = calls();
  const first = queue.submit([item('a')]);
  await nextTurn();
  const others = [queue.submit([item('b')]), queue.submit([item('c')])];
  await nextTurn();
  expect(made).toEqual([['a']]);
  end[0]?.();
  expect(await texts(first)).toEqual(['1a', '2a']);
  await nextTurn();
  expect(made).toEqual([['a'], ['b', 'c']]);
  end[1]?.();
  expect(await Promise.all(others.map(texts))).toEqual([
    ['1b', '2b'],
    ['1c', '2c'],
  ]);
  const last = queue.submit([item('d')]);
  await nextTurn();
  end[2]?.();
  expect(await texts(last)).toEqual(['1d', '2d']);
});

test('an item without results is answered with none', async () => {
  const queue = fanOutQueue<Item, Echo>(
    async (items) => items.filter(({ name }) => name !== 'unwanted').map((one) => ({ item: one, text: one.name })),
    (echo) => echo.item,
  );
  expect(
    await Promise.all([queue.submit([item('unwanted')]), queue.submit([item('a'), item('unwanted')])].map(texts)),
  ).toEqual([[], ['a']]);
});

test('when a call for several groups fails, each group is tried alone, and only the bad one fails', async () => {
  const made: string[][] = [];
  const queue = fanOutQueue<Item, Echo>(
    async (items) => {
      made.push(items.map(({ name }) => name));
      if (items.some(({ name }) => name === 'poison')) throw new Error('poison');
      return items.map((one) => ({ item: one, text: one.name }));
    },
    (echo) => echo.item,
  );
  const results = await Promise.allSettled(
    [queue.submit([item('a'), item('b')]), queue.submit([item('poison'), item('c')]), queue.submit([item('d')])].map(
      texts,
    ),
  );
  expect(results).toEqual([
    { status: 'fulfilled', value: ['a', 'b'] },
    expect.objectContaining({ status: 'rejected', reason: new Error('poison') }),
    { status: 'fulfilled', value: ['d'] },
  ]);
  expect(made).toEqual([['a', 'b', 'poison', 'c', 'd'], ['a', 'b'], ['poison', 'c'], ['d']]);
  expect(await texts(queue.submit([item('e')]))).toEqual(['e']);
});

test('a call that fails for a single group is not repeated', async () => {
  const { queue, made, fail } = calls();
  const answer = queue.submit([item('a')]);
  await nextTurn();
  fail[0]?.(new Error('away'));
  await expect(answer).rejects.toThrow('away');
  await nextTurn();
  expect(made).toEqual([['a']]);
});

test('of a thousand groups at random moments, each gets its own results, once', async () => {
  let underWay = 0;
  const queue = fanOutQueue<Item, Echo>(
    async (items) => {
      expect(++underWay).toBe(1);
      await nextTurn();
      underWay--;
      if (items.length > 1 && items.some(({ name }) => name.endsWith('77'))) throw new Error('not with others');
      return items.map((one) => ({ item: one, text: one.name }));
    },
    (echo) => echo.item,
  );
  const answers: Promise<void>[] = [];
  for (let index = 0; index < 1_000; index++) {
    if (index % 7 === 0) await nextTurn();
    answers.push(texts(queue.submit([item(`n${index}`)])).then((answer) => expect(answer).toEqual([`n${index}`])));
  }
  await Promise.all(answers);
});
