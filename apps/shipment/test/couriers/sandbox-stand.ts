import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';
import { spawnService } from '@qafila/local/supervise';
import { ports } from '@qafila/testing/ports';
import { createDatabase } from '@qafila/testing/postgres';
import { eventually } from '@qafila/testing/wait';
import type { BookingRequest } from '../../src/couriers/courier.ts';
import { read, withCod } from '../bodies.ts';
import type { CallParts } from './courier-contract.ts';

/** The sandbox's couriers in their own process, and a server that receives their calls. */
export interface CourierStand {
  url: string;
  secret: string;
  callbackUrl: string;
  calls: CallParts[];
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** The first call about this waybill whose body matches. */
  callThat(awb: string, pattern: RegExp): Promise<CallParts>;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../../sandbox/dist/main.js', import.meta.url));

/** Like describe; skips the tests with a message when apps/sandbox is not built. */
export function describeWithSandbox(name: string, tests: () => void): void {
  if (existsSync(MAIN)) return describe(name, tests);
  process.stderr.write(`\n*** apps/sandbox is not built: "${name}" is SKIPPED ***\n`);
  describe.skip(name, tests);
}

export async function startCourierStand(courierHourMs: number): Promise<CourierStand> {
  const database = await createDatabase('sandbox');
  const { sandbox: port, internal } = await ports('sandbox', 'internal');
  const [url, secret, receiver] = [`http://127.0.0.1:${port}`, randomBytes(32).toString('hex'), await startReceiver()];
  const service = await spawnService({
    name: 'sandbox',
    args: [MAIN],
    readyUrl: `http://127.0.0.1:${internal}/health/ready`,
    onLine: () => {},
    env: {
      ...process.env,
      PORT: String(port),
      INTERNAL_PORT: String(internal),
      DATABASE_URL: database.url,
      SANDBOX_SECRET: secret,
      SANDBOX_PLATFORM_URL: receiver.url,
      SANDBOX_COURIER_HOUR_MS: String(courierHourMs),
      LOG_LEVEL: 'warn',
      PROCESS_METRICS: 'off',
    },
  });
  return {
    url,
    secret,
    callbackUrl: `${receiver.url}/hook`,
    calls: receiver.calls,
    control: async (method, path, body) => {
      const answer = await fetch(`${url}/control${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${method} /control${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Record<string, unknown>;
    },
    callThat: (awb, pattern) =>
      eventually(
        () => receiver.calls.find(({ body }) => body.includes(awb) && pattern.test(body.toString('utf8'))) ?? false,
        { what: `a call about ${awb}` },
      ),
    stop: async () => {
      await service.stop();
      await receiver.stop();
      await database.drop();
    },
  };
}

async function startReceiver(): Promise<{ url: string; calls: CallParts[]; stop(): Promise<void> }> {
  const calls: CallParts[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The booking of a sample shipment; the merchant's reference carries the sandbox's levers. */
export function bookingWith(
  referenceNumber: string,
  { shipmentId, callbackUrl }: { shipmentId: string; callbackUrl: string },
): BookingRequest {
  return { shipmentId, callbackUrl, consignment: read({ ...withCod(), referenceNumber }) };
}
