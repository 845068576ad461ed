import { applyNotice } from '../disputes/apply-notice.ts';
import { inquireNotice } from '../disputes/answer-dispute.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { DISPUTES } from '../limits.ts';
import { ownerOf } from '../owner.ts';
import type { DisputeNotice } from '../providers/callback.ts';
import type { GatewayCallbackRow } from './gateway-callback.entity.ts';

const START: readonly string[] = ['-infinity', '', '', ''];

/** Where the next round goes on, so that calls that cannot be adopted do not stop the ones behind them. */
export class AdoptionPlace {
  after: readonly string[] = START;
}

type KeptCall = GatewayCallbackRow & { received_text: string };

/**
 * Kept calls about disputes whose payment is known by now, or that an earlier version kept. The gateway is asked what
 * is true today, where it can be; a kept call counts at the time when it came in. Those without an amount never become
 * disputes. Returns how many there were.
 */
export async function adoptKeptDisputes(deps: PaymentDependencies, place = new AdoptionPlace()): Promise<number> {
  const { rows } = await deps.pool.query<KeptCall>(
    `
    SELECT c.*, c.received_at::text AS received_text FROM gateway_callback c
    WHERE c.kind = 'dispute' AND c.content ->> 'amount' <> '0'
    AND (c.received_at, c.gateway, c.connection_id, c.event_id) > ($2::timestamptz, $3, $4, $5)
    AND EXISTS (SELECT 1 FROM attempt a
      WHERE a.account_id = c.account_id AND a.gateway_reference = c.content ->> 'paymentReference'
      AND a.store_id = c.store_id AND a.mode = c.mode AND a.gateway = c.gateway)
    ORDER BY c.received_at, c.gateway, c.connection_id, c.event_id LIMIT $1`,
    [DISPUTES.perRoundMax, ...place.after],
  );
  const last = rows.length < DISPUTES.perRoundMax ? undefined : rows.at(-1);
  place.after = last === undefined ? START : [last.received_text, last.gateway, last.connection_id, last.event_id];
  for (const row of rows)
    await adopt(deps, row).catch((error: unknown) =>
      deps.log.warn({ event: row.event_id, error: (error as Error).message }, 'dispute.adoption_failed'),
    );
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
