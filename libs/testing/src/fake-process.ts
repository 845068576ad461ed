import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnService } from '@qafila/local/supervise';
import type { Json } from './http-call.ts';
import { ports } from './ports.ts';

/** A third party that a test simulates after its documentation, in a process of its own. */
export interface FakeProcess {
  url: string;
  /** Does what people do there, sets faults, and reads what it knows. */
  control(what: string, body?: object): Promise<Json>;
  stop(): Promise<void>;
}

/** Starts a script that listens on the port of its argument and serves `/_control/ready`. */
export async function startFakeProcess(script: URL): Promise<FakeProcess> {
  const { fake } = await ports('fake');
  const [url, file] = [`http://127.0.0.1:${fake}`, fileURLToPath(script)];
  const { stop } = await spawnService({
    name: basename(file),
    args: [file, String(fake)],
    readyUrl: `${url}/_control/ready`,
    onLine: () => {},
    env: process.env,
  });
  return {
    url,
    control: async (what, body = {}) => {
      const answer = await fetch(`${url}/_control/${what}`, { method: 'POST', body: JSON.stringify(body) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`_control/${what}: ${answer.status} ${text}`);
      return JSON.parse(text) as Json;
    },
    stop: async () => void (await stop()),
  };
}
