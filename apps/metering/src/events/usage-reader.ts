import type { Pool } from 'pg';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import type { RowReader } from '@qafila/messaging/relay';
import { VERDICT, VERDICT_REASON } from './judge-event.ts';
import { timestampSql } from './timestamp.ts';

interface Row {
  digest: string; account_id: string; store_id: string; mode: string; meter_id: string; event_id: string; removal: boolean;
  occurred_at: string; received_at: string; verdict: number; version: number; value: string; late: boolean; reverses: string; payload: string; seq: string;
}

const READ = {
  name: 'read-usage',
  text: `
SELECT e.digest, a.account_id, m.store_id, m.mode, m.id AS meter_id, e.event_id, e.removal, ${timestampSql('e.occurred_at')} AS occurred_at,
  ${timestampSql('e.received_at')} AS received_at, e.verdict, e.version, trim_scale(e.value) AS value, e.late, e.reverses, e.payload, e.seq
FROM usage_event e JOIN account a USING (account_no) JOIN meter m USING (account_no, meter_no)
WHERE e.seq BETWEEN $1 AND $2 AND e.account_no % 4 = $3 ORDER BY e.seq`,
};

/** The block-range index knows only summarised ranges; the newest rows are scanned until then. */
const SUMMARISE_EVERY_MS = 2_000;

/**
 * Usage facts are stored once, in usage_event; the outbox row of a batch only points at them (first, last, lane). This
 * turns the pointer into events. `id` is the claim's digest: the same however often the row is published.
 */
export function usageReader(pool: Pool): RowReader {
  let summarisedAt = 0;
  return async (body) => {
    if (Date.now() - summarisedAt > SUMMARISE_EVERY_MS) {
      summarisedAt = Date.now();
      await pool.query("SELECT brin_summarize_new_values('usage_event_seq')");
    }
    const { rows } = await pool.query<Row>({ ...READ, values: JSON.parse(body) as number[] });
    return rows.map((row) => ({ key: row.meter_id, value: render(row) }));
  };
}

/** The payload is spliced in as it is stored: its numbers never pass through a JavaScript number. */
function render(row: Row): string {
  const counted = row.verdict === VERDICT.counted || row.verdict === VERDICT.reversal;
  const event = cloudEvent({
    id: row.digest, source: '/qafila/metering', type: METER_EVENT.usageAccepted, subject: row.meter_id, time: row.received_at,
    owner: { accountId: row.account_id, storeId: row.store_id, mode: row.mode },
    data: {
      meter_id: row.meter_id, event_id: row.event_id, operation: row.removal ? 'REMOVE' : 'ADD', timestamp: row.occurred_at, received_at: row.received_at,
      counted, reason: VERDICT_REASON[row.verdict], meter_version: row.version, value: row.verdict === VERDICT.counted ? row.value : null,
      late: row.late, reverses: row.reverses === '' ? null : row.reverses,
    },
  });
  return `${JSON.stringify(event).slice(0, -2)},"payload":${row.payload}}}`;
}
