import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import type { After } from '../providers/provider.ts';
import { lockSession, saveSession } from './change-session.ts';
import type { LockedIntent } from './locked-intent.ts';
import { sessionState } from './session.entity.ts';
import { isOpenSession } from './session.state.ts';

/**
 * What may follow a wallet's refusal. Before the wallet has identified the customer, they may correct their input.
 * After that, a journey of §4.10 ends, because it offers no other method. A checkout page offers other methods, so its
 * journey restarts when the customer chooses the wallet again.
 */
export async function afterWalletDecline(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  wanted: After,
): Promise<After> {
  const session = await lockSession(tx, locked.row.account_id, locked.row.id);
  if (session === undefined || !isOpenSession(session.state)) return wanted;
  if (locked.row.source === 'bnpl') return session.state === 'pending' ? wanted : 'none';
  await saveSession(deps, tx, session, {
    ...sessionState(session),
    state: 'pending',
    identityWrong: 0,
    otpWrong: 0,
    resends: 0,
    otpSentAtMs: null,
  });
  return 'customer';
}
