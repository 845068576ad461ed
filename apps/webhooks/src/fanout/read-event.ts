import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { asCloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import type { DeliverableEvent } from '../delivery/new-delivery.ts';

const HEADER_SAFE = /^[\w:-]{1,64}$/;
const DATA = Buffer.from(',"data":');
const CLOSING_BRACE = 0x7d;

/** The event in a message's value. Throws NotACloudEvent or SyntaxError for any other value. */
export function readEvent(value: Buffer): DeliverableEvent {
  const event = asCloudEvent(JSON.parse(value.toString('utf8')));
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
    body: dataOf(value, event),
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
 * `,"data":`. A copy, because the message is a part of all that was fetched with it.
 */
function dataOf(value: Buffer, event: CloudEvent): Buffer {
  const start = value.indexOf(DATA);
  const isWhole = start !== -1 && value.at(-1) === CLOSING_BRACE && isLastObject(event) && isUtf8(value);
  return isWhole ? Buffer.from(value.subarray(start + DATA.length, -1)) : Buffer.from(JSON.stringify(event.data));
}

function isLastObject(event: CloudEvent): boolean {
  let last: unknown;
  let objects = 0;
  for (const member of Object.values(event)) {
    last = member;
    if (typeof member === 'object') objects++;
  }
  return last === event.data && objects === 1;
}
