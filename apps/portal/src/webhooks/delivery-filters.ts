import type { InputOf } from '@qafila/sdk';
import { periodOf } from '../api/period.ts';

/** The first one is the screen's own address. */
export const TABS = ['deliveries', 'dead-letters', 'replays'] as const;
export type Tab = (typeof TABS)[number];

/** The tab and the filters of the deliveries, as the address has them. Days are the viewer's. */
export interface DeliveryFilters {
  tab?: Tab;
  status?: string;
  event_type?: string;
  webhook_id?: string;
  from?: string;
  to?: string;
}

const NAMES = ['status', 'event_type', 'webhook_id', 'from', 'to'] as const;

/** Keeps what is a filter. A wrong value of one is the API's to refuse, with its own message. */
export function readDeliveryFilters(search: Record<string, unknown>): DeliveryFilters {
  const given = NAMES.filter((name) => typeof search[name] === 'string' && search[name] !== '');
  const tab = TABS.slice(1).find((name) => name === search['tab']);
  return { ...Object.fromEntries(given.map((name) => [name, search[name]])), ...(tab && { tab }) };
}

export const hasDeliveryFilters = (filters: DeliveryFilters): boolean =>
  NAMES.some((name) => filters[name] !== undefined);

/** The query of the API. */
export function deliveryQueryOf({
  from,
  to,
  status,
  event_type,
  webhook_id,
}: DeliveryFilters): InputOf<'listWebhookDeliveries'>['query'] {
  return { status, event_type, webhook_id, ...periodOf({ from, to }) } as InputOf<'listWebhookDeliveries'>['query'];
}
