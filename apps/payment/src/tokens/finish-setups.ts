import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentDependencies } from '../dependencies.ts';
import { INQUIRY, LIMITS } from '../limits.ts';
import { withinDeadline } from '../providers/within-deadline.ts';
import { changeToken } from './change-token.ts';
import type { TokenRow } from './token.entity.ts';

/** Inquires a setup after a lost reply or a callback, and applies the wallet's answer. */
export async function inquireToken(deps: PaymentDependencies, row: TokenRow): Promise<void> {
  const { account_id: accountId, id } = row;
  const report = await withinDeadline(async () => (await deps.providers.wallet(row)).inquireToken(id));
  if (report.kind !== 'accepted' && report.kind !== 'refused') return;
  await inTransaction(deps.pool, (tx) =>
    changeToken(
      deps,
      tx,
      { accountId, id },
      {
        kind: report.kind === 'accepted' ? 'activate' : 'fail',
        facts: report,
        ...(report.kind === 'accepted' ? { gatewayToken: report.token } : {}),
      },
    ),
  );
  deps.onCommit();
}

/**
 * Moves `inquire_at` before the inquiry, so that no other process asks at the same moment. The gaps grow with the time
 * since the answer was lost.
 */
export async function inquireTokens(deps: PaymentDependencies, gateway: string): Promise<number> {
  const { rows } = await deps.pool.query<TokenRow>({
    name: 'inquire-tokens',
    text: `
    UPDATE wallet_token t SET inquire_at = $1::timestamptz
      + greatest($4, least(extract(epoch FROM $1::timestamptz - t.updated_at) * 250, $5)) * interval '1 ms'
    FROM (SELECT account_id, id FROM wallet_token WHERE state = 'otp_verified' AND gateway = $3
      AND coalesce(inquire_at, updated_at + $4 * interval '1 ms') <= $1 ORDER BY expires_at LIMIT $2
      FOR UPDATE SKIP LOCKED) due
    WHERE t.account_id = due.account_id AND t.id = due.id RETURNING t.*`,
    values: [new Date(deps.clock()), INQUIRY.perRoundMax, gateway, INQUIRY.soonMs, INQUIRY.pendingGapMsMax],
  });
  await Promise.all(
    rows.map((row) =>
      inquireToken(deps, row).catch((error: unknown) =>
        deps.log.warn({ token: row.id, error: (error as Error).message }, 'inquiry.failed'),
      ),
    ),
  );
  return rows.length;
}

/** Expires setups whose page has expired, and those of which the wallet has said nothing for a day more. */
export async function expireTokens(deps: PaymentDependencies): Promise<number> {
  const { rows } = await deps.pool.query<TokenRow>(
    `
    SELECT * FROM wallet_token WHERE state IN ('pending', 'pin_verified') AND expires_at <= $1
      OR state = 'otp_verified' AND expires_at <= $2
    ORDER BY expires_at LIMIT ${INQUIRY.perRoundMax}`,
    [new Date(deps.clock()), new Date(deps.clock() - LIMITS.setupUndecidedMs)],
  );
  for (const { account_id: accountId, id } of rows)
    await inTransaction(deps.pool, (tx) => changeToken(deps, tx, { accountId, id }, { kind: 'expire' }));
  if (rows.length > 0) deps.onCommit();
  return rows.length;
}
