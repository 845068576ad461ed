import { fileURLToPath } from 'node:url';
import { spawnService } from '@qafila/local/supervise';
import type { Json } from '@qafila/testing/http-call';
import { ports } from '@qafila/testing/ports';

/** A gateway that a test simulates, in a process of its own. */
export interface FakeGateway {
  url: string;
  /** Sets faults and webhooks, does what persons do at the gateway, and reads what it knows. */
  control(what: string, body?: object): Promise<Json>;
  /** What the customer does on the gateway's page; the status of the answer. */
  onPage(url: string, form: Record<string, string>): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a script of this folder's neighbours, such as `moyasar/moyasar.mjs`, on a free port. */
export async function startFakeGateway(script: string): Promise<FakeGateway> {
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
      const text = await answer.text();
      if (!answer.ok) throw new Error(`_control/${what}: ${answer.status} ${text}`);
      return JSON.parse(text) as Json;
    },
    onPage: async (page, form) => {
      const answer = await fetch(page, { method: 'POST', body: new URLSearchParams(form) });
      await answer.arrayBuffer();
      return answer.status;
    },
    stop: async () => void (await stop()),
  };
}
