import type { FastifyInstance } from 'fastify';
import { nearestPath } from './nearest-path.ts';
import { fitsPattern, pathPattern } from './path-pattern.ts';
import type { PathPattern } from './path-pattern.ts';

/** A path that exists, called with a method that it does not have. `asRefusal` reads the status. */
class MethodNotAllowed extends Error {
  readonly statusCode = 405;
}

/** A path that does not exist, with the one that was probably meant. */
class UnknownPath extends Error {
  readonly statusCode = 404;

  constructor(readonly nearest: string | undefined) {
    super('There is no such path.');
  }
}

interface Route extends PathPattern {
  path: string;
  methods: string[];
}

/**
 * The methods of each path. Fastify answers 404 for a known path with another method; a caller must be able to see the
 * difference between a wrong path and a wrong method (RFC 9110 section 15.5.6).
 */
export class RouteMethods {
  readonly #routes: Route[] = [];

  /** Must be called before the routes are added. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      // The route of everything else is no path of its own.
      if (url === '*' || url === '/*') return;
      this.#routes.push({ ...pathPattern(url), path: url, methods: [method].flat() });
    });
  }

  /** The methods of all routes that this path matches, e.g. for the header `Allow`. */
  of(path: string): string[] {
    const matching = this.#routes.filter((route) => fitsPattern(route, path));
    return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
  }

  /** Throws: the path exists with other methods, or does not exist. */
  refuse(method: string, path: string, setAllow: (methods: string) => unknown): never {
    const methods = this.of(path);
    if (methods.length === 0) {
      const paths = this.#routes.map((route) => route.path);
      throw new UnknownPath(nearestPath(path, paths));
    }
    setAllow(methods.join(', '));
    const usable = methods.filter((name) => name !== 'HEAD' && name !== 'OPTIONS');
    throw new MethodNotAllowed(`${method} is not possible here. Use ${usable.join(' or ')}.`);
  }
}

/** Refuses what Fastify answers with 404: an existing path with 405 and `Allow`, another one with the nearest path. */
export function refuseOtherMethods(fastify: FastifyInstance): void {
  const routes = new RouteMethods();
  routes.watch(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.is404) routes.refuse(request.method, request.url, (methods) => reply.header('allow', methods));
    done();
  });
}
