import { isCustomPattern, isCustomType } from './custom-events.ts';
import { COD_EVENT_TYPES } from './cod-events.ts';
import type { EventType } from './event-type.ts';
import { DISPUTE_EVENT_TYPES } from './dispute-events.ts';
import { IDENTITY_EVENT_TYPES } from './identity-events.ts';
import { METER_EVENT_TYPES } from './meter-events.ts';
import { PAYMENT_CAPTURE_EVENT_TYPES } from './payment-capture-events.ts';
import { PAYMENT_EVENT_TYPES } from './payment-events.ts';
import { PAYMENT_LINK_EVENT_TYPES } from './payment-link-events.ts';
import { PAYOUT_EVENT_TYPES } from './payout-events.ts';
import { REFUND_EVENT_TYPES } from './refund-events.ts';
import { REPORT_EVENT_TYPES } from './report-events.ts';
import { SHIPMENT_EVENT_TYPES } from './shipment-events.ts';
import { SHIPMENT_RECEIVER_EVENT_TYPES } from './shipment-receiver-events.ts';
import { TOKEN_EVENT_TYPES } from './token-events.ts';
import { ENDPOINT_EVENT_TYPES } from './webhook-events.ts';

/** Every type of every topic. */
export const EVENT_TYPES: readonly EventType[] = [
  ...METER_EVENT_TYPES,
  ...IDENTITY_EVENT_TYPES,
  ...PAYMENT_EVENT_TYPES,
  ...REFUND_EVENT_TYPES,
  ...TOKEN_EVENT_TYPES,
  ...PAYOUT_EVENT_TYPES,
  ...DISPUTE_EVENT_TYPES,
  ...PAYMENT_LINK_EVENT_TYPES,
  ...REPORT_EVENT_TYPES,
  ...PAYMENT_CAPTURE_EVENT_TYPES,
  ...SHIPMENT_EVENT_TYPES,
  ...COD_EVENT_TYPES,
  ...SHIPMENT_RECEIVER_EVENT_TYPES,
  ...ENDPOINT_EVENT_TYPES,
];

/** The types that merchants may subscribe a webhook endpoint to. */
export const WEBHOOK_EVENT_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => type.webhook);

const byName = new Map(WEBHOOK_EVENT_TYPES.map((type) => [type.name, type]));
const patterns = new Set(WEBHOOK_EVENT_TYPES.flatMap(patternsOf));

/** Every text that a subscription can have, the longest first, so that a suggestion is as precise as possible. */
export const EVENT_PATTERNS: readonly string[] = [...patterns].sort((a, b) => b.length - a.length);

/** The type of this name, if merchants may subscribe to it. */
export function webhookEventType(name: string): EventType | undefined {
  return byName.get(name);
}

/**
 * Every pattern that a subscription to this type can have: its name, each family that it belongs to (`meter.usage.*`,
 * `meter.*`) and `*`. A type that is not a webhook has no pattern.
 */
export function patternsOf(type: Pick<EventType, 'name' | 'webhook' | 'explicit'>): string[] {
  if (!type.webhook) return [];
  const words = type.name.split('.');
  const families = words
    .slice(1)
    .map((_, at) => `${words.slice(0, at + 1).join('.')}.*`)
    .reverse();
  return [type.name, ...families, ...(type.explicit === true ? [] : ['*'])];
}

/** The same for a name: of a webhook, or of a type that a merchant registers. Any other name has no pattern. */
export function patternsOfName(name: string): string[] {
  if (isCustomType(name)) return patternsOf({ name, webhook: true });
  const type = byName.get(name);
  return type === undefined ? [] : patternsOf(type);
}

/**
 * Whether a subscription to this text can receive anything: `*`, the name of a webhook, a family that has one, or types
 * that a merchant registers.
 */
export function isEventPattern(text: string): boolean {
  return patterns.has(text) || isCustomPattern(text);
}
