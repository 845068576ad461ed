import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { Refusal, notFound } from '@qafila/envelopes/refusal';
import type { Principal } from '@qafila/auth/principal';
import { stringifyExact } from '@qafila/json/write-json';
import { isJsonObject } from '@qafila/json/is-object';
import type { JsonValue } from '@qafila/json/json-value';
import { shardOf } from '@qafila/messaging/outbox';
import type { RowReader } from '@qafila/messaging/relay';
import { LIMITS } from '../limits.ts';
import type { EventBulkAccepted } from './bulk.schema.ts';
import type { MeterDirectory } from '../meter-definitions/meter-directory.ts';

/** Events of one outbox row. Small rows keep the relay's rounds and the consumer's batches short. */
const ROW_EVENTS_MAX = 500;

/**
 * Takes a bulk for later (202). The events go to meter.ingest.v1 through the outbox, so a 202 is as durable as a 200,
 * also while Kafka is away. The consumer judges them. The result of each event can be read under the bulk's id.
 */
export async function submitBulk(
  services: { pool: Pool; meters: MeterDirectory },
  owner: Principal,
  meterId: string,
  events: JsonValue[],
): Promise<EventBulkAccepted> {
  const meter = await services.meters.find(owner, meterId);
  if (meter === undefined) throw notFound('meter', meterId);
  const bulkId = `blk_${randomBytes(12).toString('hex')}`;
  const bodies = events.map((event, index) => envelope(event, index, { owner, meterId, bulkId }));
  const rows: string[] = [];
  for (let from = 0; from < bodies.length; from += ROW_EVENTS_MAX)
    rows.push([meterId, ...bodies.slice(from, from + ROW_EVENTS_MAX)].join('\n'));
  await services.pool.query(
    `
    WITH created AS (INSERT INTO bulk (account_no, id, meter_no, events) VALUES ($1, $2, $3, $4))
    INSERT INTO outbox (shard, topic, event_count, source, body)
    SELECT $5, $6, least($7, $4 - (place - 1) * $7), 'bulk', body
    FROM unnest($8::text[]) WITH ORDINALITY AS row (body, place)`,
    [meter.accountNo, bulkId, meter.meterNo, events.length, shardOf(meterId), TOPICS.meterIngest, ROW_EVENTS_MAX, rows],
  );
  return { bulk_id: bulkId, events: events.length };
}

/**
 * A bulk's outbox row: the meter's id, then one event on each line. Neither an id nor the JSON text that envelope()
 * writes contains a line break. The lines are published unchanged: parsing them would lose digits of numbers.
 */
export const readBulkRows: RowReader = async (bodies) =>
  bodies.map((body) => {
    const [key, ...values] = body.split('\n');
    return values.map((value) => ({ key: key as string, value }));
  });

/**
 * Inserts the event as JSON text, so its numbers keep their digits. The consumer refuses an event that is not an
 * object.
 */
function envelope(
  event: JsonValue,
  index: number,
  { owner, meterId, bulkId }: { owner: Principal; meterId: string; bulkId: string },
): string {
  const shell = {
    ...cloudEvent({
      id: `${bulkId}-${index}`,
      source: '/qafila/metering/bulk',
      type: METER_EVENT.usageReported,
      subject: meterId,
      owner,
      data: {},
    }),
    bulkid: bulkId,
    bulkindex: index,
  };
  const { data: _, ...rest } = shell;
  const data = stringifyExact(isJsonObject(event) ? event : { value: event });
  if (data.length * 3 > LIMITS.eventBytesMax && Buffer.byteLength(data) > LIMITS.eventBytesMax) {
    throw new Refusal(413, 'body_too_large', `events.${index} must be at most ${LIMITS.eventBytesMax} bytes long.`, {
      param: `events.${index}`,
    });
  }
  return `${JSON.stringify(rest).slice(0, -1)},"data":${data}}`;
}
