/** One broken rule of a request. */
export interface Violation {
  code: string;
  /** A path such as `customer.phone`. */
  field: string;
  message: string;
}

/** What an answer says about a failure, whatever the dialect of its operation. */
export interface Failure {
  status: number;
  code: string;
  message: string;
  param?: string;
  retryable: boolean;
  requestId?: string;
  violations: Violation[];
  /** For the person who uses your application; only shipments have it. */
  userMessage?: string;
  /** The answer as it came. */
  body: unknown;
}

/** Qafila answered with an error. `code` is for programs, `message` for developers. */
export class QafilaError extends Error {
  override readonly name: string = 'QafilaError';
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;
  readonly retryable: boolean;
  readonly requestId: string | undefined;
  readonly violations: readonly Violation[];
  readonly userMessage: string | undefined;
  readonly body: unknown;

  constructor(failure: Failure) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.param = failure.param;
    this.retryable = failure.retryable;
    this.requestId = failure.requestId;
    this.violations = failure.violations;
    this.userMessage = failure.userMessage;
    this.body = failure.body;
  }
}

/** The key, the token or the signature is missing, wrong, or lacks a scope (401, 403). */
export class AuthenticationError extends QafilaError {
  override readonly name = 'AuthenticationError';
}
/** The request breaks rules (400, 422): `violations` lists them. */
export class InvalidRequestError extends QafilaError {
  override readonly name = 'InvalidRequestError';
}
/** The store has no such object (404). */
export class NotFoundError extends QafilaError {
  override readonly name = 'NotFoundError';
}
/** The object's state, or an object that exists already, does not allow it (409). */
export class ConflictError extends QafilaError {
  override readonly name = 'ConflictError';
}
/** Too many requests, also after the retries (429). */
export class RateLimitError extends QafilaError {
  override readonly name = 'RateLimitError';
}

/** No answer came: no connection, or not in time. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** What was requested. */
  readonly url: string;
  /** False if no connection came about, so that nothing was sent. */
  readonly mayBeCarriedOut: boolean;

  constructor(message: string, { url, mayBeCarriedOut, cause }: ConnectionErrorOptions) {
    super(message, { cause });
    this.url = url;
    this.mayBeCarriedOut = mayBeCarriedOut;
  }
}

interface ConnectionErrorOptions {
  url: string;
  mayBeCarriedOut: boolean;
  cause?: unknown;
}

/** The options of the client lack what the operation needs. Nothing was sent. */
export class MissingCredentialsError extends TypeError {
  override readonly name = 'MissingCredentialsError';

  constructor(
    readonly needs: 'apiKey' | 'accountId' | 'hmacSecret' | 'serviceAccount',
    message: string,
  ) {
    super(message);
  }
}

const BY_STATUS: Record<number, new (failure: Failure) => QafilaError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: AuthenticationError,
  404: NotFoundError,
  409: ConflictError,
  422: InvalidRequestError,
  429: RateLimitError,
};

interface PaymentError {
  code?: string;
  message?: string;
  param?: string | null;
  retryable?: boolean;
  details?: Violation[];
}

interface AnyErrorBody {
  message?: string;
  error?: PaymentError | string;
  error_description?: string;
  errorMessage?: string;
  userMessage?: string;
  details?: { code: string; field: string | null; message: string }[];
}

/** Reads the error envelope of any dialect. */
export function errorOf(status: number, body: unknown, headers: Headers): QafilaError {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as AnyErrorBody;
  const failure = {
    ...(typeof sent.error === 'object' ? paymentFailure(sent.error) : shipmentFailure(sent)),
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    body,
  };
  const message = failure.message ?? sent.message ?? `HTTP ${status}`;
  const retryable = failure.retryable ?? isRetryable(status);
  return new (BY_STATUS[status] ?? QafilaError)({ ...failure, message, retryable });
}

type Part = Omit<Failure, 'status' | 'message' | 'retryable' | 'body'> & { message?: string; retryable?: boolean };

function paymentFailure({ code, message, param, retryable, details }: PaymentError): Part {
  return { code: code ?? 'unknown', message, param: param ?? undefined, retryable, violations: details ?? [] };
}

/** Shipments list violations; the token endpoints name an error of RFC 6749. */
function shipmentFailure({ error, error_description, errorMessage, userMessage, details = [] }: AnyErrorBody): Part {
  const violations = details.map(({ field, ...violation }) => ({ ...violation, field: field ?? '' }));
  const [first] = violations;
  return {
    code: first?.code ?? (typeof error === 'string' ? error : 'unknown'),
    message: errorMessage ?? error_description,
    param: first?.field || undefined,
    violations,
    userMessage,
  };
}

export function isRetryable(status: number): boolean {
  return status === 429 || status >= 502;
}
