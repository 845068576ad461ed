import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newMachine } from './run-cli.ts';
import type { Json, Machine, Run } from './run-cli.ts';

/** An API that answers what a test wants: a real one has no wrong books to show. */
let answer: Json;
const received: { url: string | undefined; body: Json }[] = [];
let server: Server;
let machine: Machine;
beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      received.push({ url: request.url, body: request.method === 'POST' ? await json(request) : null });
      const body = { success: true, responseStatus: 'OK', message: '', data: answer };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  machine = await newMachine();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await machine?.remove();
});

function run(...args: string[]): Promise<Run> {
  const { port } = server.address() as AddressInfo;
  const keys = { QAFILA_API_KEY: 'sk_stage_1', QAFILA_ACCOUNT_ID: 'a', QAFILA_HMAC_SECRET: 'secret' };
  return machine.run(args, { environment: { QAFILA_BASE_URL: `http://127.0.0.1:${port}`, ...keys } });
}

test('ledger check ends with 0 when the books balance, and with 1 and what is wrong when they do not', async () => {
  answer = { balanced: true, postings: 6, imbalances: [] };
  expect(await run('ledger', 'check')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('6 postings: balanced'),
  });
  expect(received.at(-1)?.url).toBe('/public/v1/payment/ledger/check');
  const imbalances = [{ what: 'an intent was captured twice', place: 'pi_1', detail: '2' }];
  answer = { balanced: false, postings: 6, imbalances };
  const wrong = await run('ledger', 'check');
  expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining('an intent was captured twice: pi_1: 2')]);
  const asJson = await run('ledger', 'check', '--json');
  expect([asJson.code, JSON.parse(asJson.stdout)]).toEqual([1, answer]);
});

test('ledger import sends the file, and says what became of its lines', async () => {
  const file = join(machine.dir, 'settlement.csv');
  await writeFile(file, 'line_id\n1\n');
  answer = { _id: 'si_1', lines: 3, added: 3, matched: 2, exceptions: 1 };
  const { code, stdout } = await run('ledger', 'import', file, '--gateway', 'stripe');
  expect([code, stdout]).toEqual([0, expect.stringContaining('3 lines: 3 new, 2 matched, 1 exceptions')]);
  expect(received.at(-1)).toEqual({
    url: '/public/v1/payment/settlement/import',
    body: { gateway: 'stripe', csv: 'line_id\n1\n' },
  });
  expect((await run('ledger', 'import', `${file}.gone`, '--gateway', 'stripe')).code).toBe(2);
});
