import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentDependencies } from '../dependencies.ts';
import { changeIntent } from '../intents/change-intent.ts';
import { lockIntent } from '../intents/locked-intent.ts';
import { INQUIRY, LIMITS } from '../limits.ts';

/**
 * Banks release an authorisation after some days. We void it, or what captures have left of it, before that and notify
 * the merchant. The days count from the authorisation, which ended the page. A capture of a part, and a capture or void
 * that is refused, change the intent and give no more time, except for the gap that keeps a void that the provider
 * declines from being repeated in every round. Rows of versions before 0006 have no such end.
 */
export async function voidLapsed(deps: PaymentDependencies): Promise<number> {
  const { rows } = await deps.pool.query<{ account_id: string; id: string }>(
    `
    SELECT account_id, id FROM intent WHERE status = 'requires_capture' AND asked IS NULL AND updated_at <= $2
      AND coalesce(ended_at, updated_at) <= $1
    ORDER BY coalesce(ended_at, updated_at) LIMIT ${INQUIRY.perRoundMax}`,
    [new Date(deps.clock() - LIMITS.authorisedMs), new Date(deps.clock() - LIMITS.voidGapMs)],
  );
  for (const row of rows)
    await voidLapsedOne(deps, row).catch((error: unknown) =>
      // The next round finds it again.
      deps.log.warn({ intent: row.id, error: (error as Error).message }, 'inquiry.failed'),
    );
  return rows.length;
}

function voidLapsedOne(
  deps: PaymentDependencies,
  { account_id: accountId, id }: { account_id: string; id: string },
): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const locked = await lockIntent(tx, accountId, id);
    const open = locked?.attempts.find((attempt) => attempt.is_open);
    if (
      locked === undefined ||
      open === undefined ||
      locked.row.asked !== null ||
      locked.row.status !== 'requires_capture'
    )
      return;
    await changeIntent(deps, tx, locked, {
      command: { kind: 'requestVoid' },
      request: {
        attemptId: open.id,
        kind: 'void',
        amount: BigInt(locked.row.amount_minor) - BigInt(locked.row.captured_minor),
        due: true,
        requestedBy: 'clock',
      },
      actor: 'clock',
      note: 'not captured in time',
    });
  });
}
