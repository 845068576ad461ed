import type { ItemOf, Qafila } from '@qafila/sdk';
import { usageFailure } from '../failure.ts';

export type Endpoint = ItemOf<'listWebhookEndpoints'>;

/** All endpoints of the store. */
export async function allEndpoints(qafila: Qafila): Promise<Endpoint[]> {
  const found: Endpoint[] = [];
  for await (const endpoint of qafila.all('listWebhookEndpoints', { query: { limit: 100 } })) found.push(endpoint);
  return found;
}

/** The endpoint with this id; without an id the only one of the store. */
export async function oneEndpoint(qafila: Qafila, id: string | undefined): Promise<string> {
  if (id !== undefined) return id;
  const all = await allEndpoints(qafila);
  const [only, ...others] = all;
  if (only === undefined)
    throw usageFailure('The store has no webhook endpoint.', 'Run "qafila listen" in another terminal.');
  if (others.length > 0)
    throw usageFailure(
      `The store has ${all.length} webhook endpoints; say which one with --endpoint.`,
      all
        .slice(0, 5)
        .map((each) => `${each.id} (${each.url})`)
        .join(', '),
    );
  return only.id;
}

/** Whether the endpoint subscribes to this type: by name, by a family such as `meter.*`, or by `*`. */
export function subscribes(endpoint: Endpoint, eventType: string): boolean {
  return endpoint.event_types.some(
    (pattern) =>
      pattern === eventType ||
      (pattern === '*' && !eventType.startsWith('webhook.')) ||
      (pattern.endsWith('.*') && eventType.startsWith(pattern.slice(0, -1))),
  );
}
