import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MetadataScanner } from '@nestjs/core';
import type { ModulesContainer } from '@nestjs/core';
import { NeedsScope } from '@qafila/auth/guard';
import type { Scope } from '@qafila/auth/principal';
import type { RequestClass } from './request-schema.ts';

/** One route of a controller, as Nest will serve it. */
export interface Operation {
  method: string;
  /** With `{id}` where the route has `:id`. */
  path: string;
  /** `MetersController` → `meters`. */
  resource: string;
  handler: string;
  status: number;
  scope?: Scope;
  /** The class of the body; `Object` when the handler reads it by hand. */
  body?: RequestClass;
  query?: RequestClass;
}

const SCOPE = NeedsScope('meters:read').KEY;
/** Paths that the gateway and other services ask. */
const INTERNAL = /^\/internal\//;

/** What the controllers of a running service serve to merchants, from the metadata that Nest itself routes by. */
export function operationsOf(modules: ModulesContainer): Operation[] {
  const controllers = [...modules.values()].flatMap((module) => [...module.controllers.values()].map(({ metatype }) => metatype as RequestClass));
  return [...new Set(controllers)].flatMap(operationsOfController).filter(({ path }) => !INTERNAL.test(path));
}

function operationsOfController(controller: RequestClass): Operation[] {
  const prototype = controller.prototype as Record<string, RequestClass>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name] as RequestClass;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    const verb = RequestMethod[method].toLowerCase();
    return pathsOf(controller, handler).map((path) => ({
      method: verb, path, resource: resourceOf(controller), handler: name, scope: Reflect.getMetadata(SCOPE, handler) as Scope | undefined,
      status: (Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined) ?? (method === RequestMethod.POST ? 201 : 200),
      body: argumentOf(controller, name, RouteParamtypes.BODY), query: argumentOf(controller, name, RouteParamtypes.QUERY),
    }));
  });
}

function pathsOf(controller: RequestClass, handler: RequestClass): string[] {
  const parts = (target: RequestClass): string[] => [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();
  return parts(controller).flatMap((above) => parts(handler).map((below) => `/${[above, below].join('/')}`
    .replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1').replace(/:(\w+)/g, '{$1}')));
}

/** The declared class of the parameter that Nest fills with the whole body or query. */
function argumentOf(controller: RequestClass, handler: string, kind: RouteParamtypes): RequestClass | undefined {
  const filled = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<string, { index: number }>;
  const at = Object.entries(filled).find(([key]) => key.startsWith(`${kind}:`))?.[1].index;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) as RequestClass[] | undefined;
  return at === undefined ? undefined : types?.[at] ?? Object;
}

function resourceOf(controller: RequestClass): string {
  const name = controller.name.replace(/Controller$/, '');
  return name.charAt(0).toLowerCase() + name.slice(1);
}
