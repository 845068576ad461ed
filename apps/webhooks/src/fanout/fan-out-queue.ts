import { BatchQueue } from '@qafila/runtime/batch-queue';

/**
 * Joins the groups of events that arrive together into one call: the batches of six partitions cost one statement and
 * one commit instead of six. When a call fails, each group is tried alone, so that a bad event fails only its own
 * group. Each group gets the results of its own items; an item that is in two groups is answered to the first.
 */
export function fanOutQueue<Item, Result>(
  call: (items: Item[]) => Promise<Result[]>,
  itemOf: (result: Result) => Item,
): BatchQueue<readonly Item[], Result[]> {
  return new BatchQueue({
    batchesAtOnce: 1,
    runsAlone: () => true,
    run: async (groups) => {
      const items = groups.flat();
      const results = items.length === 0 ? [] : await call(items);
      if (groups.length === 1) return [results];
      const groupOf = new Map<Item, number>();
      for (const [index, group] of groups.entries())
        for (const item of group) if (!groupOf.has(item)) groupOf.set(item, index);
      const answers = groups.map((): Result[] => []);
      for (const result of results) answers[groupOf.get(itemOf(result)) as number]?.push(result);
      return answers;
    },
  });
}
