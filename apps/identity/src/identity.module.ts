import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, Reflector } from '@nestjs/core';
import { PrincipalGuard } from '@qafila/auth/guard';
import type { Opener } from '@qafila/auth/seal';
import { DialectFilter } from '@qafila/envelopes/dialect.filter';
import { validationPipe } from '@qafila/envelopes/validation';
import type { Bus } from '@qafila/messaging/bus';
import { Relay } from '@qafila/messaging/relay';
import type { Database } from '@qafila/runtime/database';
import type { ServiceContext } from '@qafila/runtime/service';
import { HmacController } from './hmac/hmac.controller.ts';
import { StoreSecretsController } from './hmac/store-secrets.controller.ts';
import { KeysController } from './keys/keys.controller.ts';
import { LastUsed } from './keys/last-used.ts';
import { RESOLVER, ResolveController } from './keys/resolve.controller.ts';
import type { Resolver } from './keys/resolve-key.ts';
import { ResolveClientController } from './service-accounts/resolve-client.controller.ts';
import { ServiceAccountsController } from './service-accounts/service-accounts.controller.ts';
import { TOKEN_DESK, TokenController } from './tokens/token.controller.ts';
import { TokenKeys } from './tokens/token-keys.ts';
import type { KeyRing } from './vault/key-ring.ts';
import { VAULT } from './vault/vault.ts';
import type { Vault } from './vault/vault.ts';

export interface IdentityOptions { opener: Opener; ring: KeyRing; bus: () => Bus; tokenSeconds: number }

/** The one module of the service: controllers hold no rules, rules hold no state. */
@Module({})
export class IdentityModule {
  static of(context: ServiceContext, { opener, ring, bus, tokenSeconds }: IdentityOptions, { pool, source }: Database): DynamicModule {
    const { mode, log } = context;
    const lastUsed = new LastUsed(pool, log);
    const keys = new TokenKeys(pool, ring.master, tokenSeconds);
    return {
      module: IdentityModule,
      controllers: [HmacController, KeysController, ResolveController, ResolveClientController, ServiceAccountsController, StoreSecretsController, TokenController],
      providers: [
        { provide: VAULT, useValue: { source, ring } satisfies Vault },
        { provide: RESOLVER, useValue: { pool, ring, mode, lastUsed } satisfies Resolver },
        { provide: TOKEN_DESK, useValue: { pool, ring, mode, keys, lifetimeSeconds: tokenSeconds, log } },
        { provide: TokenKeys, useValue: keys },
        { provide: LastUsed, useValue: lastUsed },
        { provide: Relay, useValue: new Relay({ pool, bus: bus(), log }) },
        { provide: APP_GUARD, useFactory: (reflector: Reflector) => new PrincipalGuard(opener, reflector), inject: [Reflector] },
        { provide: APP_PIPE, useFactory: validationPipe },
        { provide: APP_FILTER, useValue: new DialectFilter('payment', (error) => log.error({ error: (error as Error).stack }, 'http.unforeseen')) },
      ],
    };
  }
}
