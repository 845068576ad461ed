import { Refusal, unavailable } from '@qafila/envelopes/refusal';

const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const RESET = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const TOO_SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** The upstream did not answer in time. The time counts from the moment the call was submitted. */
export class AnswerOverdue extends Error {}

/** True if the connection broke before an answer: whether the request was carried out is unknown. */
export function isReset(error: unknown): boolean {
  return RESET.has(codeOf(error));
}

/** The refusal that the client gets for a failed call. It does not contain the service's address. */
export function upstreamRefusal(service: string, error: unknown): Refusal {
  const code = codeOf(error);
  if (NO_CONNECTION.has(code))
    return unavailable(`The ${service} service is unreachable. Send the same request again.`);
  if (error instanceof AnswerOverdue || TOO_SLOW.has(code)) {
    return new Refusal(
      504,
      'gateway_timeout',
      `The ${service} service did not answer in time; the request may have been carried out. ${AGAIN}`,
    );
  }
  return new Refusal(
    502,
    'bad_gateway',
    `The ${service} service closed the connection; the request may have been carried out. ${AGAIN}`,
  );
}

const AGAIN = 'Send it again with the same event_id or idempotency key.';

/** The error code of Node or undici, or ''. */
export function codeOf(error: unknown): string {
  const { code, cause, errors } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  // For a host with several addresses, Node reports one error per address.
  if (Array.isArray(errors)) return codeOf(errors[0]);
  return cause === undefined ? '' : codeOf(cause);
}
