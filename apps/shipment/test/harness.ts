import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import type { Principal } from '@qafila/auth/principal';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import type { Environment } from '@qafila/runtime/env';
import type { RunningService } from '@qafila/runtime/service';
import { httpCall } from '@qafila/testing/http-call';
import { sealedCall } from '@qafila/testing/sealed-call';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import type { SealedCall } from '@qafila/testing/sealed-call';
import { createDatabase } from '@qafila/testing/postgres';
import { callCourier } from '../src/courier-calls/call-courier.ts';
import { claimTasks, makeTaskCall } from '../src/courier-tasks/make-task-calls.ts';
import { startDueCalls } from '../src/courier-calls/due-calls.ts';
import type { StartedCall } from '../src/courier-calls/due-calls.ts';
import type { CourierKind } from '../src/couriers/courier-kind.ts';
import type { Courier, ReportedScan } from '../src/couriers/courier.ts';
import { LabelPool } from '../src/label/label-pool.ts';
import { SHIPMENT_DEPENDENCIES } from '../src/shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../src/shipments/shipment-dependencies.ts';
import { TASK_HANDLERS } from '../src/task-handlers.ts';
import { startShipment } from '../src/start.ts';
import { CompanyTurns } from '../src/turns/company-turns.ts';
import type { SlotsOfCourier } from '../src/turns/share-out.ts';
import { domestic } from './bodies.ts';
import { FakeCourier } from './fake-courier.ts';
import { SHIPMENT_DATABASE } from '../src/database.ts';

export interface PublishedEvent {
  id: string;
  type: string;
  subject: string;
  aggregateversion: number;
  data: Json;
}

export interface ShipmentUnderTest {
  service: RunningService;
  dependencies: ShipmentDependencies;
  pool: pg.Pool;
  environment: Environment;
  owner: Principal;
  falcon: FakeCourier;
  camel: FakeCourier;
  /** Every event once, in the order of publication. */
  published: PublishedEvent[];
  /** Moves the service's clock forward. */
  passTime(ms: number): void;
  /** Makes the courier calls that are due, until none is. */
  makeDueCalls(): Promise<void>;
  call: SealedCall;
  /** Creates a shipment, makes its courier calls and returns its id. */
  ship(body?: Json): Promise<string>;
  track(id: string): Promise<Json>;
  /** Sends scans to us as the courier's call. */
  sendScans(courier: FakeCourier, scans: ReportedScan[]): Promise<HttpAnswer>;
  stop(): Promise<void>;
}

/** No call is under way. */
const ALL_FREE: SlotsOfCourier = { free: 16, underWay: new Map(), ofCompanyMax: Infinity };
const BASE = '/oe/aggtr/api/v1/shipments';
/** Label addresses begin with it. */
const PUBLIC_URL = 'http://ship.example';
let references = 0;

/** Starts the calls that are due at a courier as the loop does, without any under way. */
export async function startDue(
  dependencies: ShipmentDependencies,
  courier: string,
  slots: Partial<SlotsOfCourier> = {},
): Promise<StartedCall[]> {
  const turns = new CompanyTurns(dependencies.pool, 'shipment');
  const rooms = await turns.next(courier, new Date(dependencies.clock()), { ...ALL_FREE, ...slots });
  return startDueCalls(dependencies, courier, rooms);
}

/** The whole service on its own database and the embedded bus, with couriers that a test can break. */
export async function startShipmentForTest({
  more = {},
  couriers,
  courierKinds = [],
  worker = false,
}: {
  more?: Environment;
  couriers?: Courier[];
  courierKinds?: CourierKind[];
  worker?: boolean;
} = {}): Promise<ShipmentUnderTest> {
  const keys = generateSealingKeys();
  const sealer = new Sealer(keys.privateKey);
  const database = await createDatabase('shipment', SHIPMENT_DATABASE);
  const bus = new EmbeddedBus(createLogger('test', 'silent'));
  const published: PublishedEvent[] = [];
  const ids = new Set<string>();
  await bus.subscribe({
    group: 'test',
    topics: ['shipment.events.v1'],
    batchMessagesMax: 100,
    handler: async (messages) => {
      // Delivery is at least once: a consumer recognises an event by its id.
      for (const event of messages.map((message) => JSON.parse(message.value.toString()) as PublishedEvent)) {
        if (!ids.has(event.id)) published.push(event);
        ids.add(event.id);
      }
    },
  });
  const [falcon, camel] = [new FakeCourier('falcon'), new FakeCourier('camel')];
  const environment = {
    LOG_LEVEL: 'silent',
    PROCESS_METRICS: 'off',
    DATABASE_URL: database.url,
    PRINCIPAL_PUBLIC_KEY: keys.publicKey,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SHIPMENT_PUBLIC_URL: PUBLIC_URL,
    ...more,
  };
  let passedMs = 0;
  const labels = new LabelPool(
    new URL(`file://${fileURLToPath(new URL('../dist/label/label-worker.js', import.meta.url))}`),
  );
  const service = await startShipment(environment, {
    bus,
    couriers: couriers ?? [falcon, camel],
    courierKinds,
    labels,
    clock: () => Date.now() + passedMs,
    worker,
  });
  const dependencies = service.app.get<ShipmentDependencies>(SHIPMENT_DEPENDENCIES);
  for (const courier of [falcon, camel]) courier.clock = dependencies.clock;
  const pool = new pg.Pool({
    connectionString: database.url,
    options: '-c search_path=shipment -c timezone=UTC',
    max: 4,
  });
  const owner: Principal = {
    accountId: '5f1d7a3b9c2e4680',
    storeId: 'str_1',
    mode: 'stage',
    keyId: 'cl_1',
    scopes: ['shipments:write', 'shipments:read'],
  };
  const sealed = sealedCall({
    url: () => service.url,
    sealer,
    audience: 'shipment',
    principal: owner,
    checksAnswers: true,
  });
  const call: SealedCall = (method, path, body, more) => sealed(method, path.replace(PUBLIC_URL, ''), body, more);
  const makeDueCalls = async (): Promise<void> => {
    for (let made = 1; made > 0;) {
      made = 0;
      const now = new Date(dependencies.clock());
      const calls = new CompanyTurns(dependencies.pool, 'shipment');
      for (const courier of await calls.couriers(dependencies.couriers.ids)) {
        const started = await startDue(dependencies, courier);
        await Promise.all(started.map((call) => callCourier(dependencies, call)));
        made += started.length;
      }
      const work = new CompanyTurns(dependencies.pool, 'courier_task');
      for (const courier of await work.couriers(dependencies.couriers.ids)) {
        const tasks = await claimTasks(dependencies, courier, await work.next(courier, now, ALL_FREE));
        await Promise.all(tasks.map((task) => makeTaskCall(dependencies, TASK_HANDLERS, task)));
        made += tasks.length;
      }
    }
  };
  return {
    service,
    dependencies,
    pool,
    environment,
    owner,
    falcon,
    camel,
    published,
    call,
    makeDueCalls,
    passTime: (ms) => {
      passedMs += ms;
    },
    ship: async (body = {}) => {
      const answer = await call('POST', BASE, { ...domestic(), referenceNumber: `ref-${++references}`, ...body });
      if (answer.status !== 200) throw new Error(answer.text);
      await makeDueCalls();
      return answer.body.data.shipmentId as string;
    },
    track: async (id) => (await call('GET', `${BASE}/${id}/track`)).body.data as Json,
    sendScans: (courier, scans) =>
      httpCall(`${service.url}/oe/aggtr/api/v1/couriers/${courier.id}/webhook`, {
        body: scans,
        headers: { 'x-courier': courier.id },
      }),
    stop: async () => {
      await service.stop();
      await Promise.all([pool.end(), bus.stop()]);
      await database.drop();
    },
  };
}
