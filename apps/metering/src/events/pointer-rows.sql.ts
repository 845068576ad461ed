import { OUTBOX_SHARDS } from '@qafila/messaging/outbox';
import { SHORT_DIGEST_BYTES } from './pointer.ts';
import { USAGE_FACT_BYTES } from './usage-fact.ts';

const SHARD = `account_no % ${OUTBOX_SHARDS}`;

/**
 * Parts of a WITH that write the pointer rows of just stored events. `events` selects them, with `account_no`, `seq`,
 * `digest` and `payload`. The digests let the relay find each event again by the primary key; `pointer.ts` reads both
 * forms.
 */
export function pointerRows(events: string): string {
  return `
form AS MATERIALIZED (SELECT since <= now() AS short FROM short_digests),
stored AS (
  SELECT account_no, count(*) AS events, min(seq) AS first, max(seq) AS last,
    translate(encode(string_agg(
      CASE WHEN (SELECT short FROM form) THEN substr(uuid_send(digest), 1, ${SHORT_DIGEST_BYTES})
        ELSE uuid_send(digest) END, ''::bytea), 'base64'), E'\\n', '') AS digests,
    sum(octet_length(payload) + ${USAGE_FACT_BYTES}) AS bytes
  FROM ${events} GROUP BY account_no
),
published AS (
  INSERT INTO outbox (shard, topic, event_count, source, bytes, body)
  SELECT ${SHARD}, 'meter.events.v1', sum(events), 'usage', sum(bytes),
    CASE WHEN (SELECT short FROM form)
      THEN json_build_array(min(first), max(last), ${SHARD}, null, json_object_agg(account_no, digests))
      ELSE json_build_array(min(first), max(last), ${SHARD}, json_object_agg(account_no, digests)) END::text
  FROM stored GROUP BY ${SHARD}
)`;
}
