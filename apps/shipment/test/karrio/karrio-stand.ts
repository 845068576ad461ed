import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe } from '@jest/globals';
import { karrioAvailable, startKarrioServer } from '@qafila/local/karrio-server';
import { httpCall } from '@qafila/testing/http-call';

const run = promisify(execFile);
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** The events of one carrier are so far apart. */
const EVENT_MS = 10;
/** Of first-user.py. */
const TOKEN = 'key_of_the_tests';

/** Karrio, behind a proxy that loses answers and lets one request through at a time. */
export interface KarrioUnderTest {
  url: string;
  /** The answer to the purchase of this shipment of ours gets lost. */
  loseAnswer(shipmentId: string): void;
  /** The tracker of this waybill answers a 500. */
  failTracker(awb: string): void;
  /** How often Karrio was asked to buy for this shipment of ours. */
  purchases(shipmentId: string): number;
  /**
   * Connects Karrio's own carrier, and returns the credentials of an account there. The tests have tried that it takes
   * cash on delivery.
   */
  connectCarrier(): Promise<Record<string, string>>;
  /** What a carrier reports: Karrio's own carrier has no tracking, so events are written into its database. */
  track(...events: readonly CarrierEvent[]): Promise<void>;
  /** The one event of a carrier that gives its events no status, under the tracker's status of now. */
  trackStatusless(awb: string, status: string, code?: string): Promise<void>;
  stop(): Promise<void>;
}

export interface CarrierEvent {
  awb: string;
  /** Karrio's word: `picked_up`. */
  status: string;
  /** The carrier's own; the status in capitals by default. */
  code?: string;
}

/** Like describe, but it skips with a message where Karrio cannot run. With CI=true that is a failure. */
export function describeWithKarrio(name: string, tests: () => void): void {
  const available = karrioAvailable();
  if (available.ok) return describe(name, tests);
  if (process.env['CI'] === 'true') throw new Error(`${name}: ${available.reason}`);
  process.stderr.write(`\n*** ${available.reason}: "${name}" is SKIPPED ***\n`);
  describe.skip(name, tests);
}

const TRACK = `
import json, sqlite3, sys, uuid
db = sqlite3.connect(sys.argv[1], timeout=20)
for awb, status, event in json.loads(sys.argv[2]):
    row = db.execute('SELECT id, events FROM "tracking-status" WHERE tracking_number = ?', (awb,)).fetchone()
    if row is None:
        db.execute(
            'INSERT INTO "tracking-status" (created_at, updated_at, id, tracking_number, events, test_mode, delivered, '
            'created_by_id, status, messages, metadata, meta, options, info, carrier, is_archived) VALUES '
            "(datetime('now'), datetime('now'), ?, ?, ?, 1, 0, (SELECT min(id) FROM user_user), ?, "
            "'[]', '{}', '{}', '{}', '{}', '{}', 0)",
            ('trk_' + uuid.uuid4().hex, awb, json.dumps([event]), status),
        )
    else:
        events = json.dumps([event] + [each for each in json.loads(row[1]) if each != event])
        db.execute('UPDATE "tracking-status" SET events = ?, status = ? WHERE id = ?', (events, status, row[0]))
db.commit()
`;

export async function startKarrio(): Promise<KarrioUnderTest> {
  const server = await startKarrioServer({
    requirements: file('./requirements.txt'),
    offline: file('./offline'),
    firstUser: file('./first-user.py'),
  });
  const proxy = await startProxy(server.url);
  let events = 0;
  const startedAt = new Date().toISOString();
  const write = async (...rows: readonly unknown[]): Promise<void> =>
    void (await run(server.python, ['-c', TRACK, server.database, JSON.stringify(rows)]));
  return {
    ...proxy,
    connectCarrier: async () => {
      const carrier_id = 'house';
      const { status, text } = await httpCall(`${server.url}/v1/connections`, {
        headers: { authorization: `Token ${TOKEN}` },
        body: {
          carrier_name: 'generic',
          carrier_id,
          credentials: { display_name: 'House', custom_carrier_name: 'house_courier' },
        },
      });
      if (status !== 201) throw new Error(`connections: ${status} ${text}`);
      return { server_url: proxy.url, api_token: TOKEN, carrier_id, cash_on_delivery: 'supported' };
    },
    track: async (...reported) => {
      const rows = reported.map(({ awb, status, code = status.toUpperCase() }) => {
        const timestamp = new Date(Date.now() + ++events * EVENT_MS).toISOString();
        const description = `The parcel is ${status}`;
        return [awb, status, { timestamp, date: timestamp.slice(0, 10), code, status, description }];
      });
      await write(...rows);
    },
    trackStatusless: (awb, status, code) =>
      write([awb, status, { timestamp: startedAt, date: startedAt.slice(0, 10), code, description: 'Reported' }]),
    stop: async () => {
      await proxy.stop();
      await server.stop();
    },
  };
}

async function startProxy(
  target: string,
): Promise<Omit<KarrioUnderTest, 'track' | 'trackStatusless' | 'connectCarrier'>> {
  const [lost, failing] = [new Set<string>(), new Set<string>()];
  const [referenceOf, purchases] = [new Map<string, string>(), new Map<string, number>()];
  // On SQLite a write beside another request may be answered with a 500 (the database is locked). A purchase that ends
  // so is undecided, and waits for a person.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(one: () => Promise<T>): Promise<T> => {
    const result = last.then(one);
    last = result.catch(() => undefined);
    return result;
  };
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const path = request.url ?? '';
      const reference = referenceOf.get(/^\/v1\/shipments\/(\w+)\/purchase$/.exec(path)?.[1] ?? '');
      if (reference !== undefined) purchases.set(reference, (purchases.get(reference) ?? 0) + 1);
      if (failing.has(path)) return void response.writeHead(500).end('{}');
      const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
      const headers = { authorization, 'content-type': type };
      const answer = await inTurn(() => httpCall(target + path, { method: request.method, headers, body }));
      const { text } = answer;
      if (path === '/v1/shipments' && answer.status === 201) {
        const draft = JSON.parse(text) as { id: string; reference: string };
        referenceOf.set(draft.id, draft.reference);
      }
      // The caller waits until it gives up.
      if (reference !== undefined && lost.delete(reference)) return;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseAnswer: (shipmentId) => void lost.add(shipmentId),
    failTracker: (awb) => void failing.add(`/v1/trackers/${awb}`),
    purchases: (shipmentId) => purchases.get(shipmentId) ?? 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : Buffer.concat(chunks);
}
