/** The path of a route as Fastify writes it: `:name` is any segment, and `/*` at its end all paths below. */
export interface PathPattern {
  segments: string[];
  isPrefix: boolean;
}

export function pathPattern(routePath: string): PathPattern {
  const segments = segmentsOf(routePath);
  const isPrefix = segments.at(-1) === '*';
  return { segments: isPrefix ? segments.slice(0, -1) : segments, isPrefix };
}

/** Whether a route of this pattern gets the path. Case, a slash at the end and the query do not matter. */
export function fitsPattern({ segments, isPrefix }: PathPattern, path: string): boolean {
  const given = segmentsOf(path);
  if (isPrefix ? given.length <= segments.length : given.length !== segments.length) return false;
  return segments.every((segment, index) => segment.startsWith(':') || segment === given[index]);
}

function segmentsOf(url: string): string[] {
  const [path = ''] = url.split('?', 1);
  return path
    .replace(/(.)\/$/, '$1')
    .toLowerCase()
    .split('/');
}
