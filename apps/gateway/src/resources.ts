import { Sealer } from '@qafila/auth/seal';
import { servicePrincipal } from '@qafila/auth/service-principal';
import { BadSetting } from '@qafila/runtime/env';
import type { Logger } from '@qafila/runtime/log';
import type { ServiceContext } from '@qafila/runtime/service';
import { AccessTokens } from './authentication/access-tokens.ts';
import { Upstream } from './upstreams/upstream.ts';
import { EventGroups } from './upstreams/event-groups.ts';
import { IdentityClient } from './authentication/identity-client.ts';
import { KeyCache } from './authentication/key-cache.ts';
import { OpenApiSource } from './documents/openapi-source.ts';
import type { Credentials, ResolvedKey, ResolvedSession } from './authentication/resolved-key.ts';
import { LIMITS } from './limits.ts';
import { SERVICES } from './routes.ts';
import type { Service } from './routes.ts';
import type { GatewaySettings } from './settings.ts';
import { TokenBuckets } from './token-buckets.ts';
import { UpstreamFailures } from './upstreams/upstream-failures.ts';

/** Connections, caches and rate limits of this process. A restart loses nothing that matters. */
export interface GatewayResources {
  settings: GatewaySettings;
  log: Logger;
  sealer: Sealer;
  identity: IdentityClient;
  keys: KeyCache<Credentials, ResolvedKey>;
  tokens: AccessTokens;
  sessions: KeyCache<string, ResolvedSession>;
  keyRateLimits: TokenBuckets;
  /** By client network. */
  failedAuthentications: TokenBuckets;
  /** For routes without a key, by kind of route and network. */
  anonymousRateLimits: TokenBuckets;
  upstreams: Record<Service, Upstream>;
  events: EventGroups;
  openApi: OpenApiSource;
}

export function openResources(
  settings: GatewaySettings,
  context: ServiceContext,
  nowMs?: () => number,
): GatewayResources {
  const { origins, upstreamTimeoutMs: timeoutMs } = settings;
  const failures = new UpstreamFailures(context.log, context.metrics);
  const sealer = sealerFrom(settings.principalPrivateKey);
  const identity = new IdentityClient(origins.identity, sealer, context.mode);
  const upstreams = Object.fromEntries(
    SERVICES.map((name) => [name, new Upstream(name, origins[name], { timeoutMs, failures })]),
  ) as Record<Service, Upstream>;
  const events = new EventGroups(origins.metering, sealer, {
    principal: servicePrincipal('gateway', context.mode),
    timeoutMs,
    failures,
  });
  const openApi = new OpenApiSource(origins, sealer, context.mode);
  for (const resource of [identity, openApi, ...Object.values(upstreams), events])
    context.onStop(() => resource.close());
  context.health.add('identity', () => identity.problem());
  const keys = new KeyCache<Credentials, ResolvedKey>(
    {
      resolve: (credentials, requestId) => identity.resolve(credentials, requestId),
      idOf: ({ accountId, apiKey }) => `${accountId}\n${apiKey}`,
    },
    nowMs,
  );
  const sessions = new KeyCache<string, ResolvedSession>(
    { resolve: (token, requestId) => identity.resolveSession(token, requestId), idOf: (token) => token },
    nowMs,
    { usableMs: LIMITS.sessionUsableMs, refreshMs: LIMITS.sessionRefreshMs },
  );
  return {
    settings,
    log: context.log,
    sealer,
    identity,
    keys,
    tokens: new AccessTokens(identity, context.mode),
    sessions,
    keyRateLimits: new TokenBuckets(nowMs),
    failedAuthentications: new TokenBuckets(nowMs),
    anonymousRateLimits: new TokenBuckets(nowMs),
    upstreams,
    events,
    openApi,
  };
}

function sealerFrom(privateKey: string): Sealer {
  try {
    return new Sealer(privateKey);
  } catch {
    throw new BadSetting('PRINCIPAL_PRIVATE_KEY must be an Ed25519 private key in PEM form');
  }
}
