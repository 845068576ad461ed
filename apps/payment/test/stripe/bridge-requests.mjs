import { createHash, randomBytes } from 'node:crypto';

/** Answers by idempotency key. */
const answers = new Map();
export const faults = [];

export const id = (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`;
export const now = () => Math.floor(Date.now() / 1_000);
export const ok = (body) => ({ status: 200, body });
export const refuse = (status, error) => ({ status, body: { error: { type: 'invalid_request_error', ...error } } });

/** `a[b][0][c]=1` as nested objects. */
export function parseForm(text) {
  const root = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const keys = path.replaceAll(']', '').split('[');
    let at = root;
    for (const key of keys.slice(0, -1)) at = at[key] ??= {};
    at[keys.at(-1)] = value;
  }
  return root;
}

export async function call(base, method, path, { body, key = 'sk_test_123', version } = {}) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(version === undefined ? {} : { 'stripe-version': version }),
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(method === 'POST' ? { body: body ?? '' } : {}),
  });
  return { status: answer.status, body: await answer.json().catch(() => ({})) };
}

/** One page after `starting_after`. */
export function page(all, query) {
  const after = query.get('starting_after');
  const rest = after === null ? all : all.slice(all.findIndex((each) => each.id === after) + 1);
  const limit = Number(query.get('limit') ?? 10);
  return { object: 'list', url: '/', data: rest.slice(0, limit), has_more: rest.length > limit };
}

/** Stripe's idempotency: the first answer again, other parameters refused, one request at a time. */
export async function once(request, handle) {
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  if (key === undefined) return handle();
  const print = createHash('sha256').update(`${request.path} ${request.text}`).digest('hex');
  const known = answers.get(key);
  if (known === undefined) {
    const answer = Promise.resolve(handle());
    answers.set(key, { print, answer });
    return answer;
  }
  if (known.print !== print)
    return refuse(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters (${key}).`,
    });
  return known.answer;
}

export function takeFault({ method, path }) {
  const at = faults.findIndex((fault) => fault.method === method && new RegExp(fault.path).test(path));
  if (at < 0) return undefined;
  const fault = faults[at];
  // The package repeats a request once, under its key, when the connection closes. Both are lost.
  fault.times ??= fault.kind === 'status' ? 1 : 2;
  if (--fault.times === 0) faults.splice(at, 1);
  return fault;
}
