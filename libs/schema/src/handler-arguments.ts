import 'reflect-metadata';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Class } from './field.ts';

/** The class of the parameter that gets the whole body or query. */
export function argumentOf(controller: Class, handler: string, kind: RouteParamtypes): Class | undefined {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { index: number }
  >;
  const at = Object.entries(args).find(([key]) => key.startsWith(`${kind}:`))?.[1].index;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) as
    Class[] | undefined;
  return at === undefined ? undefined : types?.[at];
}
