/** One error code, the same for every operation. The reference and the page of errors are made of it. */
export type ErrorKind = Described & (InvalidRequest | OtherStatus);

interface Described {
  /** Why it happens. */
  cause: string;
  /** What the client does. */
  remedy: string;
  /** A message as an answer contains it. */
  example: string;
}

/** A 400 always names what is wrong: `param` is that of the example. */
interface InvalidRequest {
  status: 400;
  param: string;
}

interface OtherStatus {
  status: 401 | 402 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504;
  param?: undefined;
}

export type ErrorKinds = Record<string, ErrorKind>;
