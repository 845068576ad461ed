import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import { TOPICS } from '@qafila/contracts/topics';
import { publish } from '@qafila/messaging/outbox';
import { currentTraceparent } from '@qafila/runtime/traces';
import { secretHash } from '../keys.ts';
import { LIMITS } from '../limits.ts';
import { ownerOf, SOURCE } from '../notifications/tell-intent.ts';
import { tokenNotification } from '../notifications/token-notification.ts';
import type { Payments } from '../payments.ts';
import type { Facts } from '../providers/provider.ts';
import { tokenOf } from './token.entity.ts';
import type { TokenRow } from './token.entity.ts';
import { isSettingUp, stepToken } from './token.state.ts';
import type { TokenCommand, TokenStep } from './token.state.ts';

export interface TokenFacts { facts?: Facts; gatewaySession?: string; gatewayToken?: string }

/** The one way in which a token changes, under its row's lock; the end of its setup is told in the same transaction. */
export async function changeToken(payments: Payments, tx: PoolClient, place: { accountId: string; id: string }, { kind, ...known }: TokenCommand & TokenFacts): Promise<{ step: TokenStep; row: TokenRow | undefined }> {
  const { rows: [row] } = await tx.query<TokenRow>('SELECT * FROM wallet_token WHERE account_id = $1 AND id = $2 FOR UPDATE', [place.accountId, place.id]);
  if (row === undefined) return { step: { refused: 'illegal_transition' }, row };
  const step = stepToken(tokenOf(row), { kind }, payments.clock());
  if ('refused' in step) return { step, row };
  const was = row.state;
  const value = step.token.state === 'active' && isSettingUp(was) ? `wt_${randomBytes(32).toString('base64url')}` : null;
  if (value !== null) await makeRoom(payments, tx, row);
  Object.assign(row, {
    state: step.token.state, pin_wrong: step.token.pinWrong, otp_wrong: step.token.otpWrong, hard_declines: step.token.hardDeclines,
    otp_sent_at: step.token.otpSentAtMs === null ? null : new Date(step.token.otpSentAtMs), revision: row.revision + 1, updated_at: new Date(payments.clock()),
    bank_code: known.facts?.code ?? row.bank_code, bank_message: known.facts?.message ?? row.bank_message, gateway_session: known.gatewaySession ?? row.gateway_session,
    value_hash: value === null ? row.value_hash : secretHash(value),
    gateway_token: known.gatewayToken === undefined ? row.gateway_token : payments.keys.seal(known.gatewayToken, 'token', row.account_id, row.id),
    // The phone is needed for the setup only.
    phone: isSettingUp(step.token.state) ? row.phone : null,
  });
  await saveToken(tx, row);
  if (isSettingUp(was) && !isSettingUp(row.state)) await tellToken(tx, row, value);
  return { step, row };
}

/** The newest five of a phone stay. The lock is the phone's: two setups that end at once would not see each other's token. */
async function makeRoom({ clock }: Payments, tx: PoolClient, row: TokenRow): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`tokens ${row.phone_hash.toString('hex')}`]);
  await tx.query(`
    UPDATE wallet_token SET state = 'revoked', updated_at = $6 WHERE account_id = $1 AND id IN (
      SELECT id FROM wallet_token WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND phone_hash = $4 AND state IN ('active', 'suspended') ORDER BY id DESC OFFSET $5)`,
  [row.account_id, row.store_id, row.mode, row.phone_hash, LIMITS.tokensPerPhoneMax - 1, new Date(clock())]);
}

async function saveToken(tx: PoolClient, row: TokenRow): Promise<void> {
  await tx.query(`
    UPDATE wallet_token SET state = $3, pin_wrong = $4, otp_wrong = $5, hard_declines = $6, otp_sent_at = $7, revision = $8, updated_at = $9, bank_code = $10,
      bank_message = $11, gateway_session = $12, value_hash = $13, gateway_token = $14, phone = $15 WHERE account_id = $1 AND id = $2`,
  [row.account_id, row.id, row.state, row.pin_wrong, row.otp_wrong, row.hard_declines, row.otp_sent_at, row.revision, row.updated_at, row.bank_code,
    row.bank_message, row.gateway_session, row.value_hash, row.gateway_token, row.phone]);
}

async function tellToken(tx: PoolClient, row: TokenRow, value: string | null): Promise<void> {
  await publish(tx, TOPICS.paymentEvents, cloudEvent({
    source: SOURCE, type: PAYMENT_EVENT.subscriptionNotification, subject: row.id, owner: ownerOf(row), aggregateVersion: row.revision, traceparent: currentTraceparent(),
    data: tokenNotification(row, value),
  }));
}
