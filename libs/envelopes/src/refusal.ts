import type { ErrorCodeOf, StatusOf } from '@qafila/contracts/errors';

/** One broken rule of a request. `field` is a path such as `filters.clauses.0.operator`. */
export interface Violation {
  code: string;
  field: string;
  message: string;
}

/** Extra fields of the error object, e.g. `first_received_at` of a duplicate. */
export type RefusalDetails = Record<string, unknown>;

/**
 * A domain error: the request is refused. Rules throw it, and one filter per dialect turns it into an HTTP answer.
 * `message` is for a person: it names the field, the rule and what to do. A code of the catalogue compiles with its one
 * status only.
 */
export class Refusal<const Code extends string = string> extends Error {
  constructor(
    readonly status: StatusOf<Code>,
    readonly code: Code,
    message: string,
    readonly more: {
      param?: string;
      details?: RefusalDetails;
      /** Everything that is wrong with the request, where that is more than one rule. */
      violations?: Violation[];
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(message);
  }

  /** Everything that is wrong with the request. A 400 that names one field is the violation of one rule. */
  get violations(): Violation[] | undefined {
    const { param, violations } = this.more;
    if (violations !== undefined) return violations;
    const isOneRule = (this.status as number) === 400 && param !== undefined;
    return isOneRule ? [{ code: this.code, field: param, message: this.message }] : undefined;
  }

  /** Whether sending the very same request again can succeed. */
  get retryable(): boolean {
    return this.status === 429 || this.status >= 502;
  }
}

export function invalid(param: string, message: string, code: ErrorCodeOf<400> = 'validation_error'): Refusal {
  return new Refusal(400, code, message, { param });
}

/** What the platform issues as a secret: a client secret after its id; keys of the API, accounts and webhooks. */
const CLIENT_SECRET = /^(pi_.*?)_secret_/s;
const SECRET = /^((sk|cs)_(stage|live)|whsec|whsk)_/;

/** The id stands in the message, except where it is a secret, which would end in the logs of the client. */
export function notFound(kind: string, id: string): Refusal {
  const [, idOfSecret] = CLIENT_SECRET.exec(id) ?? [];
  if (idOfSecret !== undefined || SECRET.test(id)) {
    const hint = idOfSecret === undefined ? '' : `: what stands before _secret_, ${JSON.stringify(idOfSecret)}`;
    return new Refusal(404, 'not_found', `A secret was sent instead of the id of the ${kind}. Send the id${hint}.`);
  }
  return new Refusal(404, 'not_found', `There is no ${kind} ${JSON.stringify(id)} in this store.`);
}

export function conflict(
  code: ErrorCodeOf<409>,
  message: string,
  details: RefusalDetails = {},
  param?: string,
): Refusal {
  return new Refusal(409, code, message, { param, details });
}

export function unavailable(message: string, retryAfterSeconds = 1): Refusal {
  return new Refusal(503, 'service_unavailable', message, { retryAfterSeconds });
}
