import { applyNotice } from '../disputes/apply-notice.ts';
import { inquireNotice } from '../disputes/answer-dispute.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { DISPUTES } from '../limits.ts';
import { ownerOf } from '../owner.ts';
import type { DisputeNotice } from '../providers/callback.ts';
import type { GatewayCallbackRow } from './gateway-callback.entity.ts';

/**
 * Kept calls about disputes whose payment is known by now, or that an earlier version kept. The gateway is asked what
 * is true today, where it can be; a kept call counts at the time when it came in. Returns how many there were.
 */
export async function adoptKeptDisputes(deps: PaymentDependencies): Promise<number> {
  const { rows } = await deps.pool.query<GatewayCallbackRow>(
    `
    SELECT c.* FROM gateway_callback c WHERE c.kind = 'dispute' AND EXISTS (SELECT 1 FROM attempt a
      WHERE a.account_id = c.account_id AND a.gateway_reference = c.content ->> 'paymentReference'
      AND a.store_id = c.store_id AND a.mode = c.mode AND a.gateway = c.gateway)
    ORDER BY c.received_at LIMIT $1`,
    [DISPUTES.perRoundMax],
  );
  for (const row of rows) await adopt(deps, row);
  return rows.length;
}

async function adopt(deps: PaymentDependencies, row: GatewayCallbackRow): Promise<void> {
  const { gateway, connection_id: connection, event_id: event } = row;
  const read = row.content as unknown as Omit<DisputeNotice, 'amount'> & { amount: string };
  const kept: DisputeNotice = {
    ...read,
    amount: BigInt(read.amount),
    fee: undefined,
    at: read.at ?? row.received_at.toISOString(),
  };
  const now = await inquireNotice(deps, row, kept);
  const source = { gateway, owner: ownerOf(row), by: 'gateway' };
  if (now !== null && (await applyNotice(deps, source, { ...now, at: kept.at })) !== false)
    await deps.pool.query('DELETE FROM gateway_callback WHERE gateway = $1 AND connection_id = $2 AND event_id = $3', [
      gateway,
      connection,
      event,
    ]);
}
