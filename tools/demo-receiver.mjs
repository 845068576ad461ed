// A merchant's server in fifty lines. It verifies each delivery with the package `standardwebhooks` and prints the
// result. It also serves the store's page to which a customer returns.
//   npm run demo:receiver -- whsec_…            listens on 127.0.0.1:9000 (PORT sets another)
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { fail } from './workspace.mjs';

const secret = process.argv[2];
if (secret === undefined) fail('Give the secret of your endpoint: npm run demo:receiver -- whsec_…');
const webhook = verifierOf(secret);
const port = Number(process.env.PORT ?? 9000);

const server = createServer((request, response) => {
  if (request.method === 'GET')
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(storePage(request.url));
  const chunks = [];
  request
    .on('data', (chunk) => chunks.push(chunk))
    .on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      try {
        // Throws unless one of our secrets signed exactly these bytes, recently.
        webhook.verify(body, request.headers);
        const { 'webhook-sequence': number, 'webhook-event-type': type } = request.headers;
        console.log(`verified  #${number}  ${type}  ${body.slice(0, 100)}`);
        response.writeHead(200).end('ok');
      } catch (error) {
        console.log(`REFUSED   ${error.message}`);
        response.writeHead(400).end(error.message);
      }
    });
});
server.once('error', (error) =>
  fail(error.code === 'EADDRINUSE' ? `Port ${port} is in use: set PORT to a free one` : error.message),
);
server.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}/`));

/** The page to which a customer returns. A real store reads the payment by its id; the address alone proves nothing. */
function storePage(url) {
  const { pathname, searchParams } = new URL(url, 'http://store');
  const id = /^pi_\w+$/.exec(searchParams.get('payment_intent_id') ?? '')?.[0];
  const title = pathname === '/failed' ? 'Not paid' : 'Thank you';
  const text = id ?? 'This is the demo store.';
  return `<!doctype html><html lang="en"><title>Store</title><h1>${title}</h1><p>${text}</p></html>`;
}

function verifierOf(text) {
  try {
    return new Webhook(text);
  } catch {
    return fail('That is not a webhook secret; it begins with whsec_');
  }
}
