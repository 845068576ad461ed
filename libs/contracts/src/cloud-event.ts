import { randomUUID } from 'node:crypto';

/**
 * CloudEvents 1.0, structured JSON (docs/decisions/0004). `subject` is the aggregate's id and the Kafka key, so the
 * events of one aggregate stay in order. The names of extensions are lower-case, as the specification requires.
 */
export interface CloudEvent<Data = unknown> {
  specversion: '1.0';
  /** Stable across republishing: consumers deduplicate by it. */
  id: string;
  /** `/qafila/<service>` */
  source: string;
  type: string;
  /** ISO 8601, UTC: when the fact became true. */
  time: string;
  subject: string;
  datacontenttype: 'application/json';
  accountid: string;
  storeid: string;
  mode: string;
  /** Grows with each change of the aggregate: a consumer that has seen 7 ignores 6. */
  aggregateversion?: number;
  /** W3C trace context of the request that caused the fact. */
  traceparent?: string;
  data: Data;
}

export interface NewEvent<Data> {
  id?: string;
  source: string;
  type: string;
  subject: string;
  time?: string;
  owner: { accountId: string; storeId: string; mode: string };
  aggregateVersion?: number;
  traceparent?: string;
  data: Data;
}

export function cloudEvent<Data>(event: NewEvent<Data>): CloudEvent<Data> {
  return {
    specversion: '1.0',
    id: event.id ?? randomUUID(),
    source: event.source,
    type: event.type,
    time: event.time ?? new Date().toISOString(),
    subject: event.subject,
    datacontenttype: 'application/json',
    accountid: event.owner.accountId,
    storeid: event.owner.storeId,
    mode: event.owner.mode,
    ...(event.aggregateVersion === undefined ? {} : { aggregateversion: event.aggregateVersion }),
    ...(event.traceparent === undefined ? {} : { traceparent: event.traceparent }),
    data: event.data,
  };
}

/** Says what is wrong with a Kafka value, for the header of the dead letter. */
export class NotACloudEvent extends Error {}

const REQUIRED = ['id', 'source', 'type', 'subject', 'accountid', 'storeid', 'mode'] as const;

/** Checks the envelope only; consumers check `data`. Throws NotACloudEvent. */
export function asCloudEvent(value: unknown): CloudEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new NotACloudEvent('the value is not a JSON object');
  }
  const event = value as Record<string, unknown>;
  if (event.specversion !== '1.0') throw new NotACloudEvent('specversion must be "1.0"');
  for (const field of REQUIRED) {
    if (typeof event[field] !== 'string' || event[field] === '') {
      throw new NotACloudEvent(`${field} must be a non-empty string`);
    }
  }
  if (typeof event.data !== 'object' || event.data === null) throw new NotACloudEvent('data must be an object');
  return value as CloudEvent;
}

/** For events whose numbers are safe as JavaScript numbers; exact decimals travel as strings. */
export function parseCloudEvent(bytes: Buffer): CloudEvent {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new NotACloudEvent('the value is not JSON');
  }
  return asCloudEvent(value);
}
