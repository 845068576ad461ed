import type { PoolClient } from 'pg';
import type { CompanyName } from '../companies.ts';
import type { CallbackContent } from '../entities/callback.entity.ts';
import type { Fault } from '../faults/fault.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';

const PREFIX: Record<CompanyName, string> = {
  walletprovider: 'wev_',
  'cardgateway-a': 'evt_',
  'cardgateway-b': 'ntf-',
  'sandbox-express': 'exw_',
  'sandbox-economy': 'ECN',
};

/** `subject`: the id of the payment, or the waybill of the parcel. `sequence` counts the subject's callbacks. */
export interface CallbackKey {
  provider: CompanyName;
  subject: string;
  sequence: number;
}
export interface NewCallback extends CallbackKey, CallbackContent {
  id: string;
  url: string;
  fault: Fault | null;
  /** The callback is stored but not sent, until someone resends it by hand. */
  suppressed?: boolean;
  /** How often the callback is sent after the first time. */
  copies: number;
}

export function callbackId({ keys }: Sandbox, { provider, subject, sequence }: CallbackKey): string {
  return PREFIX[provider] + keys.derive('callback', [provider, subject, String(sequence)], 24);
}

export async function insertCallback({ clock }: Sandbox, tx: PoolClient, callback: NewCallback): Promise<void> {
  const { provider, subject, sequence, id, event, url, body, fault, copies } = callback;
  const isDelayed = fault?.effect === 'callback_delay' || fault?.effect === 'callback_reorder';
  const isLost = callback.suppressed === true || fault?.effect === 'callback_lost';
  const copiesLeft = fault?.effect === 'callback_duplicate' ? Math.max(1, copies) : copies;
  const dueAt = clock.after(isDelayed ? (fault.ms ?? LIMITS.callbackDelayMsDefault) : 0);
  await tx.query(
    `
    INSERT INTO callback (id, provider, payment_id, sequence, event, url, body, state, held, overtaken, copies_left,
      bad_signature, due_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      provider,
      subject,
      sequence,
      event,
      url,
      JSON.stringify(body),
      isLost ? 'lost' : 'due',
      fault?.effect === 'callback_reorder',
      isDelayed,
      copiesLeft,
      fault?.effect === 'callback_bad_signature',
      dueAt,
      clock.now(),
    ],
  );
}
