import { fileURLToPath } from 'node:url';
import { freePort } from '@qafila/local/free-port';
import { spawnService } from '@qafila/local/supervise';
import type { Service } from '@qafila/local/supervise';
import type { Environment } from '@qafila/runtime/env';
import { BadSetting } from '@qafila/runtime/env';
import { hasSandbox, withSandboxPortName, portOf, serviceEnvironment } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import type { Platform } from './in-process.ts';

/** In start order: the gateway last, the sandbox before the services that call it. */
const NAMES = ['identity', 'metering', 'webhooks', 'sandbox', 'payment', 'shipment', 'gateway'] as const;
type Name = (typeof NAMES)[number];

export interface Processes extends Platform {
  services: Partial<Record<Name, Service>>;
}

/** The same services as separate processes over a real Kafka, as in a cluster. */
export async function startProcesses(deployment: Deployment, brokers: string): Promise<Processes> {
  const ports = {
    identity: await freePort(),
    metering: await freePort(),
    webhooks: await freePort(),
    payment: await freePort(),
    shipment: await freePort(),
    sandbox: Number(portOf(deployment, 'sandbox')),
    gateway: Number(portOf(deployment, 'gateway')),
  };
  const services: Partial<Record<Name, Service>> = {};
  let stopping = false;
  const stop = async (): Promise<void> => {
    stopping = true;
    for (const name of NAMES.toReversed()) await services[name]?.stop();
  };
  const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
  const urls = {
    IDENTITY_URL: urlOf(ports.identity),
    METERING_URL: urlOf(ports.metering),
    PAYMENT_URL: urlOf(ports.payment),
    SHIPMENT_URL: urlOf(ports.shipment),
    WEBHOOKS_URL: urlOf(ports.webhooks),
  };
  try {
    for (const name of NAMES) {
      if (name === 'sandbox' && !hasSandbox(deployment)) continue;
      const more: Environment = name === 'gateway' ? urls : { KAFKA_BROKERS: brokers, IDENTITY_URL: urls.IDENTITY_URL };
      services[name] = await spawn(
        name,
        serviceEnvironment(deployment, name, { ...more, PORT: String(ports[name]) }),
      ).catch((error: unknown) => {
        throw startError(error, name);
      });
      void services[name].exited.then(({ code, signal }) => {
        if (!stopping)
          process.stderr.write(
            `qafila: ${name} has stopped unexpectedly (${signal ?? `exit code ${code}`}). ` +
              'It is not restarted here: start again\n',
          );
      });
    }
    return { gatewayUrl: `http://127.0.0.1:${ports.gateway}`, services, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A service that cannot start says why in one line; that line is all that the operator needs. */
function startError(error: unknown, name: Name): unknown {
  const hasLine = error instanceof Error && error.message.includes('qafila: ');
  const cause = hasLine ? new BadSetting(lastErrorLine(error.message)) : error;
  return name === 'sandbox' ? withSandboxPortName(cause) : cause;
}

async function spawn(name: Name, environment: Environment): Promise<Service> {
  const internal = await freePort();
  return spawnService({
    name,
    args: [fileURLToPath(import.meta.resolve(`@qafila/${name}/main`))],
    readyUrl: `http://127.0.0.1:${internal}/health/live`,
    env: { ...environment, INTERNAL_PORT: String(internal) },
    onLine: (line) => process.stderr.write(`${line}\n`),
  });
}

function lastErrorLine(message: string): string {
  return (
    message
      .split('\n')
      .findLast((line) => line.includes('qafila: '))
      ?.replace(/^.*qafila: /, '') ?? message
  );
}
