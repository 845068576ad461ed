import { Body, Controller, Header, HttpCode, Inject, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { isService } from '@qafila/auth/service-principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { ResolveKeyBody } from './resolve-key.schema.ts';
import { resolveKey } from './resolve-key.ts';
import type { ResolvedKey, ResolveDependencies } from './resolve-key.ts';

/** Nest injects ResolveDependencies by this symbol. */
export const RESOLVE_DEPENDENCIES = Symbol('resolve dependencies');

/** Returns the owner, scopes and secrets of an API key, to the gateway. An internal route. */
@Controller('internal/v1/keys')
export class ResolveKeyController {
  constructor(@Inject(RESOLVE_DEPENDENCIES) private readonly dependencies: ResolveDependencies) {}

  @Post('resolve')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  resolve(@Caller() gateway: Principal, @Body() body: ResolveKeyBody): Promise<ResolvedKey> {
    if (!isService(gateway, 'gateway')) throw new Refusal(403, 'forbidden', 'Only the gateway may call this.');
    return resolveKey(this.dependencies, body.api_key, body.account_id);
  }
}
