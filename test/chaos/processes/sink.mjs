// A merchant's server. It logs every request before it answers. The seed determines how it misbehaves.
import { createHash, createHmac } from 'node:crypto';
import { existsSync, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { seededRandom } from '@qafila/testing/seeded-random';
import { settings } from './settings.mjs';

const random = seededRandom(settings.seed);
const file = openSync(settings.log, 'a');
const log = (line) => writeSync(file, `${JSON.stringify(line)}\n`);
const verifiers = new Map();
const served = new WeakMap();
let requests = 0;

/** The shares of requests that fail, are reset, are slow or are late, by path. */
const MISBEHAVIOUR = {
  '/all': { fails: 0.01, resets: 0.005, slow: 0.01, late: 0.002 },
  '/ordered': { fails: 0.12, resets: 0.02, slow: 0.02, late: 0 },
  /** Mostly slow, so that a backlog builds up. */
  '/half': { fails: 0.1, resets: 0, slow: 0.9, late: 0 },
};

/** The answer to a request: its status, 0 for a reset, and its delay. */
function planAnswer(path, id) {
  // The first requests are slow, so that the sender can be frozen while they are under way.
  if (path === '/slowly-failing') return requests < 4 ? { status: 500, afterMs: 1_000 } : { status: 200 };
  if (isRefused(path, id)) return { status: 500 };
  if (path === '/flaps' && Math.floor(Date.now() / 1_500) % 3 === 0) return { status: 503 };
  return drawAnswer(path);
}

function isRefused(path, id) {
  const refuses = path === '/dead' || (path === '/picky' && digest(id).readUInt16BE(0) % 25 === 0);
  return refuses && !existsSync(settings.repaired);
}

function drawAnswer(path) {
  const { fails = 0, resets = 0, slow = 0, late = 0 } = MISBEHAVIOUR[path.replace(/-\d+$/, '')] ?? {};
  let draw = random();
  if ((draw -= fails) < 0) return { status: 500 };
  if ((draw -= resets) < 0) return { status: 0 };
  if ((draw -= slow) < 0)
    return { status: 200, afterMs: path.startsWith('/half') ? 60 * random() : 100 + 400 * random() };
  if ((draw -= late) < 0) return { status: 200, afterMs: settings.lateMs };
  return { status: 200 };
}

/**
 * Verifies with the unmodified package of the standard and, for the other signatures, without any code of the
 * sender.
 */
function isValid(path, headers, body) {
  const secret = digest(path).toString('base64');
  let verifier = verifiers.get(path);
  if (verifier === undefined) verifiers.set(path, (verifier = new Webhook(`whsec_${secret}`)));
  try {
    const data = verifier.verify(body, headers);
    const isFit = (name) => {
      const text = `${headers['webhook-id']}:${headers['webhook-timestamp']}:${headers[name]}`;
      const digest = createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64');
      return headers[`${name}-signature`] === `v1,${digest}`;
    };
    const store = path === '/other' ? 'other' : 'main';
    return (
      (path === '/operations' || data.id === headers['webhook-id']) &&
      isFit('webhook-sequence') &&
      isFit('webhook-event-type') &&
      headers['x-signature'] === createHmac('sha256', `secret of ${store}`).update(body).digest('hex')
    );
  } catch {
    return false;
  }
}

function digest(text) {
  return createHash('sha256').update(text).digest();
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('error', () => {});
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { url: path, headers, socket } = request;
    const before = served.get(socket) ?? 0;
    served.set(socket, before + 1);
    const { status, afterMs = 0 } = planAnswer(path, headers['webhook-id']);
    const number = `${process.pid}.${requests++}`;
    log({
      number,
      path,
      id: headers['webhook-id'],
      sequence: Number(headers['webhook-sequence']),
      atMs: Date.now(),
      valid: isValid(path, headers, Buffer.concat(chunks).toString('utf8')),
      status,
      reused: before > 0,
    });
    if (status === 0) return void socket.resetAndDestroy();
    setTimeout(() => {
      if (socket.destroyed) return;
      response.on('finish', () => log({ answered: number }));
      response.writeHead(status).end('ok');
    }, afterMs);
  });
});
server.listen(settings.port, '127.0.0.1', () => console.log('sinking'));
process.once('SIGTERM', () => process.exit(0));
