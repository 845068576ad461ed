import { createHmac } from 'node:crypto';
import { invalid, Refusal } from '@qafila/envelopes/refusal';
import { fieldsOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { Callback, PayoutNotice, ReceivedCall } from '../callback.ts';
import { minorOf } from '../exchange.ts';
import { isSameSecret } from '../is-same-secret.ts';
import type { MoyasarApi } from './moyasar-api.ts';
import { OPERATION, pathOf } from './moyasar-reports.ts';

/** What authenticates Moyasar's calls: now, and before the last change of the credentials. */
export interface CallbackSecrets {
  keys: readonly string[];
  webhookSecrets: readonly string[];
  isLive: boolean;
}

const NOT_OURS = new Refusal(401, 'signature_mismatch', 'The secret of this callback is wrong.');

/**
 * Where Moyasar reports that an invoice is paid. It signs nothing there, so the address has a code that only the
 * holder of the store's key can compute.
 */
export function invoiceCallbackUrl(
  { callbackUrl, keys }: CallbackSecrets & { callbackUrl: string },
  id: string,
): string {
  return `${callbackUrl}?${new URLSearchParams({ operation: id, code: codeOf(keys[0] ?? '', id) })}`;
}

function codeOf(key: string, operationId: string): string {
  return createHmac('sha256', key).update(`moyasar invoice ${operationId}`).digest('hex');
}

/** Reads an invoice's own call, or an event of a webhook, whose body contains its secret. */
export async function readMoyasarCallback(
  call: ReceivedCall,
  secrets: CallbackSecrets,
  api: MoyasarApi,
): Promise<Callback> {
  const { operation, code } = call.query;
  if (operation !== undefined || code !== undefined) {
    if (!secrets.keys.some((key) => isSameSecret(code ?? '', codeOf(key, operation ?? '')))) throw NOT_OURS;
    return aboutOperation({ id: `invoice ${operation}`, type: 'invoice_paid' }, operation ?? '', null);
  }
  const event = parse(call.rawBody);
  if (!secrets.webhookSecrets.some((secret) => isSameSecret(textOf(event.secret_token), secret))) throw NOT_OURS;
  // A test event must not reach live payments, whatever secret both have.
  if (event.live !== secrets.isLive) throw NOT_OURS;
  return callbackOf(event, api);
}

function parse(rawBody: Buffer): Fields {
  try {
    return fieldsOf(JSON.parse(rawBody.toString('utf8')));
  } catch {
    throw invalid('body', 'A callback has a JSON body.');
  }
}

async function callbackOf(event: Fields, api: MoyasarApi): Promise<Callback> {
  const [id, type, data] = [textOf(event.id), textOf(event.type), fieldsOf(event.data)];
  if (type === 'balance_transferred') return { kind: 'payout', id, type, payout: payoutOf(data) };
  if (!type.startsWith('payment_')) return { kind: 'other', id, type };
  return aboutOperation({ id, type }, await operationOf(data, api), textOf(data.id));
}

/** Events come late and in any order, so the receiver inquires. */
function aboutOperation(
  event: { id: string; type: string },
  operationId: string | null,
  reference: string | null,
): Callback {
  const report = { kind: 'unknown', why: `Moyasar reports ${event.type}` } as const;
  return { kind: 'operation', ...event, operationId, reference, report };
}

/** A payment names its invoice, which has our id. */
async function operationOf({ metadata, invoice_id: invoiceId }: Fields, api: MoyasarApi): Promise<string | null> {
  const own = textOf(fieldsOf(metadata)[OPERATION]);
  if (own !== '' || typeof invoiceId !== 'string') return own || null;
  const reply = await api.get(pathOf(`invoice/${invoiceId}`));
  if (reply.kind === 'answer' && reply.status === 404) return null;
  if (reply.kind !== 'answer' || reply.status >= 400)
    throw new Refusal(503, 'gateway_unavailable', 'Moyasar does not say which payment this event is about.');
  return textOf(fieldsOf(reply.body.metadata)[OPERATION]) || null;
}

function payoutOf(transfer: Fields): PayoutNotice {
  return {
    reference: textOf(transfer.id),
    status: 'paid',
    amount: minorOf(transfer.amount) - minorOf(transfer.fee),
    currency: textOf(transfer.currency),
    arrivalAt: textOf(transfer.created_at) || null,
  };
}
