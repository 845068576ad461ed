import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { currencyExponent } from '@qafila/money/minor-units';
import { minorOf } from '../exchange.ts';
import type { Answer } from '../exchange.ts';
import type { After, Authentication, Decline, Facts, OperationKind, ProviderReport } from '../provider.ts';

export const OPERATION = 'qafila_operation';
/** How the reference of a page begins; a payment's begins with `pay_`. */
export const PAGE = 'hpp_';
const DONE = { code: '000', message: 'Completed' };
const TAKEN = new Set(['Captured', 'Partially Captured', 'Refunded', 'Partially Refunded']);
/** Without decimals at Checkout.com. It has two for CLP, and does not say how many for UYI. */
const NO_DECIMALS = new Set('BIF DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
/** Currencies with three decimals, of which the last must be 0. */
const LAST_DIGIT_ZERO = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);
const TYPES: Partial<Record<OperationKind, readonly string[]>> = {
  capture: ['Capture'],
  void: ['Void'],
  refund: ['Refund'],
  reverse: ['Refund', 'Void'],
};

/** Whether Checkout.com can express the amount. It is never rounded. */
export function isExpressible({ amount, currency }: { amount: bigint; currency: string }): boolean {
  return hasOurDecimals(currency) && (!LAST_DIGIT_ZERO.has(currency) || amount % 10n === 0n);
}

export function whyInexpressible(currency: string): string {
  return hasOurDecimals(currency) ? 'its last digit must be 0' : 'its decimals differ there, or are not known';
}

/** Whether Checkout.com counts the currency in the same minor unit. All that it does not name have two decimals. */
function hasOurDecimals(currency: string): boolean {
  if (NO_DECIMALS.has(currency)) return currencyExponent(currency) === 0;
  return currencyExponent(currency) === (LAST_DIGIT_ZERO.has(currency) ? 3 : 2);
}

/** The state of the payment, whichever request asks. Refunds do not change what was captured. */
export function reportOfPayment(payment: Fields): ProviderReport {
  const facts = factsOf(payment);
  const status = textOf(payment.status);
  if (TAKEN.has(status)) {
    const captured = minorOf(fieldsOf(payment.balances).total_captured);
    return { kind: 'captured', amount: captured > 0n ? captured : minorOf(payment.amount), ...facts, ...DONE };
  }
  switch (status) {
    case 'Pending':
    case 'Retry Scheduled':
      return { kind: 'pending', ...facts };
    case 'Authorized':
      return { kind: 'authorised', ...facts, ...DONE };
    case 'Voided':
      return { kind: 'voided', ...facts };
    case 'Declined':
    case 'Canceled':
    case 'Expired':
      return { ...facts, ...declineOf(lastAuthorization(payment), status) };
    default:
      return { kind: 'unknown', why: `Checkout.com reports the payment as ${status || 'nothing'}` };
  }
}

/** What became of a capture, void or refund, which has our id as its reference. */
export function reportOfAction(actions: readonly Fields[], id: string, kind: OperationKind): ProviderReport {
  const own = actions.find(({ reference, type }) => reference === id && TYPES[kind]?.includes(textOf(type)));
  if (own === undefined) return { kind: 'not_found', why: 'Checkout.com has not received this request' };
  if (own.approved !== true) return own.approved === false ? declineOf(own, 'declined') : { kind: 'pending' };
  if (own.type === 'Capture') return { kind: 'captured', amount: minorOf(own.amount), ...DONE };
  return { kind: own.type === 'Void' ? 'voided' : 'refunded' };
}

function lastAuthorization({ actions }: Fields): Fields {
  return listOf(actions).find(({ type }) => type === 'Authorization') ?? {};
}

/** Codes are 20xxx for soft declines, 30xxx for hard ones, and 40xxx for risk. */
export function declineOf(action: Fields, status: string): ProviderReport & { kind: 'declined' } {
  const code = textOf(action.response_code) || status.toLowerCase();
  const message = textOf(action.response_summary) || `The payment is ${status.toLowerCase()}.`;
  return { kind: 'declined', as: statusOf(code), then: afterOf(code), code, message };
}

function statusOf(code: string): Decline {
  if (code.startsWith('40')) return 'RISK_DECLINED';
  return code === '20150' || code === '20151' || code === '20152' || code === '20154'
    ? 'AUTHENTICATION_FAILED'
    : 'FAILED';
}

/** 20091 and 20096: the bank or the network did not answer. */
function afterOf(code: string): After {
  if (code === '20091' || code === '20096' || code === '20068') return 'fallback';
  return code.startsWith('30') ? 'none' : 'customer';
}

function factsOf(payment: Fields): Facts {
  const source = fieldsOf(payment.source);
  const authentication = authenticationOf(payment['3ds']);
  return {
    reference: textOf(payment.id),
    secure: authentication?.liabilityShift === true ? '3DS2' : null,
    ...(source.type !== 'card'
      ? {}
      : {
          instrument: {
            brand: textOf(source.scheme).toLowerCase(),
            bin: textOf(source.bin) || null,
            last4: textOf(source.last4) || null,
            funding: textOf(source.card_type).toLowerCase() || null,
            issuer: textOf(source.issuer) || null,
            country: textOf(source.issuer_country) || null,
          },
        }),
    ...(authentication === undefined ? {} : { authentication }),
  };
}

/** The bank bears a fraud when it authenticated the cardholder (Y), or attempted to (A). */
function authenticationOf(given: unknown): Authentication | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { version, authentication_response: result, exemption } = given as Fields;
  return {
    ...(textOf(version) === '' ? {} : { version: textOf(version) }),
    ...(textOf(result) === '' ? {} : { result: textOf(result) }),
    liabilityShift: result === 'Y' || result === 'A',
    ...(textOf(exemption) === '' || exemption === 'none' ? {} : { exemption: textOf(exemption) }),
  };
}

/** What a refused request means. 403 is an operation that the payment's state forbids. */
export function refusalOf({ status, body }: Answer): ProviderReport {
  const [code = `http_${status}`] = Array.isArray(body.error_codes) ? (body.error_codes as string[]) : [];
  if (status === 401 || status === 429)
    return { kind: 'not_sent', why: `Checkout.com refuses the request: ${status === 401 ? 'the key' : 'too many'}` };
  if (status === 409) return { kind: 'unknown', why: 'Checkout.com still works on the same request' };
  return { kind: 'declined', as: 'FAILED', then: 'fallback', code: String(code), message: `Checkout.com: ${code}` };
}
