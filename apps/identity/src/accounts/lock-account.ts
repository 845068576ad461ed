import type { EntityManager } from 'typeorm';
import { Refusal } from '@qafila/envelopes/refusal';
import type { IdentityDependencies } from '../identity-dependencies.ts';

/**
 * Runs `work` in a transaction that locks the account's row first. So the account's changes, their audit rows and their
 * events all have one order: the order of commits.
 */
export async function withLockedAccount<T>(
  dependencies: IdentityDependencies,
  accountId: string,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return dependencies.source.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    return work(tx);
  });
}

export interface AccountState {
  revision: string;
  data_key: Buffer;
  audit_head: Buffer;
}

export async function lockAccount(tx: EntityManager, accountId: string): Promise<AccountState> {
  const [state] = await tx.query<AccountState[]>(
    'SELECT revision, data_key, audit_head FROM account WHERE account_id = $1 FOR UPDATE',
    [accountId],
  );
  if (state === undefined) throw new Refusal(404, 'not_found', 'This account does not exist.');
  return state;
}
