import { Sealer } from '@qafila/auth/seal';
import { servicePrincipal } from '@qafila/auth/service-principal';
import { BadSetting } from '@qafila/runtime/env';
import type { Logger } from '@qafila/runtime/log';
import type { ServiceContext } from '@qafila/runtime/service';
import { AccessTokens } from './access-tokens.ts';
import { Upstream } from './forward.ts';
import { EventGroups } from './group-events.ts';
import { IdentityClient } from './identity-client.ts';
import { KeyCache } from './key-cache.ts';
import { OpenApiSource } from './openapi-source.ts';
import type { Credentials, ResolvedKey } from './resolved-key.ts';
import { SERVICES } from './routes.ts';
import type { Service } from './routes.ts';
import type { GatewaySettings } from './settings.ts';
import { TokenBuckets } from './token-buckets.ts';
import { UpstreamFailures } from './upstream-failures.ts';

/** All that the gateway holds: connections and what it remembers for seconds. Nothing that a restart would lose. */
export interface Gateway {
  settings: GatewaySettings;
  log: Logger;
  sealer: Sealer;
  identity: IdentityClient;
  keys: KeyCache<Credentials, ResolvedKey>;
  tokens: AccessTokens;
  rates: TokenBuckets;
  failures: TokenBuckets;
  /** Of the doors without a key, by kind and network. */
  doors: TokenBuckets;
  upstreams: Record<Service, Upstream>;
  events: EventGroups;
  openApi: OpenApiSource;
}

export function openGateway(settings: GatewaySettings, context: ServiceContext): Gateway {
  const { origins, upstreamTimeoutMs: timeoutMs } = settings;
  const failures = new UpstreamFailures(context.log, context.metrics);
  const sealer = sealerFrom(settings.principalPrivateKey);
  const identity = new IdentityClient(origins.identity, sealer, context.mode);
  const upstreams = Object.fromEntries(SERVICES.map((name) => [name, new Upstream(name, origins[name], { timeoutMs, failures })])) as Record<Service, Upstream>;
  const events = new EventGroups(origins.metering, sealer, { principal: servicePrincipal('gateway', context.mode), timeoutMs, failures });
  const openApi = new OpenApiSource(origins, sealer, context.mode);
  for (const resource of [identity, openApi, ...Object.values(upstreams), events]) context.onStop(() => resource.close());
  context.health.add('identity', () => identity.problem());
  const keys = new KeyCache<Credentials, ResolvedKey>({ ask: (credentials, requestId) => identity.resolve(credentials, requestId), idOf: ({ accountId, apiKey }) => `${accountId}\n${apiKey}` });
  return {
    settings, log: context.log, sealer, identity, keys, tokens: new AccessTokens(identity, context.mode),
    rates: new TokenBuckets(), failures: new TokenBuckets(), doors: new TokenBuckets(), upstreams, events, openApi,
  };
}

function sealerFrom(privateKey: string): Sealer {
  try {
    return new Sealer(privateKey);
  } catch {
    throw new BadSetting('PRINCIPAL_PRIVATE_KEY must be an Ed25519 private key in PEM form');
  }
}
