import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isUnreadable } from '../../src/couriers/courier.ts';
import type { ReportedScan } from '../../src/couriers/courier.ts';
import { SandboxEconomy } from '../../src/couriers/sandbox/sandbox-economy.ts';
import { SandboxExpress } from '../../src/couriers/sandbox/sandbox-express.ts';

// A courier that sends what its own API.md does not allow.
let body = '';
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
});
let options: ConstructorParameters<typeof SandboxExpress>[0];
const words = (scan: ReportedScan): string =>
  isUnreadable(scan)
    ? `${scan.courierStatusCode} ${scan.writtenAt} ${scan.unreadable}`
    : `${scan.courierStatusCode} ${scan.status}`;
const warned: Record<string, unknown>[] = [];
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  options = {
    sandboxUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: 'a secret',
    now: () => Date.UTC(2026, 10, 21, 13),
    log: {
      warn: (about) => {
        warned.push(about);
      },
    },
  };
});
afterAll(
  () =>
    new Promise((resolve) => {
      server.close(resolve);
    }),
);

test('express: a scan that cannot be read is logged and kept as it came, and the others count', async () => {
  const scan = (code: string | null, occurredAt: string): object => ({ code, occurredAt });
  body = JSON.stringify({
    scans: [
      scan('PUP', '2026-11-21T10:00:00Z'),
      scan(null, '2026-11-21T11:00:00Z'),
      scan('DEP', 'yesterday'),
      scan('DEP', '+275760-09-01T00:00:00Z'),
      scan('DEP', '2027-11-21T10:30:00Z'),
      'OFD',
      scan('ARR', '2026-11-21T12:00:00Z'),
    ],
  });
  warned.length = 0;
  const scans = await new SandboxExpress(options).poll(
    [{ awb: 'EX1', shipmentId: 'shp_1' }],
    AbortSignal.timeout(5_000),
  );
  expect(scans.map(words)).toEqual([
    'PUP PICKED_UP',
    ' 2026-11-21T11:00:00Z code',
    'DEP yesterday time',
    'DEP +275760-09-01T00:00:00Z time',
    'DEP 2027-11-21T10:30:00Z time',
    '  code',
    'ARR IN_TRANSIT',
  ]);
  expect(warned).toEqual(
    Array.from({ length: 5 }, () => ({ courier: 'sandbox-express', awb: 'EX1', error: expect.any(String) })),
  );
});

test('economy: a scan that cannot be read is logged and kept as it came, and the others count', async () => {
  body = JSON.stringify({
    RC: '00',
    EVENTS: [
      { ST: '20', TS: '20261121100000' },
      { ST: '30', TS: '2026-11-21' },
      { TS: '20261121110000' },
      { ST: '40', TS: '20271121110000' },
      { ST: '80', TS: '20261121120000' },
    ],
  });
  warned.length = 0;
  const scans = await new SandboxEconomy(options).poll(
    [{ awb: 'EC1', shipmentId: 'shp_1' }],
    AbortSignal.timeout(5_000),
  );
  expect(scans.map(words)).toEqual([
    '20 PICKED_UP',
    '30 2026-11-21 time',
    ' 20261121110000 code',
    '40 20271121110000 time',
    '80 DELIVERED',
  ]);
  expect(warned).toHaveLength(3);
});
