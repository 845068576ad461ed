import { connect } from 'node:net';

/**
 * Keeps keep-alive connections busy for `seconds` with one request in flight on each, and counts the answers. `next()`
 * returns {path, headers, body} of each request. Latencies are in milliseconds. The client uses raw sockets, because on
 * a small machine the cost of an HTTP client would hide the server's.
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
  return {
    elapsed,
    rate: latencies.length / elapsed,
    count: latencies.length,
    p50: quantile(0.5),
    p99: quantile(0.99),
  };
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
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${headers}` +
          `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    };
    socket.setEncoding('latin1');
    socket
      .on('connect', send)
      .on('error', reject)
      .on('data', (chunk) => {
        buffer += chunk;
        if (!isComplete(buffer)) return;
        const status = Number(buffer.slice(9, 12));
        latencies.push(performance.now() - sentAt);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        buffer = '';
        send();
      });
  });
}

/** True if the buffer ends with a whole answer, whose body has a length or is chunked. */
function isComplete(buffer) {
  const headEnd = buffer.indexOf('\r\n\r\n');
  if (headEnd === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(buffer);
  return length === null ? buffer.endsWith('0\r\n\r\n') : buffer.length >= headEnd + 4 + Number(length[1]);
}
