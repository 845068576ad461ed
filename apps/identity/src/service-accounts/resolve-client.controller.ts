import { Body, Controller, Header, HttpCode, Inject, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { isService } from '@qafila/auth/service-principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { RESOLVE_DEPENDENCIES } from '../key-resolution/resolve-key.controller.ts';
import type { ResolvedKey, ResolveDependencies } from '../key-resolution/resolve-key.ts';
import { resolveClient } from './resolve-client.ts';
import { ResolveClientBody } from './service-account.schema.ts';

/** Confirms to the gateway that the client of a token is not revoked. An internal route. */
@Controller('internal/v1/clients')
export class ResolveClientController {
  constructor(@Inject(RESOLVE_DEPENDENCIES) private readonly dependencies: ResolveDependencies) {}

  @Post('resolve')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  resolve(@Caller() gateway: Principal, @Body() body: ResolveClientBody): Promise<ResolvedKey> {
    if (!isService(gateway, 'gateway')) throw new Refusal(403, 'forbidden', 'Only the gateway may call this.');
    return resolveClient(this.dependencies.pool, this.dependencies.mode, {
      clientId: body.client_id,
      secretId: body.secret_id,
    });
  }
}
