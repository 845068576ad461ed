import type { PoolClient } from 'pg';
import type { HeldIntent } from '../intents/held-intent.ts';
import type { Payments } from '../payments.ts';
import type { After } from '../providers/provider.ts';
import { holdSession, saveSession } from './end-session.ts';
import { sessionOf } from './session.entity.ts';
import { isOpenSession } from './session.state.ts';

/**
 * A wallet said no. Before it knew the customer he may mend what he typed; after that a journey of §4.10 is over, for it has no other way.
 * On a checkout page there are other ways: the journey begins anew if the wallet is chosen again.
 */
export async function afterWalletDecline(payments: Payments, tx: PoolClient, held: HeldIntent, wanted: After): Promise<After> {
  const session = await holdSession(tx, held.row.account_id, held.row.id);
  if (session === undefined || !isOpenSession(session.state)) return wanted;
  if (held.row.source === 'bnpl') return session.state === 'pending' ? wanted : 'nobody';
  await saveSession(payments, tx, session, { ...sessionOf(session), state: 'pending', identityWrong: 0, otpWrong: 0, resends: 0, otpSentAtMs: null });
  return 'customer';
}
