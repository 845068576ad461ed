import { Body, Controller, Header, HttpCode, Inject, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { isService } from '@qafila/auth/service-principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { RESOLVER } from '../keys/resolve.controller.ts';
import type { ResolvedKey, Resolver } from '../keys/resolve-key.ts';
import { resolveClient } from './resolve-client.ts';
import { ResolveClientBody } from './service-account.schema.ts';

/** The gateways' question "is the client of this token still good?". Reached from inside only. */
@Controller('internal/v1/clients')
export class ResolveClientController {
  constructor(@Inject(RESOLVER) private readonly resolver: Resolver) {}

  @Post('resolve') @HttpCode(200) @Header('cache-control', 'no-store')
  resolve(@Caller() gateway: Principal, @Body() body: ResolveClientBody): Promise<ResolvedKey> {
    if (!isService(gateway, 'gateway')) throw new Refusal(403, 'forbidden', "This door is the gateway's.");
    return resolveClient(this.resolver.pool, this.resolver.mode, { clientId: body.client_id, secretId: body.secret_id });
  }
}
