import { inTransaction } from '@qafila/runtime/in-transaction';
import { INQUIRY } from '../limits.ts';
import type { Payments } from '../payments.ts';
import { changeToken } from './change-token.ts';
import type { TokenRow } from './token.entity.ts';

/** A setup whose last reply was lost, and what the wallet says of it; also when the wallet itself calls. */
export async function inquireToken(payments: Payments, { account_id: accountId, id, gateway }: TokenRow): Promise<void> {
  const said = await payments.providers.wallet(gateway).inquireToken(id);
  if (said.kind !== 'accepted' && said.kind !== 'refused') return;
  await inTransaction(payments.pool, (tx) => changeToken(payments, tx, { accountId, id }, {
    kind: said.kind === 'accepted' ? 'activate' : 'fail', facts: said, ...(said.kind === 'accepted' ? { gatewayToken: said.token } : {}),
  }));
  payments.onCommit();
}

export async function inquireTokens(payments: Payments): Promise<number> {
  const { rows } = await payments.pool.query<TokenRow>(`SELECT * FROM wallet_token WHERE state = 'otp_verified' AND updated_at <= $1 ORDER BY expires_at LIMIT ${INQUIRY.perRoundMax}`,
    [new Date(payments.clock() - INQUIRY.soonMs)]);
  await Promise.all(rows.map((row) => inquireToken(payments, row).catch((error: unknown) => payments.log.warn({ token: row.id, error: (error as Error).message }, 'inquiry.failed'))));
  return rows.length;
}

/** Setup pages whose time is over. */
export async function expireTokens(payments: Payments): Promise<number> {
  const { rows } = await payments.pool.query<TokenRow>(`
    SELECT * FROM wallet_token WHERE expires_at <= $1 AND state IN ('pending', 'pin_verified', 'otp_verified') ORDER BY expires_at LIMIT ${INQUIRY.perRoundMax}`,
  [new Date(payments.clock())]);
  for (const { account_id: accountId, id } of rows) await inTransaction(payments.pool, (tx) => changeToken(payments, tx, { accountId, id }, { kind: 'expire' }));
  if (rows.length > 0) payments.onCommit();
  return rows.length;
}
