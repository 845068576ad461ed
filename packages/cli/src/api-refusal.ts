import { ConnectionError, MissingCredentialsError, QafilaError } from '@qafila/sdk';
import { EXIT, Failure } from './failure.ts';

/** What a person reads of an error of the SDK; undefined of another error. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  if (error instanceof QafilaError) return refusalOf(error);
  if (error instanceof ConnectionError) return connectionFailure(error);
  return error instanceof MissingCredentialsError ? loginFailure(error) : undefined;
}

/** One line, and a line for each broken rule when there are several. */
function refusalOf({ status, code, message, param, requestId, violations }: QafilaError): Failure {
  const broken = violations.map(({ field, message: text }) => (text.startsWith(field) ? text : `${field}: ${text}`));
  const details = violations.map((violation) => ({ ...violation, field: violation.field || null }));
  return new Failure(`${status} ${code}: ${message}`, {
    exit: exitOf(status),
    remedy: remedyOf(status, code),
    lines: [...(broken.length > 1 ? broken : []), ...(requestId === undefined ? [] : [`request ${requestId}`])],
    error: { status, code, message, param: param ?? null, details, request_id: requestId ?? null },
  });
}

function exitOf(status: number): number {
  if (status === 401) return EXIT.login;
  return status === 502 || status === 503 || status === 504 ? EXIT.connection : EXIT.refused;
}

function remedyOf(status: number, code: string): string | undefined {
  if (/signature/i.test(code)) return '"qafila doctor signature --help" explains why a signature is refused.';
  if (status === 401) return 'Run "qafila login" with valid keys.';
  if (status === 403) return 'Use a key that has the scope: "qafila whoami" shows those of this profile.';
  return status >= 502 ? 'The platform is away for a moment: run the command again.' : undefined;
}

function connectionFailure({ url, cause, message: text }: ConnectionError): Failure {
  const { name, cause: reason } = cause as Error & { cause?: { code?: string } };
  const why = name === 'TimeoutError' ? 'it did not answer in time' : (reason?.code ?? text);
  const message = `${new URL(url).origin} cannot be reached (${why}).`;
  return new Failure(message, {
    exit: EXIT.connection,
    remedy: 'Check the address of the profile ("qafila whoami"), and that the platform runs.',
    error: { code: 'connection_failed', message },
  });
}

function loginFailure({ needs }: MissingCredentialsError): Failure {
  const [message, remedy] = {
    apiKey: ['This profile has no API key.', 'Run "qafila login" and give an API key and the account id.'],
    accountId: ['This profile has no account id.', 'Run "qafila login" and give an API key and the account id.'],
    hmacSecret: [
      'The request must be signed, and this profile has no HMAC secret.',
      'Run "qafila login" and give the HMAC secret.',
    ],
    serviceAccount: [
      'Shipments need a service account, and this profile has none.',
      'Run "qafila login" and give client id, client secret and company code.',
    ],
  }[needs] as [string, string];
  return new Failure(message, { exit: EXIT.login, remedy, error: { code: 'login_needed', message } });
}
