import type { ItemOf } from '@qafila/sdk';
import type { Tone } from '../design/tokens.ts';

export type Transaction = ItemOf<'listTransactions'>;
export type TransactionStatus = Transaction['status'];

export const STATUS_TONES: Record<TransactionStatus, Tone> = {
  PENDING: 'neutral',
  AUTHENTICATION_PENDING: 'neutral',
  AUTHENTICATION_SUCCESSFUL: 'info',
  AUTHENTICATION_FAILED: 'danger',
  RISK_DECLINED: 'danger',
  FAILED: 'danger',
  AUTHORIZED: 'info',
  CAPTURED: 'success',
  VOIDED: 'neutral',
  TIMEOUT: 'warning',
  PARTIALLY_REFUNDED: 'neutral',
  REFUNDED: 'neutral',
  LATE_CAPTURED: 'warning',
  REVERSED: 'neutral',
};

export const STATUSES = Object.keys(STATUS_TONES) as TransactionStatus[];
export const METHODS = ['card', 'bnpl', 'wallet'] as const;

/** The statuses that lists offer as a view of their own. */
export const VIEWS = [undefined, 'CAPTURED', 'AUTHORIZED', 'REFUNDED', 'FAILED'] as const;
