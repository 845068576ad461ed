import { createServer } from 'node:http';

/**
 * Serves `routes` ([method, pattern, handle]) and what the test controls. A handler gets the request and the path's
 * parts, and returns status and body; `null` loses the answer, `undefined` never gives one. A text is sent as it is.
 */
export function serve({ port, routes, control, authorize }) {
  const answer = (request) => {
    if (request.path === '/_control/ready') return [200, {}];
    if (request.path.startsWith('/_control/'))
      return [200, control[request.path.slice(10)](JSON.parse(request.text || '{}')) ?? {}];
    for (const [method, pattern, handle] of routes) {
      const found = method === request.method ? pattern.exec(request.path) : null;
      if (found !== null) return authorize(request) ?? handle(request, ...found.slice(1).map(decodeURIComponent));
    }
    return [404, { message: `no ${request.method} ${request.path}` }];
  };
  createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { pathname: path, searchParams: query } = new URL(incoming.url, 'http://x');
    const request = {
      method: incoming.method,
      headers: incoming.headers,
      path,
      query,
      text: Buffer.concat(chunks).toString(),
    };
    const result = answer(request);
    if (result === undefined) return;
    if (result === null) return incoming.socket.destroy();
    const [status, body] = result;
    outgoing.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' });
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
}
