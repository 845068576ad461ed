import { connect } from 'node:net';

/**
 * Keeps `connections` keep-alive connections busy for `seconds`, one request in flight on each, and counts the answers. A raw
 * socket client, because on a small machine the client's own cost would hide the server's. `next()` gives each request's
 * {path, headers, body}. Latencies are in milliseconds.
 */
export async function load({ port, connections, seconds, next, expect = 200 }) {
  const until = performance.now() + seconds * 1000;
  const latencies = [];
  const statuses = new Map();
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, () => worker({ port, until, next, latencies, statuses })));
  const elapsed = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const quantile = (q) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * q))] ?? 0;
  const wrong = [...statuses].filter(([status]) => status !== expect);
  if (wrong.length > 0) throw new Error(`unexpected answers: ${JSON.stringify(wrong)}`);
  return { elapsed, rate: latencies.length / elapsed, count: latencies.length, p50: quantile(0.5), p99: quantile(0.99) };
}

function worker({ port, until, next, latencies, statuses }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let buffer = '';
    const send = () => {
      if (performance.now() >= until) return void socket.end(resolve);
      const { path, headers, body } = next();
      sentAt = performance.now();
      socket.write(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    };
    socket.setEncoding('latin1');
    socket.on('connect', send).on('error', reject).on('data', (chunk) => {
      buffer += chunk;
      const headEnd = buffer.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(buffer);
      const end = length === null ? (buffer.endsWith('0\r\n\r\n') ? buffer.length : Infinity) : headEnd + 4 + Number(length[1]);
      if (buffer.length < end) return;
      const status = Number(buffer.slice(9, 12));
      latencies.push(performance.now() - sentAt);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      buffer = '';
      send();
    });
  });
}
