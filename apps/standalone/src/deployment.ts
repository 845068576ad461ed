import type { Environment } from '@qafila/runtime/env';
import type { Schema } from './database.ts';
import type { Secrets } from './secrets.ts';

/** What every service of this machine gets, from the operator's settings and the data folder's secrets. */
export interface Deployment { environment: Environment; secrets: Secrets; databases: Record<Schema, string> }

const PASSED_ON = ['MODE', 'LOG_LEVEL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'KAFKA_PREFIX', 'KAFKA_PARTITIONS', 'PERIOD_GRACE_HOURS', 'RATE_LIMIT_PER_SECOND_MAX'];

/** Settings of one service, as its Deployment object in Kubernetes would give them. */
export function serviceEnvironment(deployment: Deployment, service: Schema | 'gateway', more: Environment = {}): Environment {
  const { environment, secrets, databases } = deployment;
  const common = Object.fromEntries(PASSED_ON.filter((name) => environment[name] !== undefined).map((name) => [name, environment[name]]));
  const own: Record<Schema | 'gateway', Environment> = {
    identity: { DATABASE_URL: databases.identity, KEY_PEPPER: secrets.keyPepper, MASTER_KEY: secrets.masterKey, PRINCIPAL_PUBLIC_KEY: secrets.sealing.publicKey },
    metering: { DATABASE_URL: databases.metering, PRINCIPAL_PUBLIC_KEY: secrets.sealing.publicKey },
    gateway: { PRINCIPAL_PRIVATE_KEY: secrets.sealing.privateKey, HOST: environment.HOST, PORT: environment.PORT ?? '8080' },
  };
  // Readable on a terminal: one line when something needs a person, none for what goes well.
  return { LOG_LEVEL: 'warn', ...common, ...own[service], ...more };
}
