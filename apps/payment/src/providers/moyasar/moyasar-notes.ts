import { createHash } from 'node:crypto';
import { fieldsOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { minorOf } from '../exchange.ts';

const PREFIX = 'qf_';
/** Of the metadata: our id, the order and its customer, what the page adds, and the notes. */
const KEYS_MAX = 30;
const NOTES_MAX = 24;

/**
 * What a refund leaves in the metadata of its payment before it is requested. Moyasar's refunds have neither an id nor
 * an idempotency key: it says only how much of the payment is refunded in all. The note says how much that is after
 * this refund, so that a lost reply is distinguished from a request that
 * never arrived.
 */
export interface RefundNote {
  /** How much of the payment is refunded in all once this refund has happened. */
  total: bigint;
  /** When Moyasar was last asked for it. */
  askedAtMs: number;
}

/** Keys have 40 characters at most, whatever our ids have. */
function keyOf(operationId: string): string {
  return PREFIX + createHash('sha256').update(operationId).digest('hex').slice(0, 32);
}

export function noteOf(payment: Fields, operationId: string): RefundNote | undefined {
  const [, total, askedAtMs] =
    /^(\d{1,15})@(\d{1,15})$/.exec(textOf(fieldsOf(payment.metadata)[keyOf(operationId)])) ?? [];
  return total === undefined ? undefined : { total: BigInt(total), askedAtMs: Number(askedAtMs) };
}

/** The metadata with the note, whole, because Moyasar does not say whether an update merges. Null: there is no room. */
export function withNote(payment: Fields, operationId: string, { total, askedAtMs }: RefundNote): Fields | null {
  const metadata = { ...fieldsOf(payment.metadata), [keyOf(operationId)]: `${total}@${askedAtMs}` };
  const notes = Object.keys(metadata).filter((key) => key.startsWith(PREFIX));
  return notes.length > NOTES_MAX || Object.keys(metadata).length > KEYS_MAX ? null : metadata;
}

export function isRefunded(payment: Fields, { total }: RefundNote): boolean {
  return minorOf(payment.refunded) >= total;
}
