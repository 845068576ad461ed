import { readFile } from 'node:fs/promises';
import { ENDPOINTS } from './endpoints.ts';
import type { EndpointSpec } from './endpoints.ts';
import type { Platform } from './platform.ts';

export interface BusinessRow {
  id: string;
  n: number;
  type: string;
  key: string;
  store: string;
}
export interface Endpoint extends EndpointSpec {
  no: number;
  id: string;
  head: number;
  settled: number;
}
export interface Delivery {
  endpointNo: number;
  sequence: number;
  eventId: string;
  key: string;
  type: string;
}
export interface Attempt {
  endpointNo: number;
  sequence: number;
  attempt: number;
  cause: string;
  outcome: string;
  status: number | null;
}
export interface DeadLetter {
  endpointNo: number;
  sequence: number;
  reason: string;
  attempts: number;
}
export interface Retry {
  endpointNo: number;
  sequence: number;
  epoch: number;
  parked: boolean;
  overdueMs: number;
}

/** One request as the merchant's server logged it before it answered. */
export interface Request {
  number: string;
  path: string;
  id: string;
  sequence: number;
  atMs: number;
  valid: boolean;
  /** The status of the planned answer; 0 for a reset of the connection. */
  status: number;
  /** The connection had already served a request. */
  reused: boolean;
  answered: boolean;
  /** The position among all requests. */
  place: number;
}

/**
 * The state after a run from three sources: the producer's table and log, the delivery log, and the merchant's server.
 */
export interface Facts {
  rows: BusinessRow[];
  /** The time of the acknowledged COMMIT by event id. */
  acknowledged: Map<string, number>;
  endpoints: Endpoint[];
  deliveries: Delivery[];
  attempts: Attempt[];
  dead: DeadLetter[];
  retries: Retry[];
  requests: Request[];
  unpublished: number;
}

export async function readFacts(platform: Platform): Promise<Facts> {
  const database = await platform.inSession(async (client) => {
    const rows = async <Row>(sql: string): Promise<Row[]> => (await client.query(sql)).rows as Row[];
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const endpoints = await rows<Omit<Endpoint, keyof EndpointSpec> & { url: string }>(`
      SELECT endpoint_no::int AS no, id, url, h.sequence::int AS head, t.settled::int FROM webhooks.endpoint
        JOIN webhooks.endpoint_head h USING (endpoint_no) JOIN webhooks.endpoint_tail t USING (endpoint_no)
      ORDER BY 1`);
    const [unpublished] = await rows<{ count: number }>(`
      SELECT ((SELECT count(*) FROM producer.outbox WHERE published_at IS NULL)
        + (SELECT count(*) FROM webhooks.outbox WHERE published_at IS NULL))::int AS count`);
    return {
      rows: await rows<BusinessRow>('SELECT id, n::int, type, key, store FROM producer.business ORDER BY n'),
      endpoints: endpoints.map(({ url, ...row }) => ({
        ...row,
        ...(ENDPOINTS.find(({ path }) => url.endsWith(path)) as EndpointSpec),
      })),
      deliveries: await rows<Delivery>(`
        SELECT endpoint_no::int AS "endpointNo", sequence::int, event_id AS "eventId", e.key, e.type
        FROM webhooks.delivery d JOIN webhooks.event e ON e.day = d.day AND e.id = d.event_id ORDER BY 1, 2`),
      attempts: await rows<Attempt>(`
        SELECT endpoint_no::int AS "endpointNo", sequence::int, attempt, cause, outcome, status
        FROM webhooks.attempt ORDER BY 1, 2, 3`),
      dead: await rows<DeadLetter>(
        'SELECT endpoint_no::int AS "endpointNo", sequence::int, reason, attempts FROM webhooks.dead_letter',
      ),
      retries: await rows<Retry>(`
        SELECT endpoint_no::int AS "endpointNo", sequence::int, epoch::int, due_at = 'infinity' AS parked,
          CASE WHEN due_at < 'infinity' THEN extract(epoch FROM now() - due_at)::float8 * 1000 ELSE 0 END
            AS "overdueMs"
        FROM webhooks.retry`),
      unpublished: unpublished?.count ?? 0,
    };
  });
  // Read after the delivery log, so that the server's log contains every request of a logged attempt.
  return {
    acknowledged: await readAcknowledged(platform.file('committed')),
    requests: await readRequests(platform.file('sink')),
    ...database,
  };
}

async function lines(path: string): Promise<string[]> {
  return (await readFile(path, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
}

async function readAcknowledged(path: string): Promise<Map<string, number>> {
  return new Map(
    (await lines(path)).map((line) => line.split(' ') as [string, string]).map(([id, atMs]) => [id, Number(atMs)]),
  );
}

/** The requests that the merchant's server logged. */
export async function readRequests(path: string): Promise<Request[]> {
  const requests = new Map<string, Request>();
  for (const line of await lines(path)) {
    const note = JSON.parse(line) as Request | { answered: string };
    if ('number' in note) requests.set(note.number, { ...note, answered: false, place: requests.size });
    else (requests.get(note.answered) as Request).answered = true;
  }
  return [...requests.values()];
}
