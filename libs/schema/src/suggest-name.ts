import { distance } from 'fastest-levenshtein';

const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase();
const singular = (letters: string): string => letters.replace(/ies$/, 'y').replace(/s$/, '');
const sorted = (letters: string): string => [...letters].sort().join('');

/** Words for the same in other APIs, without case and separators. */
const SYNONYMS = [
  ['from', 'since', 'start', 'after', 'startdate'],
  ['to', 'until', 'till', 'end', 'before', 'enddate'],
  ['status', 'state'],
  ['province', 'state', 'region'],
  ['zip', 'zipcode', 'postcode', 'postalcode', 'pincode'],
  ['limit', 'pagesize', 'perpage', 'size'],
  ['cursor', 'page', 'offset', 'startingafter'],
  ['phone', 'mobile', 'telephone', 'tel'],
];

/**
 * The known name that was probably meant: the same letters in another spelling (`captureMethod`, `capture_method`), a
 * beginning (`shipTo` for `shipToInfo`), the other number (`currency` for `currencies`), two letters swapped (`emial`),
 * a few letters away, or else another word for the same (`since` for `from`).
 */
export function suggestName(given: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const wanted = plain(given);
  if (wanted === '') return undefined;
  let [best, bestDistance] = [undefined as string | undefined, Infinity];
  for (const name of names) {
    const steps = stepsBetween(wanted, plain(name));
    if (steps < bestDistance) [best, bestDistance] = [name, steps];
  }
  return bestDistance <= Math.max(1.5, Math.floor(wanted.length / 3)) ? best : synonymOf(wanted, names);
}

function synonymOf(wanted: string, names: readonly string[]): string | undefined {
  const words = SYNONYMS.filter((group) => group.includes(wanted)).flat();
  return names.find((name) => words.includes(plain(name)));
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
  const one = singular(wanted);
  const isBeginning = wanted.length >= 3 && (letters.startsWith(one) || wanted.startsWith(letters));
  return isBeginning ? Math.min(steps, 1.5) : steps;
}
