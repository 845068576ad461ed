import { TOPICS } from './topics.ts';
import { decimal, flag, integer, moment, objectSchema, text, textOrNull } from './event-type.ts';
import type { EventType } from './event-type.ts';

export const METER_EVENT = {
  created: 'meter.created',
  updated: 'meter.updated',
  deactivated: 'meter.deactivated',
  reactivated: 'meter.reactivated',
  usageAccepted: 'meter.usage.accepted',
  usageRejected: 'meter.usage.rejected',
  periodClosed: 'meter.period.closed',
  usageReported: 'meter.usage.reported',
  planCreated: 'plan.created',
  planUpdated: 'plan.updated',
  subscriptionCreated: 'subscription.created',
  subscriptionUpdated: 'subscription.updated',
} as const;

/**
 * `data` of meter.usage.accepted: one event that is counted in the totals, or stored and not counted, with the reason.
 */
export interface UsageAccepted {
  meter_id: string;
  event_id: string;
  operation: 'ADD' | 'REMOVE';
  timestamp: string;
  received_at: string;
  counted: boolean;
  reason: string | null;
  meter_version: number;
  /** Signed contribution to the meter; null when not counted. */
  value: string | null;
  /** The period was already closed: the usage is an adjustment. */
  late: boolean;
  /** The event_id that this REMOVE takes back. */
  reverses: string | null;
  payload: unknown;
}

/** `data` of meter.usage.rejected: usage from the topic that was refused, with what to correct. */
export interface UsageRejected {
  meter_id: string;
  event_id: string | null;
  code: string;
  message: string;
  param: string | null;
}

const meter = objectSchema({
  id: text,
  name: text,
  active: flag,
  aggregation_type: { enum: ['count', 'sum', 'latest', 'max'] },
  aggregation_field: textOrNull,
  filters: { type: 'object' },
  account_id: text,
  store_id: text,
  mode: text,
  createdAt: moment,
  updatedAt: moment,
});
const meterSample = {
  id: 'tokens',
  name: 'Generated tokens',
  active: true,
  aggregation_type: 'sum',
  aggregation_field: 'tokens',
  filters: {},
  account_id: '5f1d7a3b9c2e4680',
  store_id: 'str_1',
  mode: 'stage',
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
};
const plan = objectSchema({ id: text, name: text, active: flag, recurring: flag, meters: { type: 'array' } });
const planSample = { id: 'pro', name: 'Pro', active: true, recurring: true, meters: [{ meter_id: 'tokens' }] };
const subscription = objectSchema({ id: text, plan_id: text, status: text, customer_reference: text });
const subscriptionSample = { id: 'sub_1', plan_id: 'pro', status: 'active', customer_reference: 'customer-7' };
const usage = objectSchema({
  meter_id: text,
  event_id: text,
  operation: { enum: ['ADD', 'REMOVE'] },
  timestamp: moment,
  received_at: moment,
  counted: flag,
  reason: textOrNull,
  meter_version: integer,
  value: { anyOf: [decimal, { type: 'null' }] },
  late: flag,
  reverses: textOrNull,
  payload: { type: 'object' },
});
const usageSample = {
  meter_id: 'tokens',
  event_id: 'req-1',
  operation: 'ADD',
  timestamp: '2026-11-01T00:00:00.123456Z',
  received_at: '2026-11-01T00:00:00.200000Z',
  counted: true,
  reason: null,
  meter_version: 1,
  value: '173',
  late: false,
  reverses: null,
  payload: { tokens: 173 },
};

function lifecycle(name: string, summary: string, schema: EventType['schema'], sample: EventType['sample']): EventType {
  return { name, topic: TOPICS.meterEvents, summary, webhook: true, schema, sample };
}

/** Topic meter.ingest.v1: internal producers write it. The rules are those of the HTTP operation (§2.8). */
const ingest: EventType = {
  name: METER_EVENT.usageReported,
  topic: TOPICS.meterIngest,
  summary: 'Usage to be accepted. subject is the meter id; data is the body of the send-event operation.',
  webhook: false,
  schema: objectSchema(
    {
      operation: { enum: ['ADD', 'REMOVE'] },
      event_id: text,
      timestamp: moment,
      payload: { type: 'object' },
      reverses: text,
    },
    ['reverses', 'payload'],
  ),
  sample: { operation: 'ADD', event_id: 'req-1', timestamp: '2026-11-01T00:00:00.123456Z', payload: { tokens: 173 } },
};

export const METER_EVENT_TYPES: EventType[] = [
  lifecycle(METER_EVENT.created, 'A meter was defined.', meter, meterSample),
  lifecycle(METER_EVENT.updated, "A meter's name or filters changed.", meter, meterSample),
  lifecycle(METER_EVENT.deactivated, 'A meter stopped accepting events.', meter, { ...meterSample, active: false }),
  lifecycle(METER_EVENT.reactivated, 'A meter accepts events again.', meter, meterSample),
  {
    name: METER_EVENT.usageAccepted,
    topic: TOPICS.meterEvents,
    summary: 'One usage event was stored, and counted or not.',
    webhook: false,
    schema: usage,
    sample: usageSample,
  },
  {
    name: METER_EVENT.usageRejected,
    topic: TOPICS.meterEvents,
    summary: 'Usage from meter.ingest.v1 was refused.',
    webhook: true,
    schema: objectSchema({ meter_id: text, event_id: textOrNull, code: text, message: text, param: textOrNull }),
    sample: {
      meter_id: 'tokens',
      event_id: 'req-2',
      code: 'validation_error',
      message: 'timestamp must be in UTC',
      param: 'timestamp',
    },
  },
  {
    name: METER_EVENT.periodClosed,
    topic: TOPICS.meterEvents,
    summary: "A meter's period is closed; later usage is an adjustment.",
    webhook: true,
    schema: objectSchema({
      meter_id: text,
      period_start: moment,
      period_end: moment,
      value: { anyOf: [decimal, { type: 'null' }] },
      billable: decimal,
      events: integer,
    }),
    sample: {
      meter_id: 'tokens',
      period_start: '2026-10-01T00:00:00Z',
      period_end: '2026-11-01T00:00:00Z',
      value: '1730',
      billable: '1730',
      events: 10,
    },
  },
  lifecycle(METER_EVENT.planCreated, 'A plan was defined.', plan, planSample),
  lifecycle(METER_EVENT.planUpdated, 'A plan was turned on or off.', plan, { ...planSample, active: false }),
  lifecycle(METER_EVENT.subscriptionCreated, 'A customer subscribed to a plan.', subscription, subscriptionSample),
  lifecycle(METER_EVENT.subscriptionUpdated, "A subscription's state changed.", subscription, {
    ...subscriptionSample,
    status: 'paused',
  }),
  ingest,
];
