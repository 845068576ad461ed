import { isUnavailable } from '@qafila/envelopes/as-refusal';

/**
 * Runs a statement for many items. When the database refuses it because of its data, each half runs alone, down to the
 * item that is refused: one damaged row must not stop the others. Any other failure is thrown.
 */
export async function splitOnFailure<Item, Result>(
  items: Item[],
  run: (items: Item[]) => Promise<Result[]>,
  onRefused: (item: Item, error: Error) => void,
): Promise<Result[]> {
  try {
    return await run(items);
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    if (items.length <= 1) {
      for (const item of items) onRefused(item, error as Error);
      return [];
    }
    const half = Math.ceil(items.length / 2);
    const first = await splitOnFailure(items.slice(0, half), run, onRefused);
    return [...first, ...(await splitOnFailure(items.slice(half), run, onRefused))];
  }
}

/** The server answered that the statement failed, and not because it is overloaded, too slow (57014) or stops. */
function isRefusedData(error: unknown): boolean {
  const { severity, code } = error as { severity?: unknown; code?: unknown };
  return severity === 'ERROR' && code !== '57014' && !isUnavailable(error);
}
