import { closestName, plainName } from '@qafila/runtime/closest-name';

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

/** The known name that was probably meant: the one spelled nearest, or else another word for the same. */
export function suggestName(given: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  return closestName(given, names)?.name ?? synonymOf(plainName(given), names);
}

function synonymOf(wanted: string, names: readonly string[]): string | undefined {
  const words = SYNONYMS.filter((group) => group.includes(wanted)).flat();
  return names.find((name) => words.includes(plainName(name)));
}

/** The message of a refused name. */
export function unknownName(
  path: string,
  { kind, meant }: { kind: 'field' | 'parameter'; meant: string | undefined },
): string {
  return `${path} is not a ${kind} of this operation${meant === undefined ? '.' : `; did you mean ${meant}?`}`;
}
