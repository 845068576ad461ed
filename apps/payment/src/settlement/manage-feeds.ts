import { invalid, notFound } from '@qafila/envelopes/refusal';
import type { PaymentDependencies } from '../dependencies.ts';
import { FEEDS } from '../limits.ts';
import type { Owner } from '../owner.ts';
import { discoverFeeds } from './claim-feed.ts';
import type { FeedAnswer, FeedStatus } from './feed.schema.ts';
import type { SettlementFeedRow } from './settlement-feed.entity.ts';

type ReadRow = SettlementFeedRow & { is_connected: boolean };

const FEEDS_OF_STORE = `
  SELECT f.*, EXISTS (SELECT 1 FROM gateway_connection c WHERE c.account_id = f.account_id AND c.store_id = f.store_id
    AND c.mode = f.mode AND c.type = f.gateway) AS is_connected
  FROM settlement_feed f WHERE f.account_id = $1 AND f.store_id = $2 AND f.mode = $3 ORDER BY f.gateway`;

export async function listFeeds(deps: PaymentDependencies, owner: Owner): Promise<FeedAnswer[]> {
  await discoverFeeds(deps, owner);
  const { rows } = await deps.pool.query<ReadRow>(FEEDS_OF_STORE, [owner.accountId, owner.storeId, owner.mode]);
  return rows.map(feedView);
}

/** Makes the feed due now. One import follows that begins after this request, also when another is under way. */
export async function requestFeed(
  deps: PaymentDependencies,
  owner: Owner & { keyId: string },
  { gateway, from }: { gateway: string; from: Date | undefined },
): Promise<FeedAnswer> {
  const now = new Date(deps.clock());
  if (from !== undefined && (from > now || from.getTime() < now.getTime() - FEEDS.rereadMsMax))
    throw invalid('from', `from must be in the past, at most ${FEEDS.rereadMsMax / 86_400_000} days ago.`);
  await discoverFeeds(deps, owner);
  const { rows } = await deps.pool.query<SettlementFeedRow>(
    `UPDATE settlement_feed f SET next_at = least(next_at, $5), requested_by = $6,
      reread_from = least(reread_from, coalesce($7, read_until))
    WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4
    AND EXISTS (SELECT 1 FROM gateway_connection c WHERE c.account_id = f.account_id AND c.store_id = f.store_id
      AND c.mode = f.mode AND c.type = f.gateway)
    RETURNING *`,
    [owner.accountId, owner.storeId, owner.mode, gateway, now, owner.keyId, from ?? null],
  );
  if (rows[0] === undefined) throw notFound('connected gateway whose books can be read', gateway);
  return feedView({ ...rows[0], is_connected: true });
}

function feedView(row: ReadRow): FeedAnswer {
  return {
    gateway: row.gateway,
    status: statusOf(row),
    read_until: row.read_until.toISOString(),
    next_at: row.next_at.toISOString(),
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    import_id: row.import_id,
    failures: row.failures,
    error: row.error,
  };
}

function statusOf({ is_connected: isConnected, failures, import_id: importId }: ReadRow): FeedStatus {
  if (!isConnected) return 'disconnected';
  if (failures > 0) return 'failing';
  return importId === null ? 'waiting' : 'reading';
}
