import { distance } from 'fastest-levenshtein';

/** The letters and digits of a name, in lower case. */
export const plainName = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase();
const singular = (letters: string): string => letters.replace(/ies$/, 'y').replace(/s$/, '');
const sorted = (letters: string): string => [...letters].sort().join('');

/**
 * The known name that is spelled nearest: the same letters in another spelling (`captureMethod`, `capture_method`), a
 * beginning (`shipTo` for `shipToInfo`), the other number (`currency` for `currencies`), two letters swapped (`emial`),
 * or a few letters away. Undefined when none is near.
 */
export function closestName(given: string, names: Iterable<string>): { name: string; steps: number } | undefined {
  const wanted = plainName(given);
  if (wanted === '') return undefined;
  let best: { name: string; steps: number } | undefined;
  for (const name of names) {
    const steps = stepsBetween(wanted, plainName(name));
    if (steps < (best?.steps ?? Infinity)) best = { name, steps };
  }
  return best !== undefined && best.steps <= Math.max(1.5, Math.floor(wanted.length / 3)) ? best : undefined;
}

function stepsBetween(wanted: string, letters: string): number {
  const steps = distance(wanted, letters);
  const isSwapped = steps === 2 && wanted.length >= 4 && sorted(wanted) === sorted(letters);
  if (isSwapped || singular(wanted) === singular(letters)) return Math.min(steps, 1);
  const one = singular(wanted);
  const isBeginning = wanted.length >= 3 && (letters.startsWith(one) || wanted.startsWith(letters));
  return isBeginning ? Math.min(steps, 1.5) : steps;
}
