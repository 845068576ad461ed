import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WalletTokenAnswer } from './token.schema.ts';
import type { Consent } from '../intents/intent.entity.ts';
import type { SavedCard } from '../providers/provider.ts';
import type { Token, TokenState } from './token.state.ts';

/** A row of `wallet_token`: a wallet (§4.12) or a card that may be charged again (decision 0029). */
@Entity('wallet_token')
export class TokenRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text', { default: 'wallet' }) kind!: 'wallet' | 'card';
  /** Empty where it is a card. */
  @Column('text') wallet_type!: string;
  @Column('text') state!: TokenState;
  /** A card has neither page nor phone. */
  @Column('bytea', { nullable: true }) page_hash!: Buffer | null;
  @Column('bytea', { nullable: true }) phone_hash!: Buffer | null;
  @Column('text') phone_masked!: string;
  @Column('bytea', { nullable: true }) phone!: Buffer | null;
  @Column('bytea', { nullable: true }) value_hash!: Buffer | null;
  @Column('text') gateway!: string;
  @Column('text', { nullable: true }) gateway_session!: string | null;
  @Column('bytea', { nullable: true }) gateway_token!: Buffer | null;
  @Column('text') success_url!: string;
  @Column('text') failure_url!: string;
  @Column('smallint') pin_wrong!: number;
  @Column('smallint') otp_wrong!: number;
  @Column('timestamptz', { nullable: true }) otp_sent_at!: Date | null;
  @Column('smallint') hard_declines!: number;
  @Column('text') bank_code!: string;
  @Column('text') bank_message!: string;
  @Column('integer') revision!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
  @Column('timestamptz') expires_at!: Date;
  /** While the wallet checks a PIN or a code. Null when no try is under way. */
  @Column('timestamptz', { nullable: true }) trying_until!: Date | null;
  /** Of a card: the merchant's name of the customer, what may be shown, the attempt that paid, and the consent. */
  @Column('text', { nullable: true }) customer_reference!: string | null;
  @Column('json', { nullable: true }) card!: SavedCard | null;
  @Column('text', { nullable: true }) saved_by!: string | null;
  @Column('json', { nullable: true }) consent!: Consent | null;
  /** The account at the gateway that keeps the card; empty: the deployment's own. Null in rows of an older replica. */
  @Column('text', { nullable: true }) gateway_account!: string | null;
  /** When the gateway is asked to revoke its own token. Null when it need not be. */
  @Column('timestamptz', { nullable: true }) revoke_at!: Date | null;
  @Column('smallint', { default: 0 }) revoke_tries!: number;
  /** When the setup ended, and when its customer first went back to the store. */
  @Column('timestamptz', { nullable: true }) ended_at!: Date | null;
  @Column('timestamptz', { nullable: true }) returned_at!: Date | null;
  /** When the wallet is asked next about a setup whose answer was lost. */
  @Column('timestamptz', { nullable: true }) inquire_at!: Date | null;
}

export function tokenState(row: TokenRow): Token {
  return {
    state: row.state,
    pinWrong: row.pin_wrong,
    otpWrong: row.otp_wrong,
    otpSentAtMs: row.otp_sent_at?.getTime() ?? null,
    hardDeclines: row.hard_declines,
    expiresAtMs: row.expires_at.getTime(),
    tryingUntilMs: row.trying_until?.getTime() ?? null,
  };
}

/** A token whose setup is complete, on the wire. */
export function tokenView(row: TokenRow): WalletTokenAnswer {
  return {
    _id: row.id,
    object_name: 'wallet_token',
    wallet_type: row.wallet_type,
    state: row.state as WalletTokenAnswer['state'],
    phone: row.phone_masked,
    store_id: row.store_id,
    mode: row.mode as WalletTokenAnswer['mode'],
    account_id: row.account_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
