import { Body, Controller, Header, HttpCode, Inject, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { isService } from '@qafila/auth/service-principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { ResolveKeyBody } from './key.schema.ts';
import { resolveKey } from './resolve-key.ts';
import type { ResolvedKey, Resolver } from './resolve-key.ts';

export const RESOLVER = Symbol('resolver');

/** The gateways' question "whose key is this?". Reached from inside only. */
@Controller('internal/v1/keys')
export class ResolveController {
  constructor(@Inject(RESOLVER) private readonly resolver: Resolver) {}

  @Post('resolve') @HttpCode(200) @Header('cache-control', 'no-store')
  resolve(@Caller() gateway: Principal, @Body() body: ResolveKeyBody): Promise<ResolvedKey> {
    if (!isService(gateway, 'gateway')) throw new Refusal(403, 'forbidden', "This door is the gateway's.");
    return resolveKey(this.resolver, body.api_key, body.account_id);
  }
}
