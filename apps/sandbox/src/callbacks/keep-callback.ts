import type { PoolClient } from 'pg';
import type { Fault } from '../faults/fault.ts';
import { LIMITS } from '../limits.ts';
import type { Outsider } from '../outside.ts';
import type { Sandbox } from '../sandbox.ts';

const PREFIX: Record<Outsider, string> = {
  'walletprovider': 'wev_', 'cardgateway-a': 'evt_', 'cardgateway-b': 'ntf-', 'sandbox-express': 'exw_', 'sandbox-economy': 'ECN',
};

/** `subject`: the payment's or parcel's own id, within which callbacks are counted. */
export interface Numbered { provider: Outsider; subject: string; sequence: number }
export interface NewCallback extends Numbered {
  id: string; event: string; url: string; body: Record<string, unknown>;
  fault: Fault | null;
  /** Written, but not sent by itself. */
  lost?: boolean;
  /** How often it is sent beside the first time. */
  copies: number;
}

export function callbackId({ keys }: Sandbox, { provider, subject, sequence }: Numbered): string {
  return PREFIX[provider] + keys.derive('callback', [provider, subject, String(sequence)], 24);
}

export async function keepCallback({ clock }: Sandbox, tx: PoolClient, callback: NewCallback): Promise<void> {
  const { provider, subject, sequence, id, event, url, body, fault, copies } = callback;
  const waits = fault?.effect === 'callback_delay' || fault?.effect === 'callback_reorder';
  const isLost = callback.lost === true || fault?.effect === 'callback_lost';
  const sentAgain = fault?.effect === 'callback_duplicate' ? Math.max(1, copies) : copies;
  const dueAt = clock.after(waits ? fault.ms ?? LIMITS.callbackDelayMsDefault : 0);
  await tx.query(`
    INSERT INTO callback (id, provider, payment_id, sequence, event, url, body, state, held, overtaken, copies_left, bad_signature, due_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
  [id, provider, subject, sequence, event, url, JSON.stringify(body), isLost ? 'lost' : 'due', fault?.effect === 'callback_reorder', waits, sentAgain,
    fault?.effect === 'callback_bad_signature', dueAt, clock.now()]);
}
