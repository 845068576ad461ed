import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { Refusal, notFound } from '@qafila/envelopes/refusal';
import type { Principal } from '@qafila/auth/principal';
import { stringifyExact } from '@qafila/json/write-json';
import { JsonNumber } from '@qafila/json/json-value';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { shardOf } from '@qafila/messaging/outbox';
import type { RowReader } from '@qafila/messaging/relay';
import { LIMITS } from '../limits.ts';
import type { MeterDirectory } from '../meters/meter-directory.ts';

/** Events of one outbox row: small rows keep the relay's steps, and a consumer's batches, short. */
const ROW_EVENTS_MAX = 500;

export interface BulkAccepted { bulk_id: string; events: number }

/**
 * Takes a bulk for later (202): the events go to meter.ingest.v1 through the outbox, so a 202 is as durable as a 200 and
 * holds while Kafka is away. They are judged when they arrive; the outcome of each is readable under the bulk's id.
 */
export async function submitBulk(services: { pool: Pool; meters: MeterDirectory }, owner: Principal, meterId: string, events: JsonValue[]): Promise<BulkAccepted> {
  const meter = await services.meters.find(owner, meterId);
  if (meter === undefined) throw notFound('meter', meterId);
  const bulkId = `blk_${randomBytes(12).toString('hex')}`;
  const bodies = events.map((event, index) => envelope(event, index, { owner, meterId, bulkId }));
  const rows: string[] = [];
  for (let from = 0; from < bodies.length; from += ROW_EVENTS_MAX) rows.push([meterId, ...bodies.slice(from, from + ROW_EVENTS_MAX)].join('\n'));
  await services.pool.query(`
    WITH made AS (INSERT INTO bulk (account_no, id, meter_no, events) VALUES ($1, $2, $3, $4))
    INSERT INTO outbox (shard, topic, event_count, source, body)
    SELECT $5, $6, least($7, $4 - (place - 1) * $7), 'bulk', body FROM unnest($8::text[]) WITH ORDINALITY AS row (body, place)`,
  [meter.accountNo, bulkId, meter.meterNo, events.length, shardOf(meterId), TOPICS.meterIngest, ROW_EVENTS_MAX, rows]);
  return { bulk_id: bulkId, events: events.length };
}

/**
 * A bulk's outbox row: the meter's id, then an event a line (JSON text written here has no line breaks, nor has an id). The lines
 * go out as they are: read as JSON and written again, numbers would lose digits.
 */
export const readBulkRows: RowReader = async (bodies) => bodies.map((body) => {
  const [key, ...values] = body.split('\n');
  return values.map((value) => ({ key: key as string, value }));
});

/** The event is spliced in as it was sent: its numbers keep their text. What is no object is refused on arrival. */
function envelope(event: JsonValue, index: number, { owner, meterId, bulkId }: { owner: Principal; meterId: string; bulkId: string }): string {
  const isObject = typeof event === 'object' && event !== null && !Array.isArray(event) && !(event instanceof JsonNumber);
  const shell = { ...cloudEvent({ id: `${bulkId}-${index}`, source: '/qafila/metering/bulk', type: METER_EVENT.usageReported, subject: meterId, owner, data: {} }), bulkid: bulkId, bulkindex: index };
  const { data: _, ...rest } = shell;
  const data = stringifyExact(isObject ? (event as JsonObject) : { value: event });
  if (data.length * 3 > LIMITS.eventBytesMax && Buffer.byteLength(data) > LIMITS.eventBytesMax) {
    throw new Refusal(413, 'body_too_large', `events.${index} must be at most ${LIMITS.eventBytesMax} bytes long.`, { param: `events.${index}` });
  }
  return `${JSON.stringify(rest).slice(0, -1)},"data":${data}}`;
}
