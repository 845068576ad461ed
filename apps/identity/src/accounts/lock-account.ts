import type { EntityManager } from 'typeorm';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Vault } from '../vault/vault.ts';

/**
 * A transaction that changes an account. The account's row is locked first, so that its changes, their audit rows and their
 * events all stand in one order: the order of commits.
 */
export async function inAccount<T>(vault: Vault, accountId: string, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return vault.source.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    return work(tx);
  });
}

export interface AccountState { revision: string; data_key: Buffer; audit_head: Buffer }

export async function lockAccount(tx: EntityManager, accountId: string): Promise<AccountState> {
  const [state] = await tx.query<AccountState[]>('SELECT revision, data_key, audit_head FROM account WHERE account_id = $1 FOR UPDATE', [accountId]);
  if (state === undefined) throw new Refusal(404, 'not_found', 'There is no such account.');
  return state;
}
