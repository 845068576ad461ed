import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newMachine } from './run-cli.ts';
import type { Json, Machine, Run } from './run-cli.ts';

/** An API that answers what a test wants, after it gave an access token. */
let answer: Json;
const received: { url: string | undefined; body: string }[] = [];
let server: Server;
let machine: Machine;
beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const isToken = request.url?.includes('token') === true;
      if (!isToken) received.push({ url: request.url, body });
      const token = { access_token: 'eyJ', token_type: 'Bearer', expires_in: 3600, scope: 'shipments:write' };
      const envelope = { code: '200', status: 'Success', message: '', data: answer };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(isToken ? token : envelope));
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
  const client = { QAFILA_CLIENT_ID: 'cl_1', QAFILA_CLIENT_SECRET: 'secret', QAFILA_COMPANY_CODE: 'C1' };
  const keys = { QAFILA_API_KEY: 'sk_stage_1', QAFILA_ACCOUNT_ID: 'a', QAFILA_HMAC_SECRET: 'secret' };
  return machine.run(args, { environment: { QAFILA_BASE_URL: `http://127.0.0.1:${port}`, ...keys, ...client } });
}

test('cod totals asks for the days in the zone, and shows each courier', async () => {
  const item = { date: '2026-11-22', courierId: 'sandbox-express', currency: 'SAR', expected: 230, collected: 230 };
  answer = { timeZone: 'Asia/Riyadh', items: [{ ...item, remitted: 115, fees: 2.3, adjusted: 0, delivered: 2 }] };
  const { code, stdout } = await run('cod', 'totals', '--to', '2026-11-22');
  expect([code, stdout]).toEqual([0, expect.stringContaining('expected 230, collected 230, remitted 115')]);
  expect(received.at(-1)?.url).toBe('/oe/aggtr/api/v1/cod/totals?from=2026-11-16&to=2026-11-22&timeZone=Asia%2FRiyadh');
  expect((await run('cod', 'totals', '--time-zone', 'Moon/Base')).code).toBe(2);
});

test('cod ageing shows what couriers owe', async () => {
  const ages = { days0to7: 115, days8to14: 0, days15to30: 0, daysOver30: 0, oldest: '2026-11-22T00:00:00.000Z' };
  answer = { items: [{ courierId: 'sandbox-express', currency: 'SAR', parcels: 1, owed: 115, ...ages }] };
  expect((await run('cod', 'ageing')).stdout).toContain('sandbox-express  owes 115 SAR for 1 parcels');
});

test('cod import sends the file, and says what became of its lines', async () => {
  const file = join(machine.dir, 'remittance.csv');
  await writeFile(file, 'line_id\n1\n');
  answer = { importId: 'ri_1', lines: 3, added: 3, matched: 2, exceptions: 1 };
  const { code, stdout } = await run('cod', 'import', file, '--courier', 'sandbox-express');
  expect([code, stdout]).toEqual([0, expect.stringContaining('3 lines: 3 new, 2 matched, 1 exceptions')]);
  expect(stdout).toContain('qafila get "cod/exceptions?status=open"');
  expect(received.at(-1)).toEqual({
    url: '/oe/aggtr/api/v1/cod/remittances/import',
    body: JSON.stringify({ courierId: 'sandbox-express', csv: 'line_id\n1\n' }),
  });
  expect((await run('cod', 'import', `${file}.gone`, '--courier', 'sandbox-express')).code).toBe(2);
});
