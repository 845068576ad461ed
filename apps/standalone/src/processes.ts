import { fileURLToPath } from 'node:url';
import { freePort } from '@qafila/local/free-port';
import { spawnService } from '@qafila/local/supervise';
import type { Service } from '@qafila/local/supervise';
import type { Environment } from '@qafila/runtime/env';
import { BadSetting } from '@qafila/runtime/env';
import { serviceEnvironment } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import type { Platform } from './in-process.ts';

/** In the order of their start: the door last. */
const NAMES = ['identity', 'metering', 'webhooks', 'gateway'] as const;
type Name = (typeof NAMES)[number];

export interface Processes extends Platform { services: Record<Name, Service> }

/** The same services as separate processes over a real Kafka, as a cluster would run them. */
export async function startProcesses(deployment: Deployment, brokers: string): Promise<Processes> {
  const ports = { identity: await freePort(), metering: await freePort(), webhooks: await freePort(), gateway: Number(deployment.environment.PORT ?? '8080') };
  const services: Partial<Record<Name, Service>> = {};
  const stop = async (): Promise<void> => {
    for (const name of NAMES.toReversed()) await services[name]?.stop();
  };
  const urls = { IDENTITY_URL: `http://127.0.0.1:${ports.identity}`, METERING_URL: `http://127.0.0.1:${ports.metering}`, WEBHOOKS_URL: `http://127.0.0.1:${ports.webhooks}` };
  try {
    for (const name of NAMES) {
      const more: Environment = name === 'gateway' ? urls : { KAFKA_BROKERS: brokers, IDENTITY_URL: urls.IDENTITY_URL };
      services[name] = await spawn(name, serviceEnvironment(deployment, name, { ...more, PORT: String(ports[name]) }));
    }
    return { gatewayUrl: `http://127.0.0.1:${ports.gateway}`, services: services as Record<Name, Service>, stop };
  } catch (error) {
    await stop();
    throw error instanceof Error && error.message.includes('qafila: ') ? new BadSetting(lastComplaint(error.message)) : error;
  }
}

async function spawn(name: Name, environment: Environment): Promise<Service> {
  const internal = await freePort();
  return spawnService({
    name, args: [fileURLToPath(import.meta.resolve(`@qafila/${name}/main`))], readyUrl: `http://127.0.0.1:${internal}/health/live`,
    env: { ...environment, INTERNAL_PORT: String(internal) }, onLine: (line) => process.stderr.write(`${line}\n`),
  });
}

/** A service that could not start has said why in one line; that line is what the operator needs. */
function lastComplaint(message: string): string {
  return message.split('\n').findLast((line) => line.includes('qafila: '))?.replace(/^.*qafila: /, '') ?? message;
}
