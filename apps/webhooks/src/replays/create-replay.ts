import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { conflict } from '@qafila/envelopes/refusal';
import { selectEvents, typesOf } from '../deliveries/event-selection.ts';
import type { EventSelection } from '../deliveries/event-selection.ts';
import { refuseDisabled } from '../deliveries/resend-delivery.ts';
import type { Endpoint } from '../endpoints/endpoint.entity.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';
import { LIMITS } from '../limits.ts';
import { REPLAY_COLUMNS, replayView } from './replay.entity.ts';
import type { ReplayRow } from './replay.entity.ts';
import type {
  CreateWebhookReplayBody,
  Selection,
  WebhookReplayAnswer,
  WebhookReplayCountAnswer,
} from './replay.schema.ts';
import { countSql } from './replay.sql.ts';

interface Wanted extends EventSelection {
  selection: Selection;
  untilSequence: string;
}

export async function countReplay(
  store: EndpointStore,
  owner: Principal,
  id: string,
  body: CreateWebhookReplayBody,
): Promise<WebhookReplayCountAnswer> {
  const endpoint = await findEndpoint(store.source.manager, owner, id);
  return {
    dry_run: true,
    ...(await countMatching(
      store.source.manager,
      endpoint.endpointNo,
      await readWanted(store.source.manager, endpoint, body),
    )),
  };
}

/** Starts to send existing events again; later ones are delivered anyway. The replay loop does the work. */
export async function createReplay(
  store: EndpointStore,
  owner: Principal,
  id: string,
  body: CreateWebhookReplayBody,
): Promise<WebhookReplayAnswer> {
  const { manager } = store.source;
  const unlocked = await findEndpoint(manager, owner, id);
  const wanted = await readWanted(manager, unlocked, body);
  const counted = await countMatching(manager, unlocked.endpointNo, wanted);
  return store.source.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, owner, id, 'locked');
    refuseDisabled(endpoint);
    await checkRunning(tx, endpoint.endpointNo);
    const [row] = await tx.query<ReplayRow[]>(
      `
      INSERT INTO replay AS r (endpoint_no, id, selection, from_at, to_at, event_types, types, rate_per_second,
        until_sequence, matching, matching_exact, position_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $4) RETURNING ${REPLAY_COLUMNS}`,
      [
        endpoint.endpointNo,
        `rp_${randomBytes(12).toString('hex')}`,
        wanted.selection,
        wanted.fromAt,
        wanted.toAt,
        body.event_types ?? null,
        wanted.types,
        body.rate_per_second ?? LIMITS.replayRatePerSecondDefault,
        wanted.untilSequence,
        counted.count,
        counted.exact,
      ],
    );
    return replayView(row as ReplayRow);
  });
}

async function readWanted(
  db: EntityManager,
  endpoint: Endpoint,
  { from, to, event_types: patterns, status: selection = 'all' }: CreateWebhookReplayBody,
): Promise<Wanted> {
  const wanted = await selectEvents(db, endpoint, { from, to, patterns });
  const [head] = await db.query<{ sequence: string }[]>('SELECT sequence FROM endpoint_head WHERE endpoint_no = $1', [
    endpoint.endpointNo,
  ]);
  // Missing are only events that the endpoint subscribes to today. Its deliveries can be of any type.
  const types =
    selection === 'missing'
      ? (await typesOf(db, endpoint, endpoint.eventTypes)).filter((name) => wanted.types?.includes(name) ?? true)
      : wanted.types;
  return { ...wanted, types, selection, untilSequence: head?.sequence ?? '0' };
}

async function countMatching(
  db: EntityManager,
  endpointNo: string,
  wanted: Wanted,
): Promise<{ count: number; exact: boolean }> {
  const place = wanted.selection === 'missing' ? [wanted.fromAt, ''] : ['0', wanted.untilSequence];
  const [row] = await db.query<{ rows_read: number; matching: number }[]>(countSql(wanted.selection), [
    endpointNo,
    wanted.fromDay,
    wanted.toDay,
    wanted.fromAt,
    wanted.toAt,
    wanted.types,
    LIMITS.countedRowsMax,
    ...place,
  ]);
  return { count: row?.matching ?? 0, exact: row !== undefined && row.rows_read < LIMITS.countedRowsMax };
}

async function checkRunning(tx: EntityManager, endpointNo: string): Promise<void> {
  const [row] = await tx.query<{ count: number }[]>(
    "SELECT count(*)::int FROM replay WHERE endpoint_no = $1 AND status = 'running'",
    [endpointNo],
  );
  if ((row?.count ?? 0) >= LIMITS.replaysRunningPerEndpointMax) {
    throw conflict(
      'too_many_replays',
      `${LIMITS.replaysRunningPerEndpointMax} replays of this webhook endpoint are running; ` +
        'wait for one, or cancel it.',
    );
  }
}
