export type FailureReason =
  /** The URL leads to an address that webhooks may not go to. */
  | 'denied_address'
  | 'dns'
  /** Nothing listens there, or there is no route. */
  | 'refused'
  | 'connect_timeout'
  | 'timeout'
  | 'reset'
  | 'tls'
  | 'protocol'
  /** The operator's proxy, not the endpoint. */
  | 'proxy'
  /** This machine, not the endpoint: no sockets, ports or memory left. */
  | 'local';

export type Answer =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; excerpt: string; latencyMs: number }
  | { kind: 'failed'; reason: FailureReason; message: string; latencyMs: number };

/** Why there is no answer. Merchants see the message, so it names no address but the endpoint's own. */
export class SendFailure extends Error {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super(message);
  }
}

const REFUSED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EACCES', 'EPERM']);
const RESET = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);
const LOCAL = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'EADDRINUSE', 'ENOBUFS', 'ENOMEM', 'EAFNOSUPPORT']);
const MISTAKES = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH']);
const BROKEN_OFF = 'The endpoint broke off the connection.';

/**
 * undici refused the request, such as a header that cannot be sent or a wrong body length. The endpoint has not seen
 * it.
 */
export function isOurMistake(error: Error): boolean {
  return MISTAKES.has(codeOf(error));
}

/** Translates what a socket or undici reports. */
export function failureOf(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error;
  const code = codeOf(error);
  const text = (error as Error).message;
  if (REFUSED.has(code)) return new SendFailure('refused', `The endpoint cannot be reached (${code}).`);
  if (code === 'ETIMEDOUT') return new SendFailure('connect_timeout', 'The endpoint does not answer to a connection.');
  if (RESET.has(code)) return new SendFailure('reset', BROKEN_OFF);
  if (LOCAL.has(code)) return new SendFailure('local', `This machine cannot open a connection (${code}).`);
  if (code === 'EPROTO' || /^ERR_(SSL|TLS)/.test(code)) return new SendFailure('tls', `TLS failed: ${text}`);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new SendFailure('protocol', 'The head of the answer is too long.');
  // In undici only the message distinguishes the end of a connection from an answer that is none (100, 101, or without
  // a request).
  if (code === 'UND_ERR_SOCKET' && !text.startsWith('bad ')) return new SendFailure('reset', BROKEN_OFF);
  return new SendFailure('protocol', `The answer is not HTTP/1.1: ${text}`);
}

/** For a host with several addresses Node reports one error for each. */
function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown[] };
  if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  return typeof code === 'string' ? code : '';
}
