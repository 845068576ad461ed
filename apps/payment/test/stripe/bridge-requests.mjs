import { createHash, createHmac, randomBytes } from 'node:crypto';
import { unrulyCalls } from '../gateways/unruly-calls.mjs';

/** Answers by idempotency key. */
const answers = new Map();
export const faults = [];
/** Where events are sent. */
export const hooks = [];
export const calls = unrulyCalls();

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

/** Signs as Stripe does. */
export async function publish(type, object) {
  const event = { id: id('evt'), object: 'event', type, created: now(), livemode: false, data: { object } };
  await Promise.all(hooks.map((hook) => calls.deliver(() => send(hook, JSON.stringify(event)))));
  return event;
}

async function send({ url, secret }, body) {
  const time = now();
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` },
  })
    .then((answer) => answer.arrayBuffer())
    .catch(() => {});
}

/** The second part of a key names the account: sk_test_<account>x<rest>. */
export function account({ key }) {
  if (key.includes('revoked'))
    return refuse(401, { message: 'Invalid API Key provided: sk_test_****oked', type: 'invalid_request_error' });
  const name = /^sk_test_([a-z]+)/.exec(key)?.[1] ?? 'none';
  return ok({ id: `acct_${name}`, object: 'account', business_profile: { name: `Shop ${name}` } });
}

export function declined(error, payment) {
  const { code = 'card_declined', decline_code: reason = 'generic_decline', message } = error;
  return {
    status: 402,
    body: { error: { type: 'card_error', code, decline_code: reason, message, payment_intent: payment } },
  };
}

export function line(type, { amount, fee, currency, source, category = type }) {
  return {
    id: id('txn'),
    object: 'balance_transaction',
    type,
    reporting_category: category,
    amount,
    fee,
    net: amount - fee,
    currency,
    source,
    created: now(),
  };
}

/** Checkout's page: a browser is led back to the store, or types another card. */
export function asPage({ status, body }) {
  if (body.return_to !== undefined) return { status: 303, html: '', location: body.return_to };
  const notice = status === 200 ? '' : '<p role="alert">Your card was declined.</p>';
  const form =
    '<form method="post"><label>Card number <input id="number" name="number"></label>' +
    '<button name="pay" value="1">Pay</button></form>';
  const head = '<!doctype html><html lang="en"><title>Checkout</title><link rel="icon" href="data:,">';
  return { status, html: `${head}<main>${notice}${form}</main></html>` };
}

export async function readRequest(incoming) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method, url, headers } = incoming;
  return { method, url, headers, path: url.split('?', 1)[0], text: Buffer.concat(chunks).toString() };
}
