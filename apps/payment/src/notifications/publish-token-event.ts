import { TOKEN_EVENT } from '@qafila/contracts/token-events';
import type { TokenNotification, TokenReason } from '@qafila/contracts/token-events';
import type { PoolClient } from 'pg';
import { publishNotification } from './publish-notification.ts';
import type { NotifiedRow } from './publish-notification.ts';

/** The columns of a token that its events show. */
export interface ChangedToken extends NotifiedRow {
  kind: TokenNotification['kind'];
  wallet_type: string;
  phone_masked: string;
  customer_reference: string | null;
  card: NonNullable<TokenNotification['card']> | null;
  gateway: string;
  updated_at: Date;
}

const STATE_BY_REASON = {
  setup: 'active',
  resumed: 'active',
  hard_declines: 'suspended',
  merchant: 'revoked',
  replaced: 'revoked',
  wallet_refused: 'revoked',
  gateway_refused: 'revoked',
} as const satisfies Record<TokenReason, TokenNotification['state']>;

/** Publishes what became of a token, in the transaction of its state. */
export async function publishTokenEvent(
  tx: PoolClient,
  row: ChangedToken,
  { reason, facts = {} }: { reason: TokenReason; facts?: { code?: string; message?: string } },
): Promise<void> {
  const state = STATE_BY_REASON[reason];
  const data: TokenNotification = {
    version: 1,
    token_id: row.id,
    kind: row.kind,
    state,
    reason,
    wallet_type: row.wallet_type,
    phone: row.phone_masked,
    customer_reference: row.customer_reference,
    card: cardOf(row),
    gateway: row.gateway,
    status_code_from_bank: facts.code ?? '',
    status_message_from_bank: facts.message ?? '',
    occurred_at: row.updated_at.toISOString(),
    store_id: row.store_id,
    mode: row.mode,
    account_id: row.account_id,
  };
  const type =
    reason === 'wallet_refused' || reason === 'gateway_refused' ? TOKEN_EVENT.revokeRefused : TOKEN_EVENT[state];
  await publishNotification(tx, row, { type, data });
}

/** Without the fingerprint, which links the cards of several customers. */
function cardOf({ card }: ChangedToken): TokenNotification['card'] {
  if (card === null) return null;
  return { brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year };
}
