import { createHash } from 'node:crypto';
import { invalid, Refusal } from '@qafila/envelopes/refusal';
import { fieldsOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { Callback, ReceivedCall } from '../callback.ts';
import { header } from '../exchange.ts';
import { isSameSecret } from '../is-same-secret.ts';

/** The header that the merchant names when they register the webhook at Tabby. */
export const SECRET_HEADER = 'x-qafila-secret';

const NOT_OURS = new Refusal(401, 'signature_mismatch', 'The secret of this callback is wrong.');

/**
 * Reads a call about a payment. Calls come more than once and in any order, so the receiver inquires. Tabby gives them
 * no id; the same body is the same event.
 */
export function readTabbyCallback(
  { rawBody, headers }: ReceivedCall,
  { secrets, isLive }: { secrets: readonly string[]; isLive: boolean },
): Callback {
  if (!secrets.some((secret) => isSameSecret(header(headers, SECRET_HEADER), secret))) throw NOT_OURS;
  const payment = parse(rawBody);
  // A test order must not reach live payments, whatever secret both have.
  if (typeof payment.is_test === 'boolean' && payment.is_test === isLive) throw NOT_OURS;
  const id = createHash('sha256').update(rawBody).digest('hex').slice(0, 32);
  const operationId = textOf(fieldsOf(payment.order).reference_id);
  const type = `payment.${textOf(payment.status).toLowerCase() || 'unknown'}`;
  if (operationId === '') return { kind: 'other', id, type };
  const report = { kind: 'unknown', why: `Tabby reports ${type}` } as const;
  return { kind: 'operation', id, type, operationId, reference: textOf(payment.id), report };
}

function parse(rawBody: Buffer): Fields {
  try {
    return fieldsOf(JSON.parse(rawBody.toString('utf8')));
  } catch {
    throw invalid('body', 'A callback has a JSON body.');
  }
}
