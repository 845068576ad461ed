import { notFound } from '@qafila/envelopes/refusal';
import { VERDICT, VERDICT_REASON, digestOf } from '../events/judge-event.ts';
import { betweenSql, formatTimestamp, minuteSql, timestampSql } from '../time/timestamp.ts';
import { LIMITS } from '../limits.ts';
import type { MeterOwner, MeterSnapshot } from '../meter-definitions/meter-directory.ts';
import { decodeCursor, encodeCursor, pageSize } from '@qafila/envelopes/page';
import type { ListEventsQuery } from './list-events.schema.ts';
import type { StoredEvent } from './usage-answers.schema.ts';
import type { UsageReaders } from './usage-readers.ts';

interface Row {
  event_id: string;
  removal: boolean;
  occurred_at: string;
  received_at: string;
  verdict: number;
  version: number;
  value: string;
  late: boolean;
  reversed: number;
  reverses: string;
  payload: string;
  seq: string;
}

const EARLIEST = `${LIMITS.yearMin}-01-01T00:00:00Z`;
const LATEST = `${LIMITS.yearMax}-12-31T00:00:00Z`;

const COLUMNS = `event_id, removal, ${timestampSql('occurred_at')} AS occurred_at,
  ${timestampSql('received_at')} AS received_at,
  verdict, version, trim_scale(value)::text AS value, late, reversed, reverses, payload, seq`;

/** Stored events, newest first, as JSON text with the payloads exactly as they were sent. */
export async function listEvents(
  dependencies: UsageReaders,
  owner: MeterOwner,
  meterId: string,
  query: ListEventsQuery,
): Promise<string> {
  const meter = await meterOf(dependencies, owner, meterId);
  const size = pageSize(query.limit);
  const after = decodeCursor(query.cursor, 'time', 'number');
  const { rows } = await dependencies.pool.query<Row>(
    `
    SELECT ${COLUMNS} FROM usage_event
    WHERE account_no = $1 AND meter_no = $2 AND ${betweenSql('$3::timestamptz', '$4::timestamptz')}
      AND ($5::boolean IS NULL OR (verdict IN (${VERDICT.counted}, ${VERDICT.reversal}) AND reversed = 0) = $5)
      AND ($6::timestamptz IS NULL OR (${minuteSql('occurred_at')} <= ${minuteSql('$6::timestamptz')}
        AND (occurred_at, seq) < ($6, $7::bigint)))
    ORDER BY ${minuteSql('occurred_at')} DESC, occurred_at DESC, seq DESC LIMIT $8`,
    [
      meter.accountNo,
      meter.meterNo,
      query.from === undefined ? EARLIEST : formatTimestamp(query.from),
      query.to === undefined ? LATEST : formatTimestamp(query.to),
      query.counted ?? null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      size + 1,
    ],
  );
  const page = rows.slice(0, size);
  const last = page[page.length - 1];
  const next = rows.length > size && last !== undefined ? encodeCursor([last.occurred_at, last.seq]) : null;
  return envelope(
    'Events of this meter',
    `{"items":[${page.map(render).join(',')}],"next_cursor":${JSON.stringify(next)}}`,
  );
}

/** One stored event: its period and whether it is counted. */
export async function getEvent(
  dependencies: UsageReaders,
  owner: MeterOwner,
  meterId: string,
  eventId: string,
): Promise<string> {
  const meter = await meterOf(dependencies, owner, meterId);
  const {
    rows: [row],
  } = await dependencies.pool.query<Row>(`SELECT ${COLUMNS} FROM usage_event WHERE account_no = $1 AND digest = $2`, [
    meter.accountNo,
    digestOf(meter.accountId, meter.id, eventId),
  ]);
  if (row === undefined) throw notFound('event', eventId);
  return envelope('The event', render(row));
}

async function meterOf(dependencies: UsageReaders, owner: MeterOwner, id: string): Promise<MeterSnapshot> {
  const meter = await dependencies.meters.find(owner, id);
  if (meter === undefined) throw notFound('meter', id);
  return meter;
}

function render(row: Row): string {
  const event: Omit<StoredEvent, 'payload'> = {
    event_id: row.event_id,
    operation: row.removal ? 'REMOVE' : 'ADD',
    timestamp: row.occurred_at,
    received_at: row.received_at,
    counted: (row.verdict === VERDICT.counted || row.verdict === VERDICT.reversal) && row.reversed === 0,
    reason: row.reversed === 0 ? (VERDICT_REASON[row.verdict] ?? null) : 'reversed',
    meter_version: row.version,
    value: row.verdict === VERDICT.counted ? row.value : null,
    late: row.late,
    reverses: row.reverses === '' ? null : row.reverses,
  };
  return `${JSON.stringify(event).slice(0, -1)},"payload":${row.payload}}`;
}

function envelope(message: string, data: string): string {
  return `{"success":true,"responseStatus":"OK","message":${JSON.stringify(message)},"data":${data}}`;
}
