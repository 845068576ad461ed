import type { ItemOf } from '@qafila/sdk';
import type { ReactNode } from 'react';
import { StatusBadge } from '../design/status-badge.tsx';
import type { Tone } from '../design/tokens.ts';
import { useTexts } from '../language/language.tsx';
import { DELIVERIES } from './deliveries.texts.ts';
import { WEBHOOKS } from './webhooks.texts.ts';

export type Endpoint = ItemOf<'listWebhookEndpoints'>;
export type Delivery = ItemOf<'listWebhookDeliveries'>;

const ENDPOINT_TONES: Record<Endpoint['status'], Tone> = { enabled: 'success', paused: 'warning', disabled: 'danger' };
const DELIVERY_TONES: Record<Delivery['status'], Tone> = { pending: 'info', delivered: 'success', dead: 'danger' };
export const DELIVERY_STATUSES = Object.keys(DELIVERY_TONES) as Delivery['status'][];

export function EndpointStatus({ status }: Pick<Endpoint, 'status'>): ReactNode {
  const { statuses } = useTexts(WEBHOOKS);
  return <StatusBadge tone={ENDPOINT_TONES[status]}>{statuses[status]}</StatusBadge>;
}

export function DeliveryStatus({ status }: Pick<Delivery, 'status'>): ReactNode {
  const { statuses } = useTexts(DELIVERIES);
  return <StatusBadge tone={DELIVERY_TONES[status]}>{statuses[status]}</StatusBadge>;
}

/** What an endpoint subscribes to, as the API names it. */
export function EventTypes({ types }: { types: readonly string[] }): ReactNode {
  const t = useTexts(WEBHOOKS);
  if (types.includes('*')) return t.allEvents;
  return (
    <bdi className="qf-code" dir="ltr" title={types.join(', ')}>
      {types.join(', ')}
    </bdi>
  );
}

/** The screen of one delivery, as lists link to it. */
export function deliveryLink(id: string, sequence: number): { to: string; params: Record<string, string> } {
  return { to: '/webhooks/$id/deliveries/$sequence', params: { id, sequence: String(sequence) } };
}
