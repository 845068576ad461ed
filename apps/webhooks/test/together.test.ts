import { expect, test } from '@jest/globals';
import { Together } from '../src/fanout/together.ts';

interface Item { name: string }
interface Echo { item: Item; text: string }

const item = (name: string): Item => ({ name });
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls that end when they are told to. */
function calls(): { together: Together<Item, Echo>; made: string[][]; end: (() => void)[]; fail: ((error: Error) => void)[] } {
  const [made, end, fail]: [string[][], (() => void)[], ((error: Error) => void)[]] = [[], [], []];
  const together = new Together<Item, Echo>((items) => new Promise((resolve, reject) => {
    made.push(items.map(({ name }) => name));
    end.push(() => resolve(items.flatMap((one) => [{ item: one, text: `1${one.name}` }, { item: one, text: `2${one.name}` }])));
    fail.push(reject);
  }), (echo) => echo.item);
  return { together, made, end, fail };
}
const texts = async (answers: Promise<Echo[]>): Promise<string[]> => (await answers).map(({ text }) => text);

test('what comes in one turn is one call, and each gets the answers to its own', async () => {
  const { together, made, end } = calls();
  const answers = [together.submit([item('a'), item('b')]), together.submit([item('c')]), together.submit([item('d'), item('e')])];
  await nextTurn();
  expect(made).toEqual([['a', 'b', 'c', 'd', 'e']]);
  end[0]?.();
  expect(await Promise.all(answers.map(texts))).toEqual([['1a', '2a', '1b', '2b'], ['1c', '2c'], ['1d', '2d', '1e', '2e']]);
});

test('nothing costs nothing', async () => {
  const { together, made } = calls();
  expect(await together.submit([])).toEqual([]);
  await nextTurn();
  expect(made).toEqual([]);
});

test('what comes during a call waits for it, together', async () => {
  const { together, made, end } = calls();
  const first = together.submit([item('a')]);
  await nextTurn();
  const others = [together.submit([item('b')]), together.submit([item('c')])];
  await nextTurn();
  expect(made).toEqual([['a']]);
  end[0]?.();
  expect(await texts(first)).toEqual(['1a', '2a']);
  await nextTurn();
  expect(made).toEqual([['a'], ['b', 'c']]);
  end[1]?.();
  expect(await Promise.all(others.map(texts))).toEqual([['1b', '2b'], ['1c', '2c']]);
  const last = together.submit([item('d')]);
  await nextTurn();
  end[2]?.();
  expect(await texts(last)).toEqual(['1d', '2d']);
});

test('an item without answers is answered with none', async () => {
  const together = new Together<Item, Echo>(async (items) => items.filter(({ name }) => name !== 'unwanted').map((one) => ({ item: one, text: one.name })), (echo) => echo.item);
  expect(await Promise.all([together.submit([item('unwanted')]), together.submit([item('a'), item('unwanted')])].map(texts))).toEqual([[], ['a']]);
});

test('when a call of several fails, each is tried alone: only whoever brought the poison suffers', async () => {
  const made: string[][] = [];
  const together = new Together<Item, Echo>(async (items) => {
    made.push(items.map(({ name }) => name));
    if (items.some(({ name }) => name === 'poison')) throw new Error('poison');
    return items.map((one) => ({ item: one, text: one.name }));
  }, (echo) => echo.item);
  const results = await Promise.allSettled([together.submit([item('a'), item('b')]), together.submit([item('poison'), item('c')]), together.submit([item('d')])].map(texts));
  expect(results).toEqual([
    { status: 'fulfilled', value: ['a', 'b'] }, expect.objectContaining({ status: 'rejected', reason: new Error('poison') }), { status: 'fulfilled', value: ['d'] },
  ]);
  expect(made).toEqual([['a', 'b', 'poison', 'c', 'd'], ['a', 'b'], ['poison', 'c'], ['d']]);
  expect(await texts(together.submit([item('e')]))).toEqual(['e']);
});

test('a call that fails for one alone is not made twice', async () => {
  const { together, made, fail } = calls();
  const answer = together.submit([item('a')]);
  await nextTurn();
  fail[0]?.(new Error('away'));
  await expect(answer).rejects.toThrow('away');
  await nextTurn();
  expect(made).toEqual([['a']]);
});

test('a thousand at random moments: every answer goes to whoever asked, once', async () => {
  let underWay = 0;
  const together = new Together<Item, Echo>(async (items) => {
    expect(++underWay).toBe(1);
    await nextTurn();
    underWay--;
    if (items.length > 1 && items.some(({ name }) => name.endsWith('77'))) throw new Error('not with others');
    return items.map((one) => ({ item: one, text: one.name }));
  }, (echo) => echo.item);
  const asked: Promise<void>[] = [];
  for (let index = 0; index < 1_000; index++) {
    if (index % 7 === 0) await nextTurn();
    asked.push(texts(together.submit([item(`n${index}`)])).then((answer) => expect(answer).toEqual([`n${index}`])));
  }
  await Promise.all(asked);
});
