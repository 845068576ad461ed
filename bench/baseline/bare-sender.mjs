// The minimum of a sender of signed webhooks: undici, keep-alive, one HMAC. It has no queue, no log and no retry.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'undici';

const pools = new Map();
const key = randomBytes(32);
const body = Buffer.from(JSON.stringify({ id: 'meter-1', number: 1, name: 'قياس', filler: 'x'.repeat(900) }));

async function send(pool, path) {
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  const answer = await pool.request({
    method: 'POST',
    path,
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    },
  });
  await answer.body.dump();
}

process.on('message', async ({ id, origin, seconds, width }) => {
  const pool = pools.get(origin) ?? new Pool(origin, { connections: width });
  pools.set(origin, pool);
  const until = performance.now() + seconds * 1000;
  let sent = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (performance.now() < until) {
        await send(pool, '/bare');
        sent++;
      }
    }),
  );
  process.send({ id, answer: sent / ((performance.now() - began) / 1000) });
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
