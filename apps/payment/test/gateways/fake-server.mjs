import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { unrulyCalls } from './unruly-calls.mjs';

/** What a simulated gateway has in common: faults, webhooks, pages of lists, and what the test controls. */
export const faults = [];
const hooks = [];
const calls = unrulyCalls();

export const uuid = () => randomUUID();
export const now = () => new Date().toISOString();
export const ok = (body) => ({ status: 200, body });
export const created = (body) => ({ status: 201, body });

/** One page of a list. */
export function pageOf(all, query, size) {
  const page = Number(query.get('page') ?? 1);
  const pages = Math.max(1, Math.ceil(all.length / size));
  return { items: all.slice((page - 1) * size, page * size), page, pages, next: page < pages ? page + 1 : null };
}

/** Sends an event to all hooks. `sign` makes the body and its headers for one hook. */
export async function publish(sign) {
  await Promise.all(
    hooks.map(async (hook) => {
      const { body, headers = {} } = sign(hook);
      await calls.deliver(() => send(hook.url, body, headers));
    }),
  );
}

export async function send(url, body, headers = {}) {
  // A connection is used again only when its answer is read.
  await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
    .then((answer) => answer.arrayBuffer())
    .catch(() => {});
}

function takeFault({ method, path }) {
  const at = faults.findIndex((fault) => fault.method === method && new RegExp(fault.path).test(path));
  return at < 0 ? undefined : faults.splice(at, 1)[0];
}

const CONTROL = {
  ready: () => ok({}),
  fault: (body) => ok({ faults: faults.push(body) }),
  hook: (hook) => ok({ hooks: hooks.push(hook) }),
  unruly: calls.set,
};

/**
 * Serves `routes` ([method, pattern, handle]), the customer's pages among them, and `control` for the test. A handler
 * gets the path's parts and the request, and returns status and body; `null` as status closes the connection.
 */
export function serve({ port, routes, control = {}, authorize }) {
  const controls = { ...CONTROL, ...control };
  const answer = async (request) => {
    if (request.path.startsWith('/_control/'))
      return controls[request.path.slice(10)](request.text === '' ? {} : JSON.parse(request.text));
    for (const [method, pattern, handle, options = {}] of routes) {
      const found = method === request.method ? pattern.exec(request.path) : null;
      if (found === null) continue;
      const refused = options.open === true ? null : authorize(request);
      return refused ?? handle(request, ...found.slice(1).map(decodeURIComponent));
    }
    return { status: 404, body: { message: `no ${request.method} ${request.path}` } };
  };
  createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const url = new URL(incoming.url, 'http://x');
    const text = Buffer.concat(chunks).toString();
    const { method, headers } = incoming;
    const request = { method, headers, path: url.pathname, query: url.searchParams, text };
    const fault = takeFault(request);
    if (fault?.kind === 'lost-before') return incoming.socket.destroy();
    const { status, body } =
      fault?.kind === 'status'
        ? { status: fault.status, body: { message: 'as the test says' } }
        : await Promise.resolve(answer(request)).catch((error) => ({ status: 500, body: { message: error.stack } }));
    if (fault?.kind === 'lost-after') return incoming.socket.destroy();
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    outgoing.end(body === undefined ? '' : JSON.stringify(body));
  }).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
}
