import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentDependencies } from '../dependencies.ts';
import { INQUIRY } from '../limits.ts';
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

export async function inquireTokens(deps: PaymentDependencies, gateway: string): Promise<number> {
  const { rows } = await deps.pool.query<TokenRow>(
    `SELECT * FROM wallet_token WHERE state = 'otp_verified' AND updated_at <= $1 AND gateway = $2
      ORDER BY expires_at LIMIT ${INQUIRY.perRoundMax}`,
    [new Date(deps.clock() - INQUIRY.soonMs), gateway],
  );
  await Promise.all(
    rows.map((row) =>
      inquireToken(deps, row).catch((error: unknown) =>
        deps.log.warn({ token: row.id, error: (error as Error).message }, 'inquiry.failed'),
      ),
    ),
  );
  return rows.length;
}

/** Expires setups whose page has expired. */
export async function expireTokens(deps: PaymentDependencies): Promise<number> {
  const { rows } = await deps.pool.query<TokenRow>(
    `
    SELECT * FROM wallet_token WHERE expires_at <= $1 AND state IN ('pending', 'pin_verified', 'otp_verified')
    ORDER BY expires_at LIMIT ${INQUIRY.perRoundMax}`,
    [new Date(deps.clock())],
  );
  for (const { account_id: accountId, id } of rows)
    await inTransaction(deps.pool, (tx) => changeToken(deps, tx, { accountId, id }, { kind: 'expire' }));
  if (rows.length > 0) deps.onCommit();
  return rows.length;
}
