import type { IntentStatus } from './intent-status.ts';
import { sessionState, withSession } from './session.entity.ts';
import type { SessionRow } from './session.entity.ts';
import { isOpenSession } from './session.state.ts';
import type { SessionState } from './session.state.ts';

const END: Partial<Record<IntentStatus, SessionState>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'expired',
};

/** The wallet session after its intent ended with this status. */
export function endedSession(session: SessionRow, status: IntentStatus, nowMs: number): SessionRow {
  const state = END[status];
  return state === undefined || !isOpenSession(session.state)
    ? session
    : withSession(session, { ...sessionState(session), state }, nowMs);
}
