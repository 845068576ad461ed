import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe } from '@jest/globals';
import { karrioAvailable, startKarrioServer } from '@qafila/local/karrio-server';

const run = promisify(execFile);
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** Of first-user.py. */
export const TOKEN = 'key_of_the_tests';

/** Karrio, behind a proxy that loses answers. */
export interface KarrioUnderTest {
  url: string;
  /** The answer to the purchase of this shipment of ours gets lost. */
  loseAnswer(shipmentId: string): void;
  /** The tracker of this waybill answers a 500. */
  failTracker(awb: string): void;
  /** How often Karrio was asked to buy for this shipment of ours. */
  purchases(shipmentId: string): number;
  /** What a carrier reports: Karrio's own carrier has no tracking, so the event is written into its database. */
  track(awb: string, status: string, description: string, code?: string): Promise<void>;
  /** The one event of a carrier that gives its events no status, under the tracker's status of now. */
  trackStatusless(awb: string, status: string, code?: string): Promise<void>;
  stop(): Promise<void>;
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
path, awb, status, event = sys.argv[1:5]
db = sqlite3.connect(path, timeout=20)
row = db.execute('SELECT id, events FROM "tracking-status" WHERE tracking_number = ?', (awb,)).fetchone()
if row is None:
    db.execute(
        'INSERT INTO "tracking-status" (created_at, updated_at, id, tracking_number, events, test_mode, delivered, '
        'created_by_id, status, messages, metadata, meta, options, info, carrier, is_archived) VALUES '
        "(datetime('now'), datetime('now'), ?, ?, ?, 1, 0, (SELECT min(id) FROM user_user), ?, "
        "'[]', '{}', '{}', '{}', '{}', '{}', 0)",
        ('trk_' + uuid.uuid4().hex, awb, json.dumps([json.loads(event)]), status),
    )
else:
    new = json.loads(event)
    events = json.dumps([new] + [each for each in json.loads(row[1]) if each != new])
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
  const write = async (awb: string, status: string, event: object): Promise<void> =>
    void (await run(server.python, ['-c', TRACK, server.database, awb, status, JSON.stringify(event)]));
  return {
    ...proxy,
    track: (awb, status, description, code = status.toUpperCase()) => {
      const timestamp = new Date(Date.now() + ++events * 1_000).toISOString();
      const event = { timestamp, date: timestamp.slice(0, 10), code, status, description };
      return write(awb, status, event);
    },
    trackStatusless: (awb, status, code) =>
      write(awb, status, { timestamp: startedAt, date: startedAt.slice(0, 10), code, description: 'Reported' }),
    stop: async () => {
      await proxy.stop();
      await server.stop();
    },
  };
}

async function startProxy(target: string): Promise<Omit<KarrioUnderTest, 'track' | 'trackStatusless'>> {
  const [lost, failing] = [new Set<string>(), new Set<string>()];
  const [referenceOf, purchases] = [new Map<string, string>(), new Map<string, number>()];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
      const path = request.url ?? '';
      const reference = referenceOf.get(/^\/v1\/shipments\/(\w+)\/purchase$/.exec(path)?.[1] ?? '');
      if (reference !== undefined) purchases.set(reference, (purchases.get(reference) ?? 0) + 1);
      if (failing.has(path)) return void response.writeHead(500).end('{}');
      const answer = await fetch(target + path, {
        method: request.method,
        headers: {
          authorization: request.headers.authorization ?? '',
          'content-type': request.headers['content-type'] ?? 'application/json',
        },
        body,
      });
      const text = await answer.text();
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
