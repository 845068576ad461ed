import { fileURLToPath } from 'node:url';
import { spawnService } from '@qafila/local/supervise';
import type { Json } from '@qafila/testing/http-call';
import { ports } from '@qafila/testing/ports';

/** A courier that a test simulates after its documentation, in a process of its own. */
export interface FakeCourierProcess {
  url: string;
  /** Does what people do at the courier, and reads what it knows. */
  control(what: string, body?: object): Promise<Json>;
  stop(): Promise<void>;
}

/** Starts a script of this folder's neighbours, such as `dhl/dhl.mjs`, on a free port. */
export async function startCourierProcess(script: string): Promise<FakeCourierProcess> {
  const { fake } = await ports('fake');
  const url = `http://127.0.0.1:${fake}`;
  const { stop } = await spawnService({
    name: script,
    args: [fileURLToPath(new URL(`../${script}`, import.meta.url)), String(fake)],
    readyUrl: `${url}/_control/ready`,
    onLine: () => {},
    env: process.env,
  });
  return {
    url,
    control: async (what, body = {}) => {
      const answer = await fetch(`${url}/_control/${what}`, { method: 'POST', body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`_control/${what}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Json;
    },
    stop: async () => void (await stop()),
  };
}
