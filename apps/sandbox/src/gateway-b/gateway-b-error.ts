import type { Refusal } from '@qafila/envelopes/refusal';
import { resultB } from './gateway-b-view.ts';

/** A refused request. A host that is down is answered as a result, with HTTP 200. */
export function refusalB(refusal: Refusal): { status: number; body: Record<string, unknown> } {
  if (refusal.code === 'unavailable')
    return {
      status: 200,
      body: { result: resultB(String(refusal.more.details?.code)), order: null, transaction: null, replayed: false },
    };
  return {
    status: refusal.status,
    body: { result: resultB(`E${refusal.status}`, refusal.message), order: null, transaction: null, replayed: false },
  };
}
