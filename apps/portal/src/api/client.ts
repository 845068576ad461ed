import { OPERATIONS, Qafila, QafilaError } from '@qafila/sdk';
import type { AnswerOf, InputOf, Method, OperationId } from '@qafila/sdk';

/** What calls need of the session: the frame sets it once. */
interface SessionHooks {
  /** Resolves when the person has confirmed who they are; false when they would not. */
  confirm(): Promise<boolean>;
  ended(): void;
}

const NO_HOOKS: SessionHooks = { confirm: () => Promise.resolve(false), ended: () => {} };

let csrfToken = '';
let hooks = NO_HOOKS;

export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** Returns how to take them back. */
export function onSession(listeners: SessionHooks): () => void {
  hooks = listeners;
  return () => {
    hooks = NO_HOOKS;
  };
}

const READS = ['GET', 'HEAD'];

const qafila = new Qafila({
  baseUrl: `${location.origin}/portal/api`,
  session: true,
  fetch: (url, init) => {
    const headers = new Headers(init?.headers);
    if (!READS.includes(init?.method ?? 'GET')) headers.set('x-csrf-token', csrfToken);
    return fetch(url, { ...init, headers, credentials: 'same-origin' });
  },
  retry: { retriesMax: 2 },
});

/**
 * One call of the API by the name of its operation, as the signed-in person. A call that is refused because the person
 * must confirm who they are is sent again after they have, under the same idempotency key.
 */
export function call<Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<AnswerOf<Id>> {
  const idempotencyKey = OPERATIONS[id].takesIdempotencyKey ? crypto.randomUUID() : undefined;
  const repeated = { idempotencyKey, ...input } as InputOf<Id>;
  return withSession(() => qafila.call(id, repeated));
}

/** One call of the session's own operations, such as `/session`. */
export function callSession<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  return withSession(() => qafila.request<Answer>(method, path, body === undefined ? {} : { body }));
}

async function withSession<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (isCode(error, 'not_signed_in')) hooks.ended();
    if (!isCode(error, 'reauthentication_required') || !(await hooks.confirm())) throw error;
    return send();
  }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof QafilaError && error.code === code;
}
