import { METER_EVENT } from '@qafila/contracts/meter-events';
import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import { TOPICS } from '@qafila/contracts/topics';

export interface EndpointSpec {
  path: string;
  store: 'main' | 'other';
  event_types: string[];
  ordering?: 'key';
  concurrency_max?: number;
}

/** One endpoint of each kind. processes/sink.mjs defines how the sink answers each path. */
export const ENDPOINTS: EndpointSpec[] = [
  { path: '/all', store: 'main', event_types: ['*'] },
  { path: '/filtered', store: 'main', event_types: ['meter.period.*', PAYMENT_EVENT.intentNotification] },
  /** Fails often, so keys are blocked and other keys wait behind them. */
  { path: '/ordered', store: 'main', event_types: ['*'], ordering: 'key' },
  /** Refuses one event of 25 permanently. These become dead letters, and sometimes the circuit breaker opens. */
  { path: '/picky', store: 'main', event_types: ['meter.*'] },
  /** Refuses everything: its circuit breaker is open, and its deliveries wait or become dead letters. */
  { path: '/dead', store: 'main', event_types: [METER_EVENT.planUpdated] },
  { path: '/flaps', store: 'main', event_types: [METER_EVENT.created] },
  { path: '/other', store: 'other', event_types: ['*'] },
  { path: '/operations', store: 'main', event_types: ['webhook.*'] },
];

/** The events that the producer publishes. The last type is internal, so no merchant gets it. */
export const PRODUCED = [
  { type: METER_EVENT.created, topic: TOPICS.meterEvents },
  { type: METER_EVENT.periodClosed, topic: TOPICS.meterEvents },
  { type: METER_EVENT.planUpdated, topic: TOPICS.meterEvents },
  { type: PAYMENT_EVENT.intentNotification, topic: TOPICS.paymentEvents },
  { type: METER_EVENT.usageAccepted, topic: TOPICS.meterEvents },
];

/** Whether the endpoint subscribes to the event. An independent implementation of the product's rule. */
export function wants({ store, event_types }: EndpointSpec, event: { type: string; store: string }): boolean {
  if (store !== event.store || event.type === METER_EVENT.usageAccepted) return false;
  return event_types.some(
    (pattern) =>
      pattern === event.type ||
      (pattern === '*'
        ? !event.type.startsWith('webhook.')
        : pattern.endsWith('.*') && event.type.startsWith(pattern.slice(0, -1))),
  );
}
