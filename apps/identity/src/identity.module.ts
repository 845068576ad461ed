import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, Reflector } from '@nestjs/core';
import { PrincipalGuard } from '@qafila/auth/guard';
import type { Opener } from '@qafila/auth/seal';
import { DialectFilter } from '@qafila/envelopes/dialect.filter';
import type { Bus } from '@qafila/messaging/bus';
import { Relay } from '@qafila/messaging/relay';
import type { Database } from '@qafila/runtime/database';
import type { ServiceContext } from '@qafila/runtime/service';
import { RequestPipe } from '@qafila/schema/request.pipe';
import { CONTROLLERS } from './api.ts';
import { LastUsed } from './key-resolution/last-used.ts';
import { RESOLVE_DEPENDENCIES } from './key-resolution/resolve-key.controller.ts';
import type { ResolveDependencies } from './key-resolution/resolve-key.ts';
import { TOKEN_ISSUER } from './tokens/token.controller.ts';
import { TokenKeys } from './tokens/token-keys.ts';
import type { KeyRing } from './vault/key-ring.ts';
import { IDENTITY_DEPENDENCIES } from './identity-dependencies.ts';
import type { IdentityDependencies } from './identity-dependencies.ts';

export interface IdentityOptions {
  opener: Opener;
  ring: KeyRing;
  bus: () => Promise<Bus>;
  tokenSeconds: number;
}

/** The service's only module. Controllers contain no rules, and rules have no state. */
@Module({})
export class IdentityModule {
  static async of(
    context: ServiceContext,
    { opener, ring, bus, tokenSeconds }: IdentityOptions,
    { pool, source }: Database,
  ): Promise<DynamicModule> {
    const { mode, log } = context;
    const lastUsed = new LastUsed(pool, log);
    const keys = new TokenKeys(pool, ring.master, tokenSeconds);
    return {
      module: IdentityModule,
      controllers: CONTROLLERS,
      providers: [
        { provide: IDENTITY_DEPENDENCIES, useValue: { source, ring, mode } satisfies IdentityDependencies },
        { provide: RESOLVE_DEPENDENCIES, useValue: { pool, ring, mode, lastUsed } satisfies ResolveDependencies },
        { provide: TOKEN_ISSUER, useValue: { pool, ring, mode, keys, lifetimeSeconds: tokenSeconds, log } },
        { provide: TokenKeys, useValue: keys },
        { provide: LastUsed, useValue: lastUsed },
        {
          provide: Relay,
          useValue: new Relay({ pool, bus: await bus(), log, metrics: context.metrics, health: context.health }),
        },
        {
          provide: APP_GUARD,
          useFactory: (reflector: Reflector) => new PrincipalGuard(opener, reflector),
          inject: [Reflector],
        },
        { provide: APP_PIPE, useClass: RequestPipe },
        {
          provide: APP_FILTER,
          useValue: new DialectFilter('payment', (error) =>
            log.error({ error: (error as Error).stack }, 'http.unforeseen'),
          ),
        },
      ],
    };
  }
}
