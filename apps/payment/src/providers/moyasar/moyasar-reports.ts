import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { minorOf } from '../exchange.ts';
import type { Answer } from '../exchange.ts';
import { GATEWAYS } from '../../limits.ts';
import type { After, Decline, Facts, ProviderReport } from '../provider.ts';

/** The key of Moyasar's metadata under which our requests leave our id of the operation. */
export const OPERATION = 'qafila_operation';
/** How the reference of an invoice begins. A payment has Moyasar's id alone. */
const INVOICE = 'invoice/';
const PAID = new Set(['paid', 'captured', 'authorized', 'refunded', 'voided']);
const DONE = { code: '000', message: 'Completed' };

/** ISO 8583: the bank or a network did not answer, so another gateway may take the payment. */
const UNAVAILABLE = new Set(['90', '91', '92', '96']);
/** Lost, stolen or suspected: no other try with this card can help. */
const HARD = new Set(['04', '07', '34', '35', '36', '37', '41', '43', '59', '63', '67']);
const FRAUD = new Set(['34', '59', '63']);

/** Until the customer has paid, only the page has a name. */
export function invoiceReference(id: string): string {
  return `${INVOICE}${id}`;
}

/** The path of what a reference names. */
export function pathOf(reference: string): string {
  const [folder, id] = reference.startsWith(INVOICE)
    ? ['invoices', reference.slice(INVOICE.length)]
    : ['payments', reference];
  return `/v1/${folder}/${encodeURIComponent(id)}`;
}

/** What Moyasar says of a payment on its page. A refused card leaves the page open for another one. */
export function reportOfInvoice(invoice: Fields, nowMs: number): ProviderReport {
  const reference = invoiceReference(textOf(invoice.id));
  const paid = listOf(invoice.payments).find(({ status }) => PAID.has(textOf(status)));
  if (paid !== undefined) return reportOfPayment(paid);
  switch (invoice.status) {
    case 'initiated':
    case 'failed':
    case 'on_hold':
      return typeof invoice.url === 'string'
        ? { kind: 'action', action: { kind: 'redirect', url: invoice.url }, reference }
        : { kind: 'pending', reference };
    case 'canceled':
    case 'expired':
      // The bank may still authenticate a customer who is no longer on the page.
      return isAuthenticating(invoice, nowMs)
        ? { kind: 'pending', reference }
        : { ...declineOfPage(invoice), reference };
    default:
      return { kind: 'unknown', why: `Moyasar reports the page as ${textOf(invoice.status) || 'nothing'}` };
  }
}

/**
 * A customer who gives up leaves the payment as it is for ever, so it counts for a limited time after the page ended.
 * Money that still comes is late money. A page ends at its time at the latest, whatever changes it afterwards.
 */
function isAuthenticating({ payments, expired_at: expiredAt, updated_at: updatedAt }: Fields, nowMs: number): boolean {
  if (!listOf(payments).some(({ status }) => status === 'initiated')) return false;
  const ends = [expiredAt, updatedAt].map((at) => Date.parse(textOf(at))).filter((at) => !Number.isNaN(at));
  return ends.length > 0 && nowMs - Math.min(...ends) < GATEWAYS.authenticationAfterPageMs;
}

/** The reason is the bank's, where a card was refused before the page ended. */
function declineOfPage({ status, payments }: Fields): ProviderReport & { kind: 'declined' } {
  const failed = listOf(payments).find((payment) => payment.status === 'failed');
  if (failed !== undefined) return declineOf(fieldsOf(failed.source));
  return {
    kind: 'declined',
    as: 'FAILED',
    then: 'customer',
    code: `page_${textOf(status)}`,
    message: 'The page has ended.',
  };
}

/** The state of the payment, whichever request asks. Refunds do not change what was captured. */
export function reportOfPayment(payment: Fields): ProviderReport {
  const facts = factsOf(payment);
  switch (payment.status) {
    case 'initiated':
      return { kind: 'pending', ...facts };
    case 'authorized':
      return { kind: 'authorised', ...facts, ...DONE };
    case 'paid':
    case 'captured':
    case 'refunded':
      return { kind: 'captured', amount: takenOf(payment), ...facts, ...DONE };
    case 'voided':
      return { kind: 'voided', ...facts };
    case 'failed':
      return { ...facts, ...declineOf(fieldsOf(payment.source)) };
    default:
      return { kind: 'unknown', why: `Moyasar reports the payment as ${textOf(payment.status) || 'nothing'}` };
  }
}

/** A payment that was captured later has the amount of the capture; another was taken whole. */
export function takenOf({ amount, captured, status }: Fields): bigint {
  if (status === 'authorized' || status === 'initiated' || status === 'failed' || status === 'voided') return 0n;
  const later = minorOf(captured);
  return later > 0n ? later : minorOf(amount);
}

function factsOf(payment: Fields): Facts {
  const source = fieldsOf(payment.source);
  const number = textOf(source.number).replaceAll(/[^\dX*•]/gi, '');
  return {
    reference: textOf(payment.id),
    ...(Number.isSafeInteger(payment.fee) ? { fee: minorOf(payment.fee) } : {}),
    ...(source.type === undefined
      ? {}
      : {
          instrument: {
            brand: textOf(source.company) || textOf(source.type),
            bin: /^\d{6}/.exec(number)?.[0] ?? null,
            last4: /\d{4}$/.exec(number)?.[0] ?? null,
            funding: textOf(source.issuer_card_type) || null,
            issuer: textOf(source.issuer_name) || null,
            country: textOf(source.issuer_country) || null,
          },
        }),
  };
}

function declineOf(source: Fields): ProviderReport & { kind: 'declined' } {
  const code = textOf(source.response_code);
  const message = textOf(source.message) || 'The payment was declined.';
  return { kind: 'declined', as: statusOf(code, message), then: afterOf(code), code: code || 'declined', message };
}

/** A failed authentication has no code of the bank. */
function statusOf(code: string, message: string): Decline {
  if (FRAUD.has(code)) return 'RISK_DECLINED';
  return code === '' && /3-?d ?s|authenticat/i.test(message) ? 'AUTHENTICATION_FAILED' : 'FAILED';
}

function afterOf(code: string): After {
  if (UNAVAILABLE.has(code)) return 'fallback';
  return HARD.has(code) ? 'none' : 'customer';
}

/** What a refused request means. 401, 403 and 429 come before anything happened. */
export function refusalOf({ status, body }: Answer): ProviderReport {
  const message = textOf(body.message) || `Moyasar answered ${status}`;
  if (status === 401 || status === 403 || status === 429)
    return { kind: 'not_sent', why: `Moyasar refuses the request: ${message}` };
  return { kind: 'declined', as: 'FAILED', then: 'fallback', code: textOf(body.type) || `http_${status}`, message };
}
