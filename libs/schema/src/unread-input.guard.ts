import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { isJsonObject } from '@qafila/json/is-object';
import type { Class } from './field.ts';
import { argumentOf } from './handler-arguments.ts';
import { Place, Violations } from './violations.ts';

interface Read {
  body: boolean;
  query: boolean;
}

/**
 * Refuses a body or parameters that the operation does not read at all. What it reads is judged by the RequestPipe. A
 * guard costs nothing where an interceptor would make two promises.
 */
export class UnreadInputGuard implements CanActivate {
  readonly #read = new WeakMap<object, Read>();

  /** What the handler reads although no parameter of it says so. */
  constructor(private readonly byHandler: Read) {}

  canActivate(context: ExecutionContext): boolean {
    const reads = this.#of(context);
    if (reads.body && reads.query) return true;
    const { body, query } = context.switchToHttp().getRequest<{ body: unknown; query: object }>();
    const violations = new Violations();
    if (!reads.query) refuseFields(query, 'query', violations);
    if (!reads.body && isJsonObject(body)) refuseFields(body, 'body', violations);
    violations.check();
    return true;
  }

  #of(context: ExecutionContext): Read {
    const handler = context.getHandler();
    const known = this.#read.get(handler);
    if (known !== undefined) return known;
    const controller = context.getClass() as Class;
    const read = {
      body: this.byHandler.body || argumentOf(controller, handler.name, RouteParamtypes.BODY) !== undefined,
      query: this.byHandler.query || argumentOf(controller, handler.name, RouteParamtypes.QUERY) !== undefined,
    };
    this.#read.set(handler, read);
    return read;
  }
}

function refuseFields(given: object, source: 'body' | 'query', violations: Violations): void {
  const at = new Place('', {}, violations, source);
  const kind = source === 'query' ? 'parameter' : 'field';
  for (const name of Object.keys(given))
    if (!violations.isFull)
      at.below(name).fail(`is not a ${kind} of this operation, which reads no ${source}`, 'unknown_field');
}
