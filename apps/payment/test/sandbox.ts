import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';
import { spawnService } from '@qafila/local/supervise';
import { ports } from '@qafila/testing/ports';
import { createDatabase } from '@qafila/testing/postgres';

export interface RunningSandbox {
  url: string;
  secret: string;
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../sandbox/dist/main.js', import.meta.url));
const isBuilt = existsSync(MAIN) && existsSync(new URL('../../sandbox/dist/start.js', import.meta.url));

/** Like describe, but it skips with a message where apps/sandbox is not built. */
export function describeWithSandbox(name: string, tests: () => void): void {
  if (isBuilt) describe(name, tests);
  else {
    process.stderr.write(`\n*** apps/sandbox is not built: "${name}" is SKIPPED ***\n`);
    describe.skip(name, tests);
  }
}

/** The sandbox as a separate process with its own database. */
export async function startSandboxProcess(platformUrl: string): Promise<RunningSandbox> {
  const database = await createDatabase('sandbox');
  const { sandbox: port, internal } = await ports('sandbox', 'internal');
  const secret = randomBytes(32).toString('hex');
  const url = `http://127.0.0.1:${port}`;
  const process_ = await spawnService({
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
      SANDBOX_PLATFORM_URL: platformUrl,
      SANDBOX_PUBLIC_URL: url,
      LOG_LEVEL: 'warn',
      PROCESS_METRICS: 'off',
    },
  });
  return {
    url,
    secret,
    control: async (method, path, body) => {
      const answer = await fetch(`${url}/control${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} /control${path}: ${answer.status} ${text}`);
      return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    },
    stop: async () => {
      await process_.stop();
      await database.drop();
    },
  };
}
