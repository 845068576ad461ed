import { distance } from 'fastest-levenshtein';

const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase();
const singular = (letters: string): string => letters.replace(/ies$/, 'y').replace(/s$/, '');
const sorted = (letters: string): string => [...letters].sort().join('');

/**
 * The known name that was probably meant: the same letters in another spelling (`captureMethod`, `capture_method`), a
 * beginning (`shipTo` for `shipToInfo`), the other number (`currency` for `currencies`), two letters swapped (`emial`),
 * or a few letters away.
 */
export function suggestName(given: string, names: Iterable<string>): string | undefined {
  const wanted = plain(given);
  if (wanted === '') return undefined;
  let [best, bestDistance] = [undefined as string | undefined, Infinity];
  for (const name of names) {
    const steps = stepsBetween(wanted, plain(name));
    if (steps < bestDistance) [best, bestDistance] = [name, steps];
  }
  return bestDistance <= Math.max(1.5, Math.floor(wanted.length / 3)) ? best : undefined;
}

/** The message of a refused name. */
export function unknownName(
  path: string,
  { kind, meant }: { kind: 'field' | 'parameter'; meant: string | undefined },
): string {
  return `${path} is not a ${kind} of this operation${meant === undefined ? '.' : `; did you mean ${meant}?`}`;
}

function stepsBetween(wanted: string, letters: string): number {
  const steps = distance(wanted, letters);
  const isSwapped = steps === 2 && wanted.length >= 4 && sorted(wanted) === sorted(letters);
  if (isSwapped || singular(wanted) === singular(letters)) return Math.min(steps, 1);
  const isBeginning = wanted.length >= 3 && (letters.startsWith(wanted) || wanted.startsWith(letters));
  return isBeginning ? Math.min(steps, 1.5) : steps;
}
