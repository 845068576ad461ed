import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import type { Environment } from '@qafila/runtime/env';
import type { RunningService } from '@qafila/runtime/service';
import { createDatabase } from '@qafila/testing/postgres';
import { askCourier, takeDue } from '../src/couriers/ask-courier.ts';
import type { Courier, CourierScan } from '../src/couriers/courier.ts';
import { LabelPool } from '../src/label/label-pool.ts';
import { SHIPMENTS } from '../src/shipments.ts';
import type { Shipments } from '../src/shipments.ts';
import { startShipment } from '../src/start.ts';
import { domestic } from './bodies.ts';
import { FakeCourier } from './fake-courier.ts';

// Answers are read as the wire gives them; a test says what it expects of them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;
export interface Answer { status: number; body: Json; headers: Headers; text: string; bytes: Buffer }
export interface Told { id: string; type: string; subject: string; aggregateversion: number; data: Json }

export interface ShipmentUnderTest {
  service: RunningService;
  shipments: Shipments;
  pool: pg.Pool;
  environment: Environment;
  owner: Principal;
  falcon: FakeCourier;
  camel: FakeCourier;
  /** What was published, in order. */
  told: Told[];
  pass(ms: number): void;
  /** What the worker does, until nothing is due. */
  work(): Promise<void>;
  call(method: string, path: string, body?: unknown, more?: { headers?: Record<string, string>; principal?: Principal }): Promise<Answer>;
  /** Creates a shipment, and books it unless told otherwise; answers its id. */
  ship(body?: Json): Promise<string>;
  track(id: string): Promise<Json>;
  /** The courier calls. */
  tell(courier: FakeCourier, scans: CourierScan[]): Promise<Answer>;
  stop(): Promise<void>;
}

const BASE = '/oe/aggtr/api/v1/shipments';
let references = 0;

/** The service as it runs, on a database of its own and the embedded bus, with couriers that a test can break. */
export async function startShipmentForTest({ more = {}, couriers, worker = false }: { more?: Environment; couriers?: Courier[]; worker?: boolean } = {}): Promise<ShipmentUnderTest> {
  const keys = generateSealingKeys();
  const sealer = new Sealer(keys.privateKey);
  const database = await createDatabase('shipment');
  const bus = new EmbeddedBus(createLogger('test', 'silent'));
  const told: Told[] = [];
  const ids = new Set<string>();
  await bus.subscribe({ group: 'test', topics: ['shipment.events.v1'], batchMessagesMax: 100, handler: async (messages) => {
    // At least once: a consumer knows an event by its id.
    for (const event of messages.map((message) => JSON.parse(message.value.toString()) as Told)) {
      if (!ids.has(event.id)) told.push(event);
      ids.add(event.id);
    }
  } });
  const [falcon, camel] = [new FakeCourier('falcon'), new FakeCourier('camel')];
  const environment = {
    LOG_LEVEL: 'silent', PROCESS_METRICS: 'off', DATABASE_URL: database.url, PRINCIPAL_PUBLIC_KEY: keys.publicKey, MASTER_KEY: randomBytes(32).toString('base64'),
    SHIPMENT_PUBLIC_URL: 'http://ship.example', ...more,
  };
  let passed = 0;
  const labels = new LabelPool(new URL(`file://${fileURLToPath(new URL('../dist/label/label-worker.js', import.meta.url))}`));
  const service = await startShipment(environment, { bus, couriers: couriers ?? [falcon, camel], labels, clock: () => Date.now() + passed, worker });
  const shipments = service.app.get<Shipments>(SHIPMENTS);
  for (const courier of [falcon, camel]) courier.clock = shipments.clock;
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=shipment -c timezone=UTC', max: 4 });
  const owner: Principal = { accountId: '5f1d7a3b9c2e4680', storeId: 'str_1', mode: 'stage', keyId: 'cl_1', scopes: ['shipments:write', 'shipments:read'] };
  const request = async (method: string, url: string, body: unknown, headers: Record<string, string>): Promise<Answer> => {
    const response = await fetch(url, {
      method, headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers }, body: body === undefined || typeof body === 'string' ? body as string | undefined : JSON.stringify(body),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    return { status: response.status, headers: response.headers, text, bytes, body: text.startsWith('{') ? JSON.parse(text) as Json : undefined };
  };
  const call: ShipmentUnderTest['call'] = async (method, path, body, { headers = {}, principal = owner } = {}) =>
    request(method, service.url + path.replace('http://ship.example', ''), body, { [PRINCIPAL_HEADER]: await sealer.seal(principal, 'shipment'), ...headers });
  const work = async (): Promise<void> => {
    for (let done = 1; done > 0;) {
      done = 0;
      for (const courier of shipments.couriers.all) {
        const due = await takeDue(shipments, courier.id, 16);
        await Promise.all(due.map((asked) => askCourier(shipments, courier, asked)));
        done += due.length;
      }
    }
  };
  return {
    service, shipments, pool, environment, owner, falcon, camel, told, call, work,
    pass: (ms) => { passed += ms; },
    ship: async (body = {}) => {
      const answer = await call('POST', BASE, { ...domestic(), referenceNumber: `ref-${++references}`, ...body });
      if (answer.status !== 200) throw new Error(answer.text);
      await work();
      return answer.body.data.shipmentId as string;
    },
    track: async (id) => (await call('GET', `${BASE}/${id}/track`)).body.data as Json,
    tell: (courier, scans) => request('POST', `${service.url}/oe/aggtr/api/v1/couriers/${courier.id}/webhook`, scans, { 'x-courier': courier.id }),
    stop: async () => {
      await service.stop();
      await Promise.all([pool.end(), bus.stop()]);
      await database.drop();
    },
  };
}
