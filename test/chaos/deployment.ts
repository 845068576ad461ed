import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL_SCOPES, PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { root } from '../harness/platform.ts';
import type { EndpointSpec } from './endpoints.ts';

export const WEBHOOKS_MAIN = join(root, 'apps/webhooks/dist/main.js');

export function processFile(name: string): string {
  return fileURLToPath(new URL(`processes/${name}.mjs`, import.meta.url));
}

/** The environment that all processes of one deployment share, and the gateway's sealer. */
export function secretsOf(identity: Server): { environment: Record<string, string>; sealer: Sealer } {
  const [gateway, webhooks] = [generateSealingKeys(), generateSealingKeys()];
  const environment = {
    LOG_LEVEL: 'info',
    PROCESS_METRICS: 'off',
    MASTER_KEY: randomBytes(32).toString('base64'),
    PRINCIPAL_PUBLIC_KEY: gateway.publicKey,
    WEBHOOKS_PRIVATE_KEY: webhooks.privateKey,
    IDENTITY_URL: `http://127.0.0.1:${(identity.address() as AddressInfo).port}`,
    WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  };
  return { environment, sealer: new Sealer(gateway.privateKey) };
}

/** A substitute for identity, which is not tested here. Webhooks needs only a store's secret from it. */
export async function startIdentity(): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { store_id } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { store_id: string };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ secrets: [`secret of ${store_id}`] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Calls of a merchant, sealed as by the gateway. */
export class Merchant {
  constructor(
    private readonly url: string,
    private readonly sealer: Sealer,
    private readonly storeId: string,
  ) {}

  /** Derives the secret from the path, so that the sink knows it. */
  async createEndpoint(sinkPort: number, { path, ...body }: Omit<EndpointSpec, 'store'>): Promise<string> {
    const secret = `whsec_${createHash('sha256').update(path).digest('base64')}`;
    return (await this.#call('POST', '', { url: `http://127.0.0.1:${sinkPort}${path}`, ...body, secret })).id;
  }

  async deleteEndpoint(id: string): Promise<void> {
    await this.#call('DELETE', `/${id}`);
  }

  async #call(method: string, path: string, body?: object): Promise<{ id: string }> {
    const principal = {
      accountId: 'acc',
      storeId: this.storeId,
      mode: 'stage' as const,
      keyId: 'key_1',
      scopes: ALL_SCOPES,
    };
    const answer = await fetch(`${this.url}/public/v1/webhook/endpoints${path}`, {
      method,
      body: JSON.stringify(body),
      headers: {
        [PRINCIPAL_HEADER]: await this.sealer.seal(principal, 'webhooks'),
        ...(body && { 'content-type': 'application/json' }),
      },
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return ((await answer.json()) as { data: { id: string } }).data;
  }
}
