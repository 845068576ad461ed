import { createHmac } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { Webhook } from 'standardwebhooks';
import type { Sink } from '../../apps/webhooks/test/sink.ts';

// Bodies have no type, as in a merchant's program.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

/**
 * Waits for `count` webhooks about an id and returns them, each verified by a third-party library. A repeat counts
 * once.
 */
export async function verifiedWebhooks(
  { sink, path, id, count }: { sink: Sink; path: string; id: string; count: number },
  [endpointSecret, storeSecret]: [endpoint: string, store: string],
): Promise<Body[]> {
  const requests = await eventually(
    () => {
      const all = new Map(
        sink
          .at(path)
          .filter(({ body }) => body.includes(`"${id}"`))
          .map((request) => [String(request.headers['webhook-id']), request]),
      );
      return all.size >= count ? [...all.values()] : null;
    },
    { timeoutMs: 60_000, what: `${count} webhooks of ${id}` },
  );
  expect(requests).toHaveLength(count);
  return requests.map(({ body, headers }) => {
    expect(headers['x-signature']).toBe(createHmac('sha256', storeSecret).update(body).digest('hex'));
    const tampered = body.replace(/"amount":\d/, '"amount":9').replace('"token":"', '"token":"x');
    if (tampered !== body)
      expect(() => new Webhook(endpointSecret).verify(tampered, headers as Record<string, string>)).toThrow();
    return new Webhook(endpointSecret).verify(body, headers as Record<string, string>);
  });
}
