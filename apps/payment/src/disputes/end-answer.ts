import { DISPUTE_EVENT } from '@qafila/contracts/dispute-events';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentDependencies } from '../dependencies.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { lockIntent } from '../intents/locked-intent.ts';
import { publishNotification } from '../notifications/publish-notification.ts';
import { ownerOf } from '../owner.ts';
import type { DisputeRow } from './dispute.entity.ts';
import { hasAnswer } from './dispute.state.ts';
import { disputeNotification } from './dispute-view.ts';
import { findDispute } from './find-disputes.ts';
import { findAnswer, forgetAnswer } from './keep-answer.ts';

/**
 * Ends this answer, and no later one that has taken its place meanwhile. When it had no effect and no caller waits for
 * that, an event says that the dispute still waits for an answer.
 */
export async function endAnswer(
  deps: PaymentDependencies,
  answered: DisputeRow,
  { isUnattended, requestId }: { isUnattended: boolean; requestId: string | undefined },
): Promise<DisputeRow> {
  const ended = await inTransaction(deps.pool, async (tx) => {
    const locked = await lockIntent(tx, answered.account_id, answered.intent_id);
    const before = await findDispute(tx, ownerOf(answered), answered.id);
    if ((await findAnswer(tx, before))?.request_id !== requestId) return before;
    const { answering } = before;
    const isWithoutEffect = isUnattended && answering !== null && !hasAnswer(before, answering);
    const row = { ...before, answering: null, inquire_at: null, revision: before.revision + (isWithoutEffect ? 1 : 0) };
    await tx.query(
      'UPDATE dispute SET answering = NULL, inquire_at = NULL, revision = $3 WHERE account_id = $1 AND id = $2',
      [row.account_id, row.id, row.revision],
    );
    await forgetAnswer(tx, row);
    if (isWithoutEffect) {
      const data = disputeNotification(row, locked?.row as IntentRow);
      await publishNotification(tx, row, { type: DISPUTE_EVENT.updated, data });
    }
    return row;
  });
  deps.onCommit();
  return ended;
}
