import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** A merchant's client: the two key headers, and x-signature over exactly the bytes that are sent (§5). */
export function createClient({ gatewayUrl, accountId, apiKey, hmacSecret }) {
  return async (method, path, body) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { 'x-api-key': apiKey, 'x-account-id': accountId };
    if (text !== undefined) {
      headers['content-type'] = 'application/json';
      headers['x-signature'] = createHmac('sha256', hmacSecret).update(text).digest('hex');
    }
    const answer = await fetch(gatewayUrl + path, { method, headers, body: text, signal: AbortSignal.timeout(30_000) });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
}

/** The demo merchant that `npm start` wrote. */
export async function demoMerchant() {
  const path = join(resolve(process.env.DATA_DIR || '.data'), 'demo.json');
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`there is no ${path}: run "npm start" first, and leave it running`);
  });
  const merchant = JSON.parse(text);
  await fetch(`${merchant.gatewayUrl}/health/live`).catch(() => {
    throw new Error(`nothing answers at ${merchant.gatewayUrl}: run "npm start" first, and leave it running`);
  });
  return merchant;
}

/** Sends again while the service answers 429 or is away; the event_id makes that safe. */
export async function withRetries(send) {
  for (let attempt = 1; ; attempt++) {
    const answer = await send();
    if ((answer.status !== 429 && answer.status < 502) || attempt === 10) return answer;
    await new Promise((wake) => setTimeout(wake, 1000 * Number(answer.headers.get('retry-after') ?? 1)));
  }
}
