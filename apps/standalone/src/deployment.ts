import { BadSetting } from '@qafila/runtime/env';
import type { Environment } from '@qafila/runtime/env';
import type { Schema } from './database.ts';
import type { Secrets } from './secrets.ts';

/** What the services of this machine are configured from. */
export interface Deployment {
  /** The operator's settings. */
  environment: Environment;
  secrets: Secrets;
  databases: Record<Schema, string>;
}

const PASSED_ON = [
  'MODE',
  'LOG_LEVEL',
  'ACCESS_TOKEN_SECONDS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'KAFKA_PREFIX',
  'KAFKA_PARTITIONS',
  'PERIOD_GRACE_HOURS',
  'BULK_RETENTION_DAYS',
  'INBOX_RETENTION_DAYS',
  'USAGE_QUARTERS_RETENTION_DAYS',
  'RATE_LIMIT_PER_SECOND_MAX',
  'WEBHOOK_RETRY_SCHEDULE_SECONDS',
  'WEBHOOK_TIMEOUT_MS',
  'WEBHOOK_CONNECT_TIMEOUT_MS',
  'WEBHOOK_DISABLE_AFTER_HOURS',
  'WEBHOOK_RETENTION_DAYS',
  'WEBHOOK_CONCURRENCY_DEFAULT',
  'WEBHOOK_EGRESS_PROXY',
  'PAYMENT_WALLET_CURRENCY',
  'PAYMENT_FEE_BASIS_POINTS',
  'PAYMENT_REVIEW_SECOND_KEY_ABOVE',
  'STRIPE_API_URL',
  'SHIPMENT_NATIONAL_ADDRESS',
  'KARRIO_URLS',
  'SMSA_API_URL',
  'NATIONAL_ADDRESS_DIRECTORY',
  'NATIONAL_ADDRESS_KEY',
  'NATIONAL_ADDRESS_URL',
  'NOTICE_SMTP_URL',
  'NOTICE_MAIL_FROM',
  'NOTICE_SMS_URL',
  'NOTICE_WHATSAPP_URL',
  'NOTICE_HOOK_SECRET',
  'SANDBOX_CONTROL_KEY',
  'SANDBOX_CALLBACK_ORIGINS',
  'SANDBOX_COURIER_HOUR_MS',
  'SANDBOX_RETENTION_DAYS',
  'OPEN_REQUESTS_PER_SECOND',
];

const PORTS = { gateway: '8080', sandbox: '8090' };

/** In stage mode the sandbox stands for the outside companies; live mode has the real ones. */
export function hasSandbox({ environment }: Deployment): boolean {
  return environment.MODE !== 'live';
}

export function portOf({ environment }: Deployment, app: keyof typeof PORTS): string {
  return (app === 'gateway' ? environment.PORT : environment.SANDBOX_PORT) ?? PORTS[app];
}

/** The origin at which programs and browsers on this machine reach the app. */
export function originOf(deployment: Deployment, app: keyof typeof PORTS): string {
  const host = deployment.environment.HOST || '127.0.0.1';
  return `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${portOf(deployment, app)}`;
}

/** The sandbox's page of levers; undefined without a sandbox. */
export function sandboxPageUrl(deployment: Deployment): string | undefined {
  return hasSandbox(deployment)
    ? deployment.environment.SANDBOX_PUBLIC_URL || originOf(deployment, 'sandbox')
    : undefined;
}

/** Renames the sandbox's setting PORT in an error to SANDBOX_PORT, which is its name here. */
export function withSandboxPortName(error: unknown): unknown {
  return error instanceof BadSetting ? new BadSetting(error.message.replace(/\bPORT\b/g, 'SANDBOX_PORT')) : error;
}

/** The settings of one service, as its Deployment object in Kubernetes would set them. */
export function serviceEnvironment(
  deployment: Deployment,
  service: Schema | 'gateway',
  more: Environment = {},
): Environment {
  const { environment, secrets, databases } = deployment;
  const common = Object.fromEntries(
    PASSED_ON.filter((name) => environment[name] !== undefined).map((name) => [name, environment[name]]),
  );
  const gatewayUrl = originOf(deployment, 'gateway');
  const own: Record<Schema | 'gateway', Environment> = {
    identity: {
      DATABASE_URL: databases.identity,
      KEY_PEPPER: secrets.keyPepper,
      MASTER_KEY: secrets.masterKey,
      PRINCIPAL_PUBLIC_KEY: secrets.sealing.publicKey,
      WEBHOOKS_PUBLIC_KEY: secrets.webhooks.publicKey,
    },
    metering: { DATABASE_URL: databases.metering, PRINCIPAL_PUBLIC_KEY: secrets.sealing.publicKey },
    webhooks: {
      DATABASE_URL: databases.webhooks,
      MASTER_KEY: secrets.masterKey,
      PRINCIPAL_PUBLIC_KEY: secrets.sealing.publicKey,
      WEBHOOKS_PRIVATE_KEY: secrets.webhooks.privateKey,
      // A developer's receiver runs on this machine. Live mode refuses this setting.
      ...(environment.MODE === 'live' ? {} : { WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8,::1/128' }),
    },
    payment: {
      DATABASE_URL: databases.payment,
      MASTER_KEY: secrets.masterKey,
      PRINCIPAL_PUBLIC_KEY: secrets.sealing.publicKey,
      PAYMENT_PUBLIC_URL: environment.PAYMENT_PUBLIC_URL ?? gatewayUrl,
      ...(hasSandbox(deployment)
        ? {
            SANDBOX_SECRET: secrets.sandbox,
            SANDBOX_URL: originOf(deployment, 'sandbox'),
            SANDBOX_PUBLIC_URL: environment.SANDBOX_PUBLIC_URL,
          }
        : {}),
      // The sandbox's payment providers run on this machine and call the gateway directly.
      PAYMENT_CALLBACK_URL: gatewayUrl,
    },
    shipment: {
      DATABASE_URL: databases.shipment,
      MASTER_KEY: secrets.masterKey,
      PRINCIPAL_PUBLIC_KEY: secrets.sealing.publicKey,
      SHIPMENT_PUBLIC_URL: environment.SHIPMENT_PUBLIC_URL ?? gatewayUrl,
      ...(hasSandbox(deployment)
        ? { SANDBOX_SECRET: secrets.sandbox, SANDBOX_URL: originOf(deployment, 'sandbox') }
        : {}),
      SHIPMENT_CALLBACK_URL: gatewayUrl,
    },
    sandbox: {
      DATABASE_URL: databases.sandbox,
      SANDBOX_SECRET: secrets.sandbox,
      SANDBOX_PLATFORM_URL: gatewayUrl,
      SANDBOX_PUBLIC_URL: environment.SANDBOX_PUBLIC_URL,
      HOST: environment.HOST,
      PORT: portOf(deployment, 'sandbox'),
    },
    gateway: {
      PRINCIPAL_PRIVATE_KEY: secrets.sealing.privateKey,
      HOST: environment.HOST,
      PORT: portOf(deployment, 'gateway'),
    },
  };
  // On a terminal, only problems are worth a line.
  return { LOG_LEVEL: 'warn', ...common, ...own[service], ...more };
}
