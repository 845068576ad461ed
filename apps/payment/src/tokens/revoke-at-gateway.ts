import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentDependencies } from '../dependencies.ts';
import { INQUIRY, LIMITS } from '../limits.ts';
import { publishTokenEvent } from '../notifications/publish-token-event.ts';
import type { StepReport } from '../providers/provider.ts';
import { withinDeadline } from '../providers/within-deadline.ts';
import type { TokenRow } from './token.entity.ts';

type Revoking = Pick<TokenRow, 'account_id' | 'id'>;

/**
 * Asks the gateway to revoke its own token, once ours is revoked. The try is counted first, so that a process that dies
 * leaves one behind. Without an answer the worker asks again. The merchant is notified when the gateway refuses, or
 * when no try is left.
 */
export async function revokeAtGateway(
  deps: PaymentDependencies,
  { account_id: accountId, id }: Revoking,
): Promise<void> {
  const nowMs = deps.clock();
  const {
    rows: [row],
  } = await deps.pool.query<TokenRow>(
    `UPDATE wallet_token SET revoke_tries = revoke_tries + 1,
      revoke_at = $3::timestamptz + least($4 * 2 ^ revoke_tries, $5) * interval '1 ms'
    WHERE account_id = $1 AND id = $2 AND revoke_at <= $3 AND gateway_token IS NOT NULL RETURNING *`,
    [accountId, id, new Date(nowMs), INQUIRY.firstMs, LIMITS.tokenRevokeGapMsMax],
  );
  if (row === undefined) return;
  const report = await askGateway(deps, row);
  const isAnswered = report.kind === 'accepted' || report.kind === 'refused' || report.kind === 'wrong';
  if (!isAnswered && row.revoke_tries < LIMITS.tokenRevokeTriesMax) {
    deps.log.warn({ token: id, tries: row.revoke_tries }, 'token.revoke_failed');
    return;
  }
  await inTransaction(deps.pool, async (tx) => {
    const {
      rows: [settled],
    } = await tx.query<TokenRow>(
      `UPDATE wallet_token SET revoke_at = NULL, revision = revision + 1, updated_at = $3
      WHERE account_id = $1 AND id = $2 AND revoke_at IS NOT NULL RETURNING *`,
      [accountId, id, new Date(deps.clock())],
    );
    if (settled === undefined || report.kind === 'accepted') return;
    const facts = 'why' in report ? { message: report.why } : report;
    await publishTokenEvent(tx, settled, {
      reason: settled.kind === 'card' ? 'gateway_refused' : 'wallet_refused',
      facts,
    });
  });
  deps.onCommit();
}

async function askGateway({ providers, keys }: PaymentDependencies, row: TokenRow): Promise<StepReport> {
  try {
    const token = keys.open(row.gateway_token as Buffer, 'token', row.account_id, row.id);
    return await withinDeadline(async () => {
      // A store that connected an account of its own meanwhile has cards at the deployment's still.
      const isShared = row.kind === 'card' && row.gateway_account === '';
      const provider = isShared ? providers.shared(row.gateway) : await providers.of(row);
      if (provider === undefined) return { kind: 'unknown', why: `This deployment has left ${row.gateway}.` };
      return (await provider.revokeToken?.(token)) ?? { kind: 'refused', message: 'It forgets no cards by its API' };
    });
  } catch (error) {
    return { kind: 'unknown', why: (error as Error).message };
  }
}

/** Revocations at one gateway that no request waits for: of replaced tokens, and those whose answer was lost. */
export async function revokeDueTokens(deps: PaymentDependencies, gateway: string): Promise<number> {
  const { rows } = await deps.pool.query<Revoking>(
    `SELECT account_id, id FROM wallet_token WHERE gateway = $1 AND revoke_at <= $2 ORDER BY revoke_at
      LIMIT ${INQUIRY.perRoundMax}`,
    [gateway, new Date(deps.clock())],
  );
  await Promise.all(rows.map((row) => revokeAtGateway(deps, row)));
  return rows.length;
}
