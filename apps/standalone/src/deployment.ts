import type { Environment } from '@qafila/runtime/env';
import type { Schema } from './database.ts';
import type { Secrets } from './secrets.ts';

/** What every service of this machine gets, from the operator's settings and the data folder's secrets. */
export interface Deployment { environment: Environment; secrets: Secrets; databases: Record<Schema, string> }

const PASSED_ON = ['MODE', 'LOG_LEVEL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'KAFKA_PREFIX', 'KAFKA_PARTITIONS', 'PERIOD_GRACE_HOURS', 'RATE_LIMIT_PER_SECOND_MAX',
  'WEBHOOK_RETRY_SCHEDULE_SECONDS', 'WEBHOOK_TIMEOUT_MS', 'WEBHOOK_CONNECT_TIMEOUT_MS', 'WEBHOOK_DISABLE_AFTER_HOURS', 'WEBHOOK_RETENTION_DAYS', 'WEBHOOK_CONCURRENCY_DEFAULT', 'WEBHOOK_EGRESS_PROXY'];

/** Settings of one service, as its Deployment object in Kubernetes would give them. */
export function serviceEnvironment(deployment: Deployment, service: Schema | 'gateway', more: Environment = {}): Environment {
  const { environment, secrets, databases } = deployment;
  const common = Object.fromEntries(PASSED_ON.filter((name) => environment[name] !== undefined).map((name) => [name, environment[name]]));
  const own: Record<Schema | 'gateway', Environment> = {
    identity: { DATABASE_URL: databases.identity, KEY_PEPPER: secrets.keyPepper, MASTER_KEY: secrets.masterKey, PRINCIPAL_PUBLIC_KEY: secrets.sealing.publicKey, WEBHOOKS_PUBLIC_KEY: secrets.webhooks.publicKey },
    metering: { DATABASE_URL: databases.metering, PRINCIPAL_PUBLIC_KEY: secrets.sealing.publicKey },
    webhooks: {
      DATABASE_URL: databases.webhooks, MASTER_KEY: secrets.masterKey, PRINCIPAL_PUBLIC_KEY: secrets.sealing.publicKey, WEBHOOKS_PRIVATE_KEY: secrets.webhooks.privateKey,
      // A developer's receiver runs on this machine. Live refuses the setting, so there it is not made.
      ...(environment.MODE === 'live' ? {} : { WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8,::1/128' }),
    },
    gateway: { PRINCIPAL_PRIVATE_KEY: secrets.sealing.privateKey, HOST: environment.HOST, PORT: environment.PORT ?? '8080' },
  };
  // Readable on a terminal: one line when something needs a person, none for what goes well.
  return { LOG_LEVEL: 'warn', ...common, ...own[service], ...more };
}
