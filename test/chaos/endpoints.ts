import { METER_EVENT } from '@qafila/contracts/meter-events';
import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import { TOPICS } from '@qafila/contracts/topics';

export interface EndpointSpec { path: string; store: 'main' | 'other'; event_types: string[]; ordering?: 'key'; concurrency_max?: number }

/** One of each kind. How the sink treats each path is in processes/sink.mjs. */
export const ENDPOINTS: EndpointSpec[] = [
  { path: '/all', store: 'main', event_types: ['*'] },
  { path: '/filtered', store: 'main', event_types: ['meter.period.*', PAYMENT_EVENT.intentNotification] },
  /** Fails often: keys are blocked, and others wait behind them. */
  { path: '/ordered', store: 'main', event_types: ['*'], ordering: 'key' },
  /** Never takes one event of 25: these become dead letters, sooner or later: in between, its breaker opens. */
  { path: '/picky', store: 'main', event_types: ['meter.*'] },
  /** Takes nothing: its breaker is open, and its deliveries wait or die. */
  { path: '/dead', store: 'main', event_types: [METER_EVENT.planUpdated] },
  { path: '/flaps', store: 'main', event_types: [METER_EVENT.created] },
  { path: '/other', store: 'other', event_types: ['*'] },
  { path: '/operations', store: 'main', event_types: ['webhook.*'] },
];

/** What the producer tells of. The last is internal: no merchant gets it. */
export const PRODUCED = [
  { type: METER_EVENT.created, topic: TOPICS.meterEvents }, { type: METER_EVENT.periodClosed, topic: TOPICS.meterEvents },
  { type: METER_EVENT.planUpdated, topic: TOPICS.meterEvents }, { type: PAYMENT_EVENT.intentNotification, topic: TOPICS.paymentEvents },
  { type: METER_EVENT.usageAccepted, topic: TOPICS.meterEvents },
];

/** Whether the endpoint asked for it, said again in the harness's own words. */
export function wants({ store, event_types }: EndpointSpec, event: { type: string; store: string }): boolean {
  if (store !== event.store || event.type === METER_EVENT.usageAccepted) return false;
  return event_types.some((one) => one === event.type || (one === '*' ? !event.type.startsWith('webhook.') : one.endsWith('.*') && event.type.startsWith(one.slice(0, -1))));
}
