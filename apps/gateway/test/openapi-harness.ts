import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Sealer, generateSealingKeys } from '@qafila/auth/seal';
import { ALL_SCOPES, PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import { addDemoMerchant, seedDemo } from '@qafila/identity/seed-demo';
import type { DemoMerchant } from '@qafila/identity/seed-demo';
import { startIdentity } from '@qafila/identity/start';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { startMetering } from '@qafila/metering/start';
import { createLogger } from '@qafila/runtime/log';
import type { RunningService } from '@qafila/runtime/service';
import { startPayment } from '@qafila/payment/start';
import { startShipment } from '@qafila/shipment/start';
import { createDatabase } from '@qafila/testing/postgres';
import { startWebhooks } from '@qafila/webhooks/start';
import { startGateway } from '../src/start.ts';
import type { Service } from '../src/routes.ts';

export interface OpenApiHarness {
  services: Record<Service, RunningService>;
  gateway: RunningService;
  demo: DemoMerchant;
  /** Identity's tables, as its operator sees them. */
  identityTables: pg.Pool;
  /** Another account, with keys and an owner of its own. */
  addMerchant(): Promise<DemoMerchant>;
  /** A second gateway that cannot reach one service. */
  gatewayWithout(service: Service): Promise<RunningService>;
  /** Calls a service directly, with a seal of the test. */
  callService(service: Service, path: string, principal?: Principal): Promise<Response>;
  stop(): Promise<void>;
}

/**
 * Starts the real services and the real gateway on one database and the embedded bus. `nowMs` is the clock of the
 * gateway's rate limits.
 */
export async function startOpenApiHarness(options: { nowMs?: () => number } = {}): Promise<OpenApiHarness> {
  const [gatewayKeys, webhookKeys] = [generateSealingKeys(), generateSealingKeys()];
  const database = await createDatabase('openapi');
  const bus = new EmbeddedBus(createLogger('test', 'silent'));
  const quiet = { LOG_LEVEL: 'error', PROCESS_METRICS: 'off' };
  const common = {
    ...quiet,
    DATABASE_URL: database.url,
    PRINCIPAL_PUBLIC_KEY: gatewayKeys.publicKey,
    MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const identityEnvironment = {
    ...common,
    KEY_PEPPER: randomBytes(32).toString('base64'),
    WEBHOOKS_PUBLIC_KEY: webhookKeys.publicKey,
  };
  const identity = await startIdentity(identityEnvironment, bus);
  const demo = (await seedDemo(identityEnvironment)) as DemoMerchant;
  const metering = await startMetering(common, bus);
  const webhooks = await startWebhooks(
    { ...common, IDENTITY_URL: identity.url, WEBHOOKS_PRIVATE_KEY: webhookKeys.privateKey },
    bus,
  );
  const payment = await startPayment(
    {
      ...common,
      PAYMENT_PUBLIC_URL: 'http://127.0.0.1:1',
      SANDBOX_URL: 'http://127.0.0.1:1',
      SANDBOX_SECRET: randomBytes(32).toString('base64url'),
    },
    { bus, worker: false },
  );
  const shipment = await startShipment(
    { ...common, SHIPMENT_PUBLIC_URL: 'http://127.0.0.1:1' },
    { bus, worker: false },
  );
  const services = { identity, metering, payment, shipment, webhooks };
  const gateways: RunningService[] = [];
  const open = async (without?: Service): Promise<RunningService> => {
    const urls = Object.entries(services).map(([name, { url }]) => [
      `${name.toUpperCase()}_URL`,
      name === without ? 'http://127.0.0.1:1' : url,
    ]);
    const gateway = await startGateway(
      {
        ...quiet,
        PRINCIPAL_PRIVATE_KEY: gatewayKeys.privateKey,
        ...(Object.fromEntries(urls) as Record<string, string>),
      },
      options,
    );
    gateways.push(gateway);
    return gateway;
  };
  const sealer = new Sealer(gatewayKeys.privateKey);
  const merchant: Principal = {
    accountId: demo.accountId,
    storeId: demo.storeId,
    mode: 'stage',
    keyId: 'key_1',
    scopes: ALL_SCOPES,
  };
  const identityTables = new pg.Pool({
    connectionString: database.url,
    options: '-c search_path=identity -c timezone=UTC',
    max: 2,
  });
  return {
    services,
    identityTables,
    addMerchant: () => addDemoMerchant(identityEnvironment),
    demo,
    gateway: await open(),
    gatewayWithout: open,
    callService: async (service, path, principal = merchant) =>
      fetch(services[service].url + path, { headers: { [PRINCIPAL_HEADER]: await sealer.seal(principal, service) } }),
    stop: async () => {
      for (const running of [...gateways, shipment, payment, webhooks, metering, identity]) await running.stop();
      await identityTables.end();
      await bus.stop();
      await database.drop();
    },
  };
}

/** Every route of Fastify itself, e.g. `post /public/v1/meter/{id}/event`: a source independent of Nest's metadata. */
export function routesOf(service: RunningService): string[] {
  const tree = (
    service.app.getHttpAdapter().getInstance() as unknown as { printRoutes(options: object): string }
  ).printRoutes({ commonPrefix: false });
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (part === '') return [];
    above.length = indent.length / 4;
    above.push(part);
    const path = above
      .join('')
      .replace(/(.)\/$/, '$1')
      .replace(/:(\w+)/g, '{$1}');
    return methods
      .split(', ')
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => `${method.toLowerCase()} ${path}`);
  });
}
