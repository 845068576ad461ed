import { DISPUTE_EVENT } from '@qafila/contracts/dispute-events';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentDependencies } from '../dependencies.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { lockIntent } from '../intents/locked-intent.ts';
import { DISPUTES } from '../limits.ts';
import { publishNotification } from '../notifications/publish-notification.ts';
import { inquireDispute } from './answer-dispute.ts';
import type { DisputeRow } from './dispute.entity.ts';
import { disputeState } from './dispute.entity.ts';
import { nextReminderMs } from './dispute.state.ts';
import { disputeNotification } from './dispute-view.ts';
import { findDispute } from './find-disputes.ts';
import { ownerOf } from '../owner.ts';

/** Sends reminders, and asks gateways what became of answers. */
export class DisputeLoop extends BackgroundLoop {
  constructor(deps: PaymentDependencies) {
    super({
      name: 'disputes',
      log: deps.log,
      restFirstMs: DISPUTES.everyMs,
      backoff: { firstMs: DISPUTES.everyMs, maxMs: DISPUTES.everyMs },
      round: async () => ((await disputeRound(deps)) >= DISPUTES.perRoundMax ? 0 : DISPUTES.everyMs),
    });
  }
}

/** Returns how many were due. */
export async function disputeRound(deps: PaymentDependencies): Promise<number> {
  const unanswered = await takeUnanswered(deps);
  await Promise.all(
    unanswered.map((row) =>
      inquireDispute(deps, row).catch((error: unknown) =>
        deps.log.warn({ dispute: row.id, error: (error as Error).message }, 'dispute.inquiry_failed'),
      ),
    ),
  );
  const reminded = await remindAll(deps);
  if (reminded > 0) deps.onCommit();
  return unanswered.length + reminded;
}

/** Moves the time before the inquiry, so that another process does not ask at the same moment. The gaps grow. */
async function takeUnanswered({ pool, clock }: PaymentDependencies): Promise<DisputeRow[]> {
  const { rows } = await pool.query<DisputeRow>(
    `
    UPDATE dispute d SET inquire_at = $1::timestamptz + least(greatest(($1::timestamptz - d.updated_at) / 2,
      ${DISPUTES.inquireAfterMs} * interval '1 ms'), ${DISPUTES.inquireGapMsMax} * interval '1 ms')
    FROM (SELECT account_id, id FROM dispute WHERE inquire_at <= $1 ORDER BY inquire_at LIMIT $2
      FOR UPDATE SKIP LOCKED) due
    WHERE d.account_id = due.account_id AND d.id = due.id RETURNING d.*`,
    [new Date(clock()), DISPUTES.perRoundMax],
  );
  return rows;
}

async function remindAll(deps: PaymentDependencies): Promise<number> {
  const { rows } = await deps.pool.query<DisputeRow>(
    'SELECT * FROM dispute WHERE remind_at <= $1 ORDER BY remind_at LIMIT $2',
    [new Date(deps.clock()), DISPUTES.perRoundMax],
  );
  for (const row of rows) await remind(deps, row);
  return rows.length;
}

/** Once for each time: the next one is written with the event. */
async function remind(
  deps: PaymentDependencies,
  { account_id: accountId, intent_id: intentId, id, ...rest }: DisputeRow,
): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const locked = await lockIntent(tx, accountId, intentId);
    const row = await findDispute(tx, ownerOf({ account_id: accountId, ...rest }), id);
    const now = deps.clock();
    if (row.remind_at === null || row.remind_at.getTime() > now) return;
    const next = nextReminderMs(disputeState(row), now, DISPUTES.remindersMs);
    const revision = row.revision + 1;
    await tx.query('UPDATE dispute SET remind_at = $3, revision = $4 WHERE account_id = $1 AND id = $2', [
      accountId,
      id,
      next === null ? null : new Date(next),
      revision,
    ]);
    if (row.status !== 'needs_response') return;
    const reminded = { ...row, revision };
    const data = disputeNotification(reminded, locked?.row as IntentRow);
    await publishNotification(tx, reminded, { type: DISPUTE_EVENT.evidenceDue, data });
  });
}
