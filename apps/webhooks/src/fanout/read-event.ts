import { createHash } from 'node:crypto';
import { asCloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import type { DeliverableEvent } from '../delivery/new-delivery.ts';

const HEADER_SAFE = /^[\w:-]{1,64}$/;
const DATA = ',"data":';

/** The event in a message's value. Throws NotACloudEvent or SyntaxError for any other value. */
export function readEvent(value: Buffer): DeliverableEvent {
  const text = value.toString('utf8');
  const event = asCloudEvent(JSON.parse(text));
  const at = new Date(event.time);
  if (Number.isNaN(at.getTime())) throw new TypeError('time must be an ISO 8601 timestamp');
  return {
    day: at.toISOString().slice(0, 10),
    id: webhookId(event.id),
    accountId: event.accountid,
    storeId: event.storeid,
    mode: event.mode,
    type: event.type,
    key: event.subject,
    at: event.time,
    traceparent: event.traceparent ?? null,
    body: Buffer.from(dataOf(text, event)),
  };
}

/**
 * The id goes into a header and a signed text. An id that could break either is replaced by its digest, always the
 * same.
 */
function webhookId(id: string): string {
  return HEADER_SAFE.test(id) ? id : createHash('sha256').update(id).digest('hex');
}

/**
 * The bytes of `data` as its service wrote them. Parsing and writing would round numbers and reorder keys that look
 * like integers. In our envelopes `data` is the last member and the only object, so its text begins at the first
 * `,"data":`.
 */
function dataOf(text: string, event: CloudEvent): string {
  const members = Object.entries(event);
  const isLast =
    members.at(-1)?.[0] === 'data' && members.filter(([, value]) => typeof value === 'object').length === 1;
  const start = text.indexOf(DATA);
  return isLast && start !== -1 && text.endsWith('}')
    ? text.slice(start + DATA.length, -1)
    : JSON.stringify(event.data);
}
