import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually } from '@qafila/testing/wait';
import { openPlatform } from '../../../test/harness/platform.ts';
import { newMachine } from './run-cli.ts';
import type { Json, Machine } from './run-cli.ts';

/** The merchant's server, to which deliveries are forwarded. */
const received: { body: Buffer; headers: IncomingHttpHeaders }[] = [];
let status = 200;
let server: Server;
let machine: Machine;
beforeAll(async () => {
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ body, headers: request.headers });
      response.writeHead(status).end('from the server');
    });
  }).listen(0, '127.0.0.1');
  const [platform] = await Promise.all([openPlatform('one-process'), once(server, 'listening')]);
  machine = await newMachine();
  const { code } = await machine.run(['login', '--demo', join(platform.merchantDir, 'demo.json')]);
  expect(code).toBe(0);
}, 180_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await machine?.remove();
});

const endpoints = async (): Promise<Json[]> => (await machine.json('get', 'webhook/endpoints')).data.items;
const port = (): string => String((server.address() as AddressInfo).port);

test('listen verifies both signatures, shows and forwards each event, and removes its endpoint', async () => {
  const listening = machine.start('listen', '--forward-to', port(), '--events', 'shipment.*');
  const [, secret = ''] = await listening.writes(/secret {4}(whsec_\S+)/);
  expect(await endpoints()).toHaveLength(1);
  const triggered = await machine.run(['trigger', 'shipment.delivered']);
  expect(triggered.stdout).toMatch(/✓ shipment\.delivered is on its way to ep_\S+ as #1\n/);
  await listening.writes(/#1 {2}shipment\.delivered {2}✓ signature ✓ X-Signature → 200 \d+ ms\n/);
  const [{ body, headers } = { body: Buffer.alloc(0), headers: {} }] = received;
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ version: 1 });
  expect(headers['user-agent']).toBe('Qafila-Webhooks/1');
  expect([await listening.interrupt(), await endpoints()]).toEqual([0, []]);
  expect(listening.stderr).toContain('is removed');
});

test('listen writes a line of JSON for each event, and ends after --count', async () => {
  const listening = machine.start('listen', '--events', 'meter.*', '--count', '2', '--json');
  await listening.writes(/Listening/);
  await machine.run([
    'post',
    'meter',
    '-d',
    '{"id":"created-while-listening","name":"Calls","aggregation_type":"count"}',
  ]);
  await machine.json('trigger', 'meter.updated');
  expect(await listening.end()).toBe(0);
  expect(listening.lines().map(({ event_type, verified }) => [event_type, verified])).toEqual(
    ['meter.created', 'meter.updated'].map((type) => [type, { webhookSignature: true, storeSignature: true }]),
  );
  expect(listening.lines()[0].data.id).toBe('created-while-listening');
});

test('listen refuses a delivery that is not authentic, and is a small store for customers', async () => {
  const listening = machine.start('listen', '--forward-to', port());
  const [, url = ''] = await listening.writes(/Listening on (\S+)/);
  const forwarded = received.length;
  const forged = await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-id': 'x' } });
  expect([forged.status, received.length]).toEqual([400, forwarded]);
  await listening.writes(/✗ signature/);
  expect(await (await fetch(`${url}failed`)).text()).toContain('Not paid');
  expect(await listening.interrupt()).toBe(0);
});

describe('deliveries that failed', () => {
  test('are shown by logs tail, and sent again by resend and replay', async () => {
    status = 500;
    const listening = machine.start('listen', '--forward-to', port(), '--events', 'meter.*');
    const [endpoint = ''] = await listening.writes(/ep_\w+/);
    await machine.run(['trigger', 'meter.created']);
    await listening.writes(/#1 .* → 500/);
    const shown = await machine.run(['logs', 'tail', '--once']);
    expect(shown.stdout).toMatch(/! retrying {3}#1 {2}meter\.created {2}500 \d+ ms, next \S+\n/);
    const [line = ''] = (await machine.run(['logs', 'tail', '--once', '--json'])).stdout.split('\n');
    expect(JSON.parse(line)).toMatchObject({ endpoint, sequence: 1, status: 'pending' });
    status = 200;
    const tail = machine.start('logs', 'tail', '--endpoint', endpoint);
    const resent = await machine.run(['events', 'resend', '1']);
    expect(resent.stdout).toMatch(/✓ #1 \S+ will be sent again/);
    await tail.writes(/✓ delivered {2}#1 {2}meter\.created/);
    expect(await tail.interrupt()).toBe(0);
    const from = new Date(Date.now() - 600_000).toISOString();
    expect(await machine.json('events', 'replay', '--from', from, '--dry-run')).toMatchObject({ count: 1 });
    // The platform's own retry may have come in between, after 5 s.
    const answered = (): number => listening.stdout.match(/#1 .* → 200/g)?.length ?? 0;
    const before = answered();
    const replayed = await machine.run(['events', 'replay', '--from', from, '--wait']);
    expect(replayed.stdout).toMatch(/✓ Replay rp_\w+ is \w+: 1 sent again/);
    await eventually(() => answered() > before, { what: 'the replay' });
    expect(await machine.json('events', 'resend', '1')).toMatchObject([{ sequence: 1 }]);
    expect(await listening.interrupt()).toBe(0);
  });

  test('an event without an endpoint, or without a type, is refused on this side', async () => {
    const none = await machine.run(['trigger', 'meter.created']);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('qafila listen')]);
    expect((await machine.run(['events', 'resend', '1'])).stderr).toContain('has no webhook endpoint');
    expect((await machine.run(['trigger', '--list'])).stdout).toContain('PAYMENT_INTENT_NOTIFICATION');
    expect((await machine.run(['logs', 'tail', '--once'])).stderr).toBe('No deliveries.\n');
  });
});
