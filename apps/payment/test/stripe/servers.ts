import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';
import { startStripeServers, stripeServersAvailable } from '@qafila/local/stripe-servers';
import type { Json } from '@qafila/testing/http-call';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Stripe as tests see it: the bridge, with stripe-mock and localstripe behind it. */
export interface StripeUnderTest {
  url: string;
  /** Sets faults, makes disputes and payouts, and reads what Stripe knows. */
  control(what: string, body?: object): Promise<Json>;
  /** What the customer does on Checkout's page. */
  payOnPage(url: string, number: string, challenge?: 'pass' | 'fail'): Promise<number>;
  stop(): Promise<void>;
}

export async function startStripe(): Promise<StripeUnderTest> {
  const { url, stop } = await startStripeServers({
    localstripe: file('./localstripe-indexed.py'),
    bridge: file('./bridge.mjs'),
  });
  return {
    url,
    control: async (what, body = {}) => {
      const answer = await fetch(`${url}/_control/${what}`, { method: 'POST', body: JSON.stringify(body) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`_control/${what}: ${answer.status} ${text}`);
      return JSON.parse(text) as Json;
    },
    payOnPage: async (page, number, challenge = 'pass') =>
      (await fetch(page, { method: 'POST', body: new URLSearchParams({ number, challenge }) })).status,
    stop,
  };
}

/** Like describe, but it skips with a message where the servers cannot run. With CI=true that is a failure. */
export function describeWithStripe(name: string, tests: () => void): void {
  const available = stripeServersAvailable();
  if (available.ok) return describe(name, tests);
  if (process.env['CI'] === 'true') throw new Error(`${name}: ${available.reason}`);
  process.stderr.write(`\n*** ${available.reason}: "${name}" is SKIPPED ***\n`);
  describe.skip(name, tests);
}
