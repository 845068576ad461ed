import type { After } from '../providers/provider.ts';
import type { Known } from './changes.ts';
import { sessionState, withSession } from './session.entity.ts';
import { isLastTry, isOpenSession } from './session.state.ts';

/**
 * What may follow a wallet's refusal. Before the wallet has identified the customer, they may correct their input
 * while a try is left. After that, a journey of §4.10 ends, because it offers no other method. A checkout page offers
 * other methods, so its journey restarts when the customer chooses the wallet again.
 */
export function afterWalletDecline(known: Known, wanted: After, nowMs: number): { known: Known; then: After } {
  const { session, row } = known;
  if (session === undefined || !isOpenSession(session.state)) return { known, then: wanted };
  if (row.source === 'bnpl') {
    const answered = { ...sessionState(session), tryingUntilMs: null };
    const mayRetry = session.state === 'pending' && !isLastTry(answered);
    return { known: { ...known, session: withSession(session, answered, nowMs) }, then: mayRetry ? wanted : 'none' };
  }
  const restarted = {
    ...sessionState(session),
    state: 'pending',
    identityWrong: 0,
    otpWrong: 0,
    resends: 0,
    otpSentAtMs: null,
    tryingUntilMs: null,
  } as const;
  return { known: { ...known, session: withSession(session, restarted, nowMs) }, then: 'customer' };
}
