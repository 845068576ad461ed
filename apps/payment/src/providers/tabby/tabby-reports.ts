import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { fromMinorUnits, toMinorUnits } from '@qafila/money/minor-units';
import type { Answer } from '../exchange.ts';
import type { OperationRequest, ProviderReport } from '../provider.ts';

const DONE = { code: '000', message: 'Completed' };
/** How the reference of a session begins, until the customer has placed the order. A payment has Tabby's id alone. */
export const SESSION = 'session/';

/** Tabby writes amounts as decimal texts in major units. */
export function toTabby({ amount, currency }: Pick<OperationRequest, 'amount' | 'currency'>): string {
  return fromMinorUnits(amount, currency);
}

function minorOf(amount: unknown, currency: string): bigint | null {
  try {
    return toMinorUnits(textOf(amount), currency);
  } catch {
    return null;
  }
}

/** What Tabby says of a new session: a page for the customer, or why they cannot pay in instalments. */
export function reportOfSession(session: Fields): ProviderReport {
  const payment = fieldsOf(session.payment);
  const { available_products: available, products } = fieldsOf(session.configuration);
  const url = listOf(fieldsOf(available).installments)[0]?.web_url;
  const reference = `${SESSION}${textOf(session.id)}`;
  if (session.status === 'rejected' || session.status === 'expired') {
    const reason = textOf(fieldsOf(fieldsOf(products).installments).rejection_reason) || textOf(session.status);
    return { ...refused(reason, 'Tabby does not offer instalments for this order.'), reference };
  }
  if (payment.status !== 'CREATED') return reportOfPayment(payment);
  if (typeof url !== 'string') return { kind: 'unknown', why: 'Tabby named no page' };
  return { kind: 'action', action: { kind: 'redirect', url }, reference };
}

/** The state of the payment, whichever request asks. */
export function reportOfPayment(payment: Fields): ProviderReport {
  const reference = textOf(payment.id);
  switch (textOf(payment.status).toUpperCase()) {
    case 'CREATED':
      return { kind: 'pending', reference };
    case 'AUTHORIZED':
      return { kind: 'authorised', reference, ...DONE };
    case 'CLOSED':
      return reportOfClosed(payment, reference);
    case 'REJECTED':
      return { ...refused('rejected', 'Tabby has declined this order.'), reference };
    case 'EXPIRED':
      return { ...refused('expired', 'The order was not placed at Tabby in time.'), reference };
    default:
      return { kind: 'unknown', why: `Tabby reports the payment as ${textOf(payment.status) || 'nothing'}` };
  }
}

/** Closed without a capture: the order was cancelled, and the customer pays nothing. */
function reportOfClosed(payment: Fields, reference: string): ProviderReport {
  if (Array.isArray(payment.captures) && payment.captures.length === 0) return { kind: 'voided', reference };
  const captured = capturedOf(payment);
  if (captured === null) return { kind: 'unknown', why: 'Tabby does not say how much of the closed order it captured' };
  return { kind: 'captured', amount: captured, reference, ...DONE };
}

/** Null: there is no capture, or one whose amount cannot be read. */
function capturedOf(payment: Fields): bigint | null {
  const currency = textOf(payment.currency);
  const amounts = listOf(payment.captures).map(({ amount }) => minorOf(amount, currency) ?? 0n);
  if (amounts.length === 0 || amounts.some((amount) => amount <= 0n)) return null;
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** One capture of an order, which has our id, with its own amount. */
export function reportOfCapture(payment: Fields, operationId: string): ProviderReport {
  const own = listOf(payment.captures).find(({ reference_id: id }) => id === operationId);
  const amount = own === undefined ? null : minorOf(own.amount, textOf(payment.currency));
  if (amount === null || amount <= 0n) return { kind: 'unknown', why: 'Tabby does not say how much it captured' };
  return { kind: 'captured', amount, reference: textOf(payment.id), ...DONE };
}

/**
 * A closed order is released where what it has left is what was to be released. Where it has less, money was taken of
 * which we did not know.
 */
export function reportOfRelease(payment: Fields, expected: bigint): ProviderReport {
  const report = reportOfPayment(payment);
  if (report.kind !== 'captured') return report;
  const authorised = minorOf(payment.amount, textOf(payment.currency));
  const isRest = authorised !== null && expected > 0n && authorised - report.amount === expected;
  return isRest ? { kind: 'voided', reference: textOf(payment.id) } : report;
}

/** Each capture and refund has our id of its operation as `reference_id`. */
export function hasDone(payment: Fields, what: 'captures' | 'refunds', operationId: string): boolean {
  return listOf(payment[what]).some(({ reference_id: id }) => id === operationId);
}

function refused(code: string, message: string): ProviderReport & { kind: 'declined' } {
  return { kind: 'declined', as: 'FAILED', then: 'fallback', code, message };
}

/** What a refused request means. 401, 403 and 429 come before anything happened; 409 says nothing of what was done. */
export function refusalOf({ status, body }: Answer): ProviderReport {
  const message = textOf(body.error) || `Tabby answered ${status}`;
  if (status === 401 || status === 403 || status === 429)
    return { kind: 'not_sent', why: `Tabby refuses the request: ${message}` };
  if (status === 409) return { kind: 'unknown', why: `Tabby still works on the same request: ${message}` };
  return { ...refused(textOf(body.errorType) || `http_${status}`, message), then: 'fallback' };
}
