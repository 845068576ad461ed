import { randomBytes } from 'node:crypto';
import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import type { TokenReason } from '@qafila/contracts/token-events';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { secretHash } from '../keys.ts';
import { LIMITS } from '../limits.ts';
import { publishNotification } from '../notifications/publish-notification.ts';
import { publishTokenEvent } from '../notifications/publish-token-event.ts';
import { tokenNotification } from '../notifications/token-notification.ts';
import type { Facts } from '../providers/provider.ts';
import { tokenState } from './token.entity.ts';
import type { TokenRow } from './token.entity.ts';
import { decideToken, isSettingUp } from './token.state.ts';
import type { Token, TokenCommand, TokenDecision, TokenState } from './token.state.ts';

export interface TokenFacts {
  facts?: Facts;
  gatewaySession?: string;
  gatewayToken?: string;
}

/** What a change to this state means; the other states have the setup's own notification. */
const REASON_BY_STATE: Partial<Record<TokenState, TokenReason>> = {
  active: 'setup',
  suspended: 'hard_declines',
  revoked: 'merchant',
};

/** The only way to change a token, under its row's lock. The end of its setup is notified in the same transaction. */
export async function changeToken(
  deps: PaymentDependencies,
  tx: PoolClient,
  { accountId, id }: { accountId: string; id: string },
  { kind, ...known }: TokenCommand & TokenFacts,
): Promise<{ decision: TokenDecision; row: TokenRow | undefined }> {
  const {
    rows: [row],
  } = await tx.query<TokenRow>('SELECT * FROM wallet_token WHERE account_id = $1 AND id = $2 FOR UPDATE', [
    accountId,
    id,
  ]);
  if (row === undefined) return { decision: { refused: 'illegal_transition' }, row };
  const decision = decideToken(tokenState(row), { kind }, deps.clock());
  if ('refused' in decision) return { decision, row };
  const { state: before } = row;
  const value =
    decision.token.state === 'active' && isSettingUp(before) ? `wt_${randomBytes(32).toString('base64url')}` : null;
  if (value !== null) await revokeOldTokens(deps, tx, row);
  updateRow(deps, row, { ...decision, value, facts: known });
  await saveToken(tx, row);
  if (isSettingUp(before) && !isSettingUp(row.state)) {
    await publishNotification(tx, row, {
      type: PAYMENT_EVENT.subscriptionNotification,
      data: tokenNotification(row, value),
    });
  }
  const reason = row.state === before ? undefined : REASON_BY_STATE[row.state];
  if (reason !== undefined)
    await publishTokenEvent(tx, row, {
      reason: reason === 'setup' && !isSettingUp(before) ? 'resumed' : reason,
      facts: known.facts,
    });
  return { decision, row };
}

function isToRevoke(
  row: TokenRow,
  { token, revokes, gatewayToken }: Pick<Updated, 'token' | 'revokes'> & Pick<TokenFacts, 'gatewayToken'>,
): boolean {
  if (revokes === true) return gatewayToken !== undefined;
  return token.state === 'revoked' && row.state !== 'revoked' && row.gateway_token !== null;
}

interface Updated {
  token: Token;
  revokes?: boolean;
  value: string | null;
  facts: TokenFacts;
}

function updateRow(
  { clock, keys }: PaymentDependencies,
  row: TokenRow,
  { token, revokes = false, value, facts: known }: Updated,
): void {
  const { facts, gatewaySession, gatewayToken } = known;
  const now = new Date(clock());
  const endsNow = isSettingUp(row.state) && !isSettingUp(token.state);
  Object.assign(row, {
    state: token.state,
    pin_wrong: token.pinWrong,
    otp_wrong: token.otpWrong,
    hard_declines: token.hardDeclines,
    otp_sent_at: token.otpSentAtMs === null ? null : new Date(token.otpSentAtMs),
    trying_until: token.tryingUntilMs === null ? null : new Date(token.tryingUntilMs),
    revision: row.revision + 1,
    updated_at: now,
    bank_code: facts?.code ?? row.bank_code,
    bank_message: facts?.message ?? row.bank_message,
    gateway_session: gatewaySession ?? row.gateway_session,
    value_hash: value === null ? row.value_hash : secretHash(value),
    gateway_token:
      gatewayToken === undefined ? row.gateway_token : keys.seal(gatewayToken, 'token', row.account_id, row.id),
    // The wallet's own token is revoked after the commit.
    ...(isToRevoke(row, { token, revokes, gatewayToken }) ? { revoke_at: now, revoke_tries: 0 } : {}),
    ...(endsNow ? { ended_at: now } : {}),
    // Only the setup needs the phone number.
    phone: isSettingUp(token.state) ? row.phone : null,
  });
}

/**
 * Keeps the newest five tokens of a phone. The lock is per phone, because two setups that end at once would not see
 * each other's token.
 */
async function revokeOldTokens({ clock }: PaymentDependencies, tx: PoolClient, row: TokenRow): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `tokens ${(row.phone_hash as Buffer).toString('hex')}`,
  ]);
  const { rows } = await tx.query<TokenRow>(
    `
    UPDATE wallet_token SET state = 'revoked', updated_at = $6::timestamptz, revision = revision + 1,
      revoke_at = CASE WHEN gateway_token IS NULL THEN NULL ELSE $6::timestamptz END, revoke_tries = 0
    WHERE account_id = $1 AND id IN (
      SELECT id FROM wallet_token WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND phone_hash = $4
      AND state IN ('active', 'suspended') ORDER BY id DESC OFFSET $5)
    RETURNING *`,
    [row.account_id, row.store_id, row.mode, row.phone_hash, LIMITS.tokensPerPhoneMax - 1, new Date(clock())],
  );
  for (const revoked of rows) await publishTokenEvent(tx, revoked, { reason: 'replaced' });
}

async function saveToken(tx: PoolClient, row: TokenRow): Promise<void> {
  await tx.query(
    `
    UPDATE wallet_token SET state = $3, pin_wrong = $4, otp_wrong = $5, hard_declines = $6, otp_sent_at = $7,
    revision = $8, updated_at = $9, bank_code = $10,
      bank_message = $11, gateway_session = $12, value_hash = $13, gateway_token = $14, phone = $15,
      revoke_at = $16, revoke_tries = $17, trying_until = $18, ended_at = $19
      WHERE account_id = $1 AND id = $2`,
    [
      row.account_id,
      row.id,
      row.state,
      row.pin_wrong,
      row.otp_wrong,
      row.hard_declines,
      row.otp_sent_at,
      row.revision,
      row.updated_at,
      row.bank_code,
      row.bank_message,
      row.gateway_session,
      row.value_hash,
      row.gateway_token,
      row.phone,
      row.revoke_at,
      row.revoke_tries,
      row.trying_until,
      row.ended_at,
    ],
  );
}
