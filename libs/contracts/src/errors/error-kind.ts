/** One error code, the same for every operation. The reference and the page of errors are made of it. */
export interface ErrorKind {
  status: number;
  /** Why it happens. */
  cause: string;
  /** What the client does. */
  remedy: string;
  /** A message as an answer contains it. */
  example: string;
}

export type ErrorKinds = Record<string, ErrorKind>;
