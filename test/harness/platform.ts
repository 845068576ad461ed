import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@qafila/local/free-port';
import { spawnService } from '@qafila/local/supervise';
import type { Service } from '@qafila/local/supervise';
import { signRequest } from '@qafila/signing/request-signature';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const MAIN = join(root, 'apps/standalone/dist/main.js');

export interface Merchant { gatewayUrl: string; sandboxUrl: string; accountId: string; storeId: string; apiKey: string; hmacSecret: string; webhookSecret: string }

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Answer { status: number; body: any; text: string; headers: Headers }

export interface Platform {
  merchant: Merchant;
  dataDir: string;
  process: Service;
  /** A merchant's request through the gateway, signed unless it only reads. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

/** The platform as `npm start` runs it: its own process, its own embedded PostgreSQL, its own data folder. */
export async function startPlatform({ flags = [] as string[], environment = {} as Record<string, string> } = {}): Promise<Platform> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qafila-e2e-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const child = await spawnService({
    name: 'qafila', args: [MAIN, ...flags], readyLine: /^Qafila is ready/, deadlineMs: 120_000,
    env: { DATA_DIR: dataDir, PORT: String(port), SANDBOX_PORT: String(sandboxPort), ...environment },
  });
  const merchant = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Merchant;
  return {
    merchant, dataDir, process: child, call: (method, path, body, headers) => request(merchant, { method, path, body, headers }),
    stop: async () => {
      await child.stop();
      // Its database is looked at when the run is over.
      const writtenDir = process.env.TEST_WRITTEN_DIR;
      if (writtenDir !== undefined) await appendFile(join(writtenDir, 'platforms'), `${dataDir}\n`);
      else await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function request(merchant: Merchant, { method, path, body, headers }: { method: string; path: string; body?: unknown; headers?: Record<string, string> }): Promise<Answer> {
  const text = body === undefined || typeof body === 'string' ? body as string | undefined : JSON.stringify(body);
  const signed: Record<string, string> = {
    ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'GET' ? {} : { 'x-signature': signRequest(text ?? '', merchant.hmacSecret) }),
  };
  const response = await fetch(merchant.gatewayUrl + path, {
    method, body: text, headers: { 'x-api-key': merchant.apiKey, 'x-account-id': merchant.accountId, ...signed, ...headers }, signal: AbortSignal.timeout(30_000),
  });
  const answer = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, text: answer, headers: response.headers, body: isJson ? JSON.parse(answer) : undefined };
}

/** Runs `work` over the items, `width` at a time, in order of start. */
export async function inParallel<Item>(items: readonly Item[], width: number, work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: width }, async () => {
    while (next < items.length) await work(items[next++] as Item);
  }));
}
