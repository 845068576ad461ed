// A merchant's server in a separate process: a plain node:http server that counts requests and records when each one
// arrives.
import { createServer } from 'node:http';

/** By path: the number of requests, and the arrival time of each webhook-id in ms since the epoch, with fractions. */
let paths = new Map();

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now();
  const path = request.url;
  // Accepts the connection and never answers.
  if (path.startsWith('/hole')) return void request.resume();
  request
    .on('data', () => {})
    .on('end', () => {
      let received = paths.get(path);
      if (received === undefined) paths.set(path, (received = { count: 0, lastAt: 0, arrivals: [] }));
      received.count++;
      received.lastAt = at;
      received.arrivals.push([request.headers['webhook-id'], at]);
      response.writeHead(200, { 'content-length': 2 }).end('ok');
    });
});
server.keepAliveTimeout = 60_000;
// Listens on every loopback address, so that 127.0.0.2 is another server for the sender.
server.listen(0, '0.0.0.0', () => process.send({ ready: server.address().port }));

process.on('message', ({ ask, id }) => {
  if (ask === 'counts')
    return void process.send({ id, answer: [...paths].map(([path, { count, lastAt }]) => [path, count, lastAt]) });
  if (ask === 'arrivals') process.send({ id, answer: [...paths].map(([path, { arrivals }]) => [path, arrivals]) });
  if (ask === 'reset') {
    paths = new Map();
    process.send({ id, answer: true });
  }
});
process.on('disconnect', () => process.exit(0));
