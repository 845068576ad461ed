import { Controller, Get, Inject } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { isService } from '@qafila/auth/service-principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { documentOf } from './document.ts';
import type { AllParticulars } from './document.ts';
import { OPENAPI_PATH } from './openapi.ts';
import type { OpenApiDocument } from './openapi.ts';
import { operationsOf } from './operations.ts';

interface Described { service: string; particulars?: AllParticulars }
const DESCRIBED = Symbol('described');

/**
 * A service's own description, made from its controllers when first asked for. Reached from inside only: it stands on the
 * service's HTTP port, which is the one that the gateway knows, behind the same guard as every other door.
 */
@Controller(OPENAPI_PATH)
class OpenApiController {
  #document: OpenApiDocument | undefined;
  constructor(@Inject(ModulesContainer) private readonly modules: ModulesContainer, @Inject(DESCRIBED) private readonly described: Described) {}

  @Get()
  read(@Caller() gateway: Principal): OpenApiDocument {
    if (!isService(gateway, 'gateway')) throw new Refusal(403, 'forbidden', "This door is the gateway's.");
    return this.#document ??= documentOf({ ...this.described, operations: operationsOf(this.modules) });
  }
}

/** The module with one door more, at which the gateway reads what the service serves. */
export function withOpenApi(module: DynamicModule, service: string, particulars?: AllParticulars): DynamicModule {
  return {
    ...module, controllers: [...module.controllers ?? [], OpenApiController],
    providers: [...module.providers ?? [], { provide: DESCRIBED, useValue: { service, particulars } satisfies Described }],
  };
}
