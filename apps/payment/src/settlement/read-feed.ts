import { inTransaction } from '@qafila/runtime/in-transaction';
import { backoffMs } from '@qafila/runtime/backoff';
import { truncate } from '@qafila/runtime/truncate';
import type { PaymentDependencies } from '../dependencies.ts';
import { FEEDS } from '../limits.ts';
import { ownerOf } from '../owner.ts';
import type { SettlementPage } from '../providers/settlement-line.ts';
import { withinDeadline } from '../providers/within-deadline.ts';
import { BY_SCHEDULE, keyOfFeed, lockFeed, writeFeed } from './claim-feed.ts';
import type { ClaimedFeed } from './claim-feed.ts';
import { finishImport, lockSource, payoutsOf, storePart } from './import-report.ts';
import { savedMapping } from './manage-mapping.ts';
import { BUILT_IN_MAPPINGS, DEFAULT_RULES } from './mapping.ts';
import type { SettlementRules } from './mapping.ts';

/** The lines of an adapter contain its payouts, whatever the store's files do. */
async function rulesOf({ pool }: PaymentDependencies, feed: ClaimedFeed): Promise<SettlementRules> {
  const saved = await savedMapping(pool, ownerOf(feed), feed.gateway);
  return { ...(saved ?? BUILT_IN_MAPPINGS[feed.gateway] ?? DEFAULT_RULES), payouts: 'lines' };
}

/**
 * Reads pages of a feed and stores each with the place after it, so that another process continues there. Returns the
 * number of pages. A failure is kept in the feed, which is read again after growing waits.
 */
export async function readFeed(deps: PaymentDependencies, claimed: ClaimedFeed): Promise<number> {
  let feed: ClaimedFeed | undefined = claimed;
  let pages = 0;
  try {
    const rules = await rulesOf(deps, feed);
    while (feed !== undefined && !feed.is_read && pages < FEEDS.pagesPerTurn) {
      feed = await storePage(deps, feed, { page: await readPage(deps, feed), rules });
      pages += 1;
    }
    if (feed?.is_read === true) await finishFeed(deps, feed, rules);
    // The next turn is behind those of the other feeds.
    else if (feed !== undefined)
      await writeFeed(deps.pool, feed, { next_at: new Date(deps.clock()), leased_until: null });
  } catch (error) {
    await keepFailure(deps, claimed, error as Error);
  }
  deps.onCommit();
  return pages;
}

/** Outside any transaction: the gateway may take seconds. */
async function readPage(deps: PaymentDependencies, feed: ClaimedFeed): Promise<SettlementPage> {
  const provider = await deps.providers.of(feed);
  if (provider.settlementPage === undefined) throw new Error(`${feed.gateway} has no books that can be read`);
  const period = { fromMs: feed.from_at.getTime(), toMs: feed.to_at.getTime() };
  return withinDeadline(() => provider.settlementPage?.(period, feed.cursor) as Promise<SettlementPage>);
}

/** Undefined when another process took the feed meanwhile: the page is stored by that one. */
async function storePage(
  deps: PaymentDependencies,
  feed: ClaimedFeed,
  { page: { lines, next }, rules }: { page: SettlementPage; rules: SettlementRules },
): Promise<ClaimedFeed | undefined> {
  return inTransaction(deps.pool, async (tx) => {
    const source = await lockSource(tx, ownerOf(feed), feed.gateway);
    if (!(await lockFeed(tx, feed))) return undefined;
    await storePart(tx, source, { lines, importId: feed.import_id, rules, nowMs: deps.clock() });
    const place = {
      cursor: next,
      is_read: next === null,
      payout_ids: [...new Set([...feed.payout_ids, ...payoutsOf(lines)])],
      leased_until: new Date(deps.clock() + FEEDS.leaseMs),
    };
    await writeFeed(tx, feed, place);
    return { ...feed, ...place };
  });
}

/** A repeat after a crash finds the same payouts and changes nothing. */
async function finishFeed(deps: PaymentDependencies, feed: ClaimedFeed, rules: SettlementRules): Promise<void> {
  const { import_id: id, gateway, payout_ids: payoutIds } = feed;
  const done = await finishImport(deps, { ...ownerOf(feed), keyId: BY_SCHEDULE }, { id, gateway, rules, payoutIds });
  const now = new Date(deps.clock());
  // What was booked since, or was requested meanwhile, is read at once.
  await deps.pool.query(
    `UPDATE settlement_feed SET import_id = NULL, from_at = NULL, to_at = NULL, cursor = NULL, is_read = false,
      payout_ids = '{}', leased_until = NULL, failures = 0, error = '', succeeded_at = $6::timestamptz, read_until = $7,
      next_at = CASE WHEN reread_from IS NULL THEN $8::timestamptz ELSE $6 END
    WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4 AND revision = $5`,
    [...keyOfFeed(feed), feed.revision, now, feed.to_at, nextAt(feed, now)],
  );
  const { lines, added, matched, exceptions } = done;
  deps.log.info(
    { gateway, store: feed.store_id, import: id, lines, added, matched, exceptions },
    'settlement.feed_read',
  );
}

/** A period that was cut is continued at once. */
function nextAt({ from_at: from, to_at: to }: ClaimedFeed, now: Date): Date {
  const isCut = to.getTime() - from.getTime() >= FEEDS.periodMsMax;
  return isCut ? now : new Date(now.getTime() + FEEDS.everyMs);
}

async function keepFailure(deps: PaymentDependencies, feed: ClaimedFeed, error: Error): Promise<void> {
  const failures = feed.failures + 1;
  const next = new Date(deps.clock() + backoffMs(failures, FEEDS.backoff));
  const text = truncate(error.message, FEEDS.errorCharactersMax);
  await writeFeed(deps.pool, feed, { failures, error: text, next_at: next, leased_until: null });
  deps.log.warn({ gateway: feed.gateway, store: feed.store_id, failures, error: text }, 'settlement.feed_failed');
}
