// A merchant's server, in a process of its own: a plain node:http server that counts what comes and notes when each id's first byte came.
import { createServer } from 'node:http';

/** By path: how many, and the arrival of each webhook-id in ms since the epoch, with fractions. */
let paths = new Map();

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now();
  const path = request.url;
  // A black hole: the connection is taken and nothing is ever answered.
  if (path.startsWith('/hole')) return void request.resume();
  request.on('data', () => {}).on('end', () => {
    let seen = paths.get(path);
    if (seen === undefined) paths.set(path, seen = { count: 0, lastAt: 0, arrivals: [] });
    seen.count++;
    seen.lastAt = at;
    seen.arrivals.push([request.headers['webhook-id'], at]);
    response.writeHead(200, { 'content-length': 2 }).end('ok');
  });
});
server.keepAliveTimeout = 60_000;
// On every loopback address: 127.0.0.2 is another merchant's server to who sends.
server.listen(0, '0.0.0.0', () => process.send({ ready: server.address().port }));

process.on('message', ({ ask, id }) => {
  if (ask === 'counts') return void process.send({ id, answer: [...paths].map(([path, { count, lastAt }]) => [path, count, lastAt]) });
  if (ask === 'arrivals') process.send({ id, answer: [...paths].map(([path, { arrivals }]) => [path, arrivals]) });
  if (ask === 'reset') {
    paths = new Map();
    process.send({ id, answer: true });
  }
});
process.on('disconnect', () => process.exit(0));
