import { closestName } from './closest-name.ts';

/** Segments that stand before the name of the object, and that callers forget or mix up. */
const PREFIX = /^(public|oe|aggtr|api|v\d+|admin)$/i;

/** No path of the API has more; anyone can send a path of thousands, and each costs a comparison with every route. */
const WORDS_MAX = 10;
/** The cost of a word below a prefix route: a route that knows the word is nearer. */
const BELOW_PREFIX = 1.5;

/**
 * The path that was probably meant, from the routes as Fastify writes them: the nearest spelling with the same number
 * of words, or else the object that the last known word names. Routes between services are not suggested.
 */
export function nearestPath(path: string, routePaths: readonly string[]): string | undefined {
  const given = wordsOf(path.split('?', 1)[0] as string).words;
  if (given.length === 0 || given.length > WORDS_MAX) return undefined;
  const routes = routePaths.filter((route) => !route.startsWith('/internal/')).map(wordsOf);
  let best: { path: string; steps: number } | undefined;
  for (const route of routes) {
    const near = spelledAs(route, given);
    if (near !== undefined && near.steps < (best?.steps ?? Infinity)) best = near;
  }
  return best?.path ?? objectOf(given, routes);
}

interface RouteWords {
  prefix: string[];
  words: string[];
}

function wordsOf(path: string): RouteWords {
  const segments = path.split('/').filter((segment) => segment !== '');
  const start = segments.findIndex((segment) => !PREFIX.test(segment));
  return start < 0
    ? { prefix: segments, words: [] }
    : { prefix: segments.slice(0, start), words: segments.slice(start) };
}

/** The given words in the spelling of the route, if each of them is near. */
function spelledAs({ prefix, words }: RouteWords, given: string[]): { path: string; steps: number } | undefined {
  const isPrefix = words.at(-1) === '*';
  const fixed = isPrefix ? words.slice(0, -1) : words;
  if (fixed.length === 0 || (isPrefix ? given.length <= fixed.length : given.length !== fixed.length)) return undefined;
  let total = 0;
  const spelled = given.map((word, index) => {
    const wanted = fixed[index];
    if (wanted?.startsWith(':')) return word;
    total += wanted === undefined ? BELOW_PREFIX : (closestName(word, [wanted])?.steps ?? Infinity);
    return wanted ?? word;
  });
  return total === Infinity ? undefined : { path: `/${[...prefix, ...spelled].join('/')}`, steps: total };
}

function objectOf(given: string[], routes: RouteWords[]): string | undefined {
  const objects = routes.filter(({ words }) => words.length === 1 && words[0] !== '*');
  for (const word of given.toReversed()) {
    const object = objects.find(({ words }) => closestName(word, words) !== undefined);
    if (object !== undefined) return `/${[...object.prefix, ...object.words].join('/')}`;
  }
  return undefined;
}
