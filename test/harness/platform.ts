import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect } from '@jest/globals';
import pg from 'pg';
import { signRequest } from '@qafila/signing/request-signature';
import { checkedCall } from '@qafila/testing/checked-call';
import type { CheckedCall } from '@qafila/testing/checked-call';
import { httpCall } from '@qafila/testing/http-call';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { describeWithKafka } from '@qafila/testing/kafka';
import type { TestKafka } from '@qafila/testing/kafka';
import { startPlatformProcess } from '@qafila/testing/platform-process';
import type { Merchant, PlatformProcess } from '@qafila/testing/platform-process';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const undocumented: string[] = [];

/** Fails the call and the test, because `eventually` would only repeat the call. */
export function reportUndocumented(problem: Error): never {
  undocumented.push(problem.message);
  throw problem;
}
afterEach(() => {
  expect(undocumented.splice(0)).toEqual([]);
});

/** A platform that suites share, as one of its merchants sees it. No other suite has this merchant. */
export interface SharedPlatform {
  merchant: Merchant;
  dataDir: string;
  /** Has the merchant's demo.json. */
  merchantDir: string;
  /** Where the platform's topics are; undefined with the embedded bus. */
  kafka?: TestKafka;
  /** Sends a merchant's request through the gateway. Writes are signed. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
  /** Sends a request as it is. Answers of `call` and `send` are compared with the gateway's OpenAPI document. */
  send: CheckedCall;
}

/** A platform of the caller's own. */
export interface Platform extends SharedPlatform, PlatformProcess {}

/** Starts a platform for a suite that crashes it or sets it differently; others share one. */
export async function startPlatform(options: Parameters<typeof startPlatformProcess>[0] = {}): Promise<Platform> {
  const platform = await startPlatformProcess(options);
  return { ...platform, merchantDir: platform.dataDir, ...callsOf(platform.merchant) };
}

/**
 * Describes a journey on both forms of the platform. `open` returns the shared platform of that form with a merchant of
 * the caller's own; the first suite of the run that opens it starts it (test/setup/shared-platforms.mjs).
 */
export function describeOnPlatforms(name: string, journey: (open: () => Promise<SharedPlatform>) => void): void {
  describe(`${name} on one process with the embedded bus`, () => journey(() => openPlatform('one-process')));
  describeWithKafka(`${name} on separate processes over Kafka`, () => journey(() => openPlatform('kafka')));
}

export async function openPlatform(kind: 'one-process' | 'kafka'): Promise<SharedPlatform> {
  const { status, text } = await httpCall(`${process.env.TEST_PLATFORMS_URL}${kind}`, { timeoutMs: 200_000 });
  const answer = JSON.parse(text) as Omit<SharedPlatform, 'call' | 'send'> & { error: string };
  if (status !== 200) throw new Error(answer.error);
  return { ...answer, ...callsOf(answer.merchant) };
}

/** Queries a schema of the platform's database as its operator does. */
export async function queryPlatform(
  { dataDir }: SharedPlatform,
  schema: string,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const { rolePassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { rolePassword: string };
  const port = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];
  const client = new pg.Client({
    connectionString: `postgres://qafila_${schema}:${rolePassword}@127.0.0.1:${port}/qafila`,
    options: `-c search_path=${schema}`,
  });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

function callsOf(merchant: Merchant): Pick<SharedPlatform, 'call' | 'send'> {
  const send = checkedCall(merchant.gatewayUrl, reportUndocumented);
  return {
    send,
    call: (method, path, body, headers) => {
      const text = body === undefined || typeof body === 'string' ? (body as string | undefined) : JSON.stringify(body);
      const signature: Record<string, string> =
        method === 'GET' ? {} : { 'x-signature': signRequest(text ?? '', merchant.hmacSecret) };
      return send(path, {
        method,
        body: text,
        headers: { 'x-api-key': merchant.apiKey, 'x-account-id': merchant.accountId, ...signature, ...headers },
        timeoutMs: 30_000,
      });
    },
  };
}

/** Runs `work` for all items, at most `width` at a time. Items start in order. */
export async function inParallel<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < items.length) await work(items[next++] as Item);
    }),
  );
}
