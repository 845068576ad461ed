import { HttpException } from '@nestjs/common';
import { Refusal, invalid, unavailable } from './refusal.ts';

/** For a path that no service has. */
const NO_SUCH_OPERATION = 'There is no such operation. Check the path and the method; /docs on the gateway lists all.';

/** An error of a library, whose fields may have any type. */
interface ForeignError {
  code?: unknown;
  statusCode?: unknown;
  message?: unknown;
  path?: unknown;
  name?: unknown;
  /** The path that was probably meant, of a 404. */
  nearest?: unknown;
}

const CONNECTION_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);

/** True when the database is away or overloaded: waiting helps, and changing the request does not. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as ForeignError;
  if (typeof code === 'string') {
    if (CONNECTION_ERRORS.has(code)) return true;
    // 08: connection; 53: resources; 57P: shutdown; 40: serialisation and deadlock; 55P03: lock timeout; 25006:
    // read-only. Not 57014: a statement that exceeds its time may do so every time.
    if (/^(08|53|57P|40)/.test(code) || code === '55P03' || code === '25006') return true;
  }
  return (
    typeof message === 'string' &&
    /Connection terminated|connection timeout|timeout exceeded when trying to connect/i.test(message)
  );
}

/**
 * Turns any thrown value into a refusal. PostgreSQL errors about the data (classes 22, 23, 54) are the caller's fault
 * and become 4xx. Any unexpected error becomes a 500 without its text, which may contain secrets.
 */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code, statusCode, message, nearest } = (error ?? {}) as ForeignError;
  if (error instanceof HttpException) return fromStatus(error.getStatus(), error.message);
  if (error instanceof Error && error.name === 'JsonRefusal') return fromJsonRefusal(error);
  if (code === '57014')
    return new Refusal(503, 'timeout', 'The request took too long. Narrow it, or send it again.', {
      retryAfterSeconds: 1,
    });
  if (isUnavailable(error)) return unavailable('The service cannot reach its database. Send the same request again.');
  const refusedData = typeof code === 'string' ? fromSqlState(code) : undefined;
  if (refusedData !== undefined) return refusedData;
  if (statusCode === 404 && typeof nearest === 'string')
    return new Refusal(
      404,
      'not_found',
      `There is no such operation; did you mean ${nearest}? /docs on the gateway lists all.`,
    );
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return fromStatus(statusCode, String(message));
  return new Refusal(500, 'internal_error', 'Something failed on our side. The request id finds it in our logs.');
}

function fromJsonRefusal(error: Error): Refusal {
  const { path, code } = error as ForeignError;
  return new Refusal(
    400,
    'malformed_json',
    code === 'malformed' ? `This is not valid JSON: ${error.message}` : error.message,
    { param: typeof path === 'string' && path !== '' ? path : 'body' },
  );
}

function fromSqlState(code: string): Refusal | undefined {
  if (code === '23505') return new Refusal(409, 'conflict', 'This already exists.');
  if (!/^(22|23|54)/.test(code)) return undefined;
  return invalid('request', 'A value is outside the range that can be stored.');
}

const CODES: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

const MESSAGES: Record<number, string> = {
  404: NO_SUCH_OPERATION,
  413: 'The body is larger than this operation accepts.',
  415: 'Send the body as Content-Type: application/json.',
};

function fromStatus(status: number, message: string): Refusal {
  const more = status === 400 ? { param: 'request' } : {};
  return new Refusal(status, CODES[status] ?? 'refused', MESSAGES[status] ?? message, more);
}
