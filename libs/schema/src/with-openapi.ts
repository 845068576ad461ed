import { Controller, Get, Inject } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { isService } from '@qafila/auth/service-principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { documentOf } from './document.ts';
import type { ServiceDescription } from './document.ts';
import { OPENAPI_PATH } from './openapi.ts';
import type { OpenApiDocument } from './openapi.ts';

const DESCRIBED = Symbol('described');

/**
 * The description of a service, made from its controllers at the first request. Only the gateway may read it: it is on
 * the HTTP port of the service, which the gateway knows, behind the same guard as every other route.
 */
@Controller(OPENAPI_PATH)
class OpenApiController {
  #document: OpenApiDocument | undefined;
  constructor(@Inject(DESCRIBED) private readonly described: ServiceDescription) {}

  @Get()
  read(@Caller() gateway: Principal): OpenApiDocument {
    if (!isService(gateway, 'gateway')) throw new Refusal(403, 'forbidden', 'Only the gateway may call this.');
    return (this.#document ??= documentOf(this.described));
  }
}

/** Adds a route to the module, at which the gateway reads the description of the service. */
export function withOpenApi(module: DynamicModule, description: ServiceDescription): DynamicModule {
  return {
    ...module,
    controllers: [...(module.controllers ?? []), OpenApiController],
    providers: [...(module.providers ?? []), { provide: DESCRIBED, useValue: description }],
  };
}
