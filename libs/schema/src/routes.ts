import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MetadataScanner } from '@nestjs/core';
import type { Class } from './field.ts';
import { argumentOf } from './handler-arguments.ts';
import { operationOf } from './operation.ts';
import type { OperationSpec } from './operation.ts';

/** A handler with `@Operation()`, as Nest serves it. */
export interface Route {
  method: string;
  /** With `{id}` where the route has `:id`. */
  path: string;
  spec: OperationSpec;
  body?: Class;
  query?: Class;
}

/** The operations of controllers, from the metadata by which Nest routes. */
export function routesOf(controllers: readonly Class[]): Route[] {
  return controllers.flatMap(routesOfController);
}

function routesOfController(controller: Class): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name] as object;
    const spec = operationOf(handler);
    if (spec === undefined) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod].toLowerCase();
    const body = spec.body ?? argumentOf(controller, name, RouteParamtypes.BODY);
    const query = spec.query ?? argumentOf(controller, name, RouteParamtypes.QUERY);
    return pathsOf(controller, handler).map((path) => ({ method, path, spec, body, query }));
  });
}

function pathsOf(controller: object, handler: object): string[] {
  const parts = (target: object): string[] => [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();
  return parts(controller).flatMap((above) =>
    parts(handler).map((below) =>
      `/${[above, below].join('/')}`
        .replace(/\/{2,}/g, '/')
        .replace(/(.)\/$/, '$1')
        .replace(/:(\w+)/g, '{$1}'),
    ),
  );
}
