import { eventually } from '@qafila/testing/wait';
import { Webhook } from 'standardwebhooks';
import type { Sink } from '../../apps/webhooks/test/sink.ts';
import type { Body } from './parcels.ts';
import { queryPlatform } from './platform.ts';
import type { SharedPlatform } from './platform.ts';

const ARRIVE_MS = 120_000;

/** Every event that shipment has published for the merchant, in the order in which it was stored. */
export async function storedNotifications(platform: SharedPlatform): Promise<Body[]> {
  const rows = await queryPlatform(
    platform,
    'shipment',
    `SELECT e->'data' AS data FROM outbox o, json_array_elements(o.body::json) e WHERE e->>'accountid' = $1`,
    [platform.merchant.accountId],
  );
  return rows.map((row) => row['data']);
}

/** Waits for so many webhooks, and returns them verified by a third-party library, each once however often it came. */
export async function receivedNotifications(
  sink: Sink,
  { secret, count }: { secret: string; count: number },
): Promise<Body[]> {
  const requests = await eventually(
    () => {
      const all = new Map(sink.at('/hooks').map((request) => [String(request.headers['webhook-id']), request]));
      return all.size >= count ? [...all.values()] : null;
    },
    { timeoutMs: ARRIVE_MS, what: `${count} webhooks` },
  );
  return requests.map(({ body, headers }) => new Webhook(secret).verify(body, headers as Record<string, string>));
}
