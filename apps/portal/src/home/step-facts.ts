import { useAnswer } from '../api/queries.ts';
import { useMay } from '../session/session.ts';

const ONE = { limit: 1 };

/** Whether the newest meter has counted anything. */
export function useHasUsage(): boolean | undefined {
  const mayRead = useMay('meters:read');
  const meters = useAnswer('listMeters', { query: ONE }, { enabled: mayRead });
  const meter = meters.data?.items[0]?.id;
  const events = useAnswer('listEvents', { path: { id: meter ?? '' }, query: ONE }, { enabled: meter !== undefined });
  if (meters.data && meter === undefined) return false;
  return events.data && events.data.items.length > 0;
}

/** Whether the newest endpoint has got a delivery. */
export function useHasDelivery(): boolean | undefined {
  const mayRead = useMay('webhooks:read');
  const endpoints = useAnswer('listWebhookEndpoints', { query: ONE }, { enabled: mayRead });
  const endpoint = endpoints.data?.items[0]?.id;
  const deliveries = useAnswer(
    'listWebhookDeliveries',
    { path: { id: endpoint ?? '' }, query: { ...ONE, status: 'delivered' } },
    { enabled: endpoint !== undefined },
  );
  if (endpoints.data && endpoint === undefined) return false;
  return deliveries.data && deliveries.data.items.length > 0;
}
