import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Principal } from '@qafila/auth/principal';
import { eventually } from '@qafila/testing/wait';
import { CourierLoop } from '../src/courier-calls/courier-loop.ts';
import type { CourierScan } from '../src/couriers/courier.ts';
import { COURIER } from '../src/limits.ts';
import { claimDuePolls, pollScans } from '../src/scans/poll-scans.ts';
import type { PollBatch } from '../src/scans/poll-scans.ts';
import type { ScanStatus } from '../src/state/status.ts';
import { domestic } from './bodies.ts';
import { FakeKind } from './fake-kind.ts';
import type { FakeAccount } from './fake-kind.ts';
import type { SlotsOfCourier } from '../src/turns/share-out.ts';
import { startDue, startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
const DAY_MS = 86_400_000;
const kind = new FakeKind();
const { everyMs, batchMax } = kind.polling;
let under: ShipmentUnderTest;
let references = 0;
beforeAll(async () => {
  under = await startShipmentForTest({ couriers: [], courierKinds: [kind], more: { MODE: 'live' } });
  under.owner.mode = 'live';
});
afterAll(() => under.stop());

beforeEach(async () => {
  await under.pool.query('TRUNCATE alarm, courier_account, shipment, history');
  for (const company of ['5f1d7a3b9c2e4680', 'another00company'])
    under.dependencies.accounts.forget(company, 'fakeship');
  kind.connected.length = 0;
});

const account = (): FakeAccount => kind.current;
const connect = async (principal: Principal = under.owner): Promise<void> => {
  const answer = await under.call(
    'PUT',
    '/oe/aggtr/api/v1/courier-accounts/fakeship',
    { credentials: { key: `key_shop${principal.accountId.replace(/\d/g, '')}_1111` } },
    { principal },
  );
  if (answer.status !== 200) throw new Error(answer.text);
  await under.dependencies.couriers.of({ account_id: principal.accountId, courier: 'fakeship' });
};
const create = async (count: number, principal: Principal = under.owner): Promise<void> => {
  for (let made = 0; made < count; made++) {
    const body = { ...domestic(), referenceNumber: `poll-${++references}` };
    const answer = await under.call('POST', BASE, body, { principal });
    if (answer.status !== 200) throw new Error(answer.text);
  }
};
const claim = (underWay?: ReadonlyMap<string, number>, batches = 4): Promise<PollBatch[]> =>
  claimDuePolls(under.dependencies, { courier: 'fakeship', polling: kind.polling, underWay }, batches);
const poll = async (): Promise<void> => {
  for (const batch of await claim()) await pollScans(under.dependencies, batch);
};
const scanOf = (awb: string, status: ScanStatus, more: Partial<CourierScan> = {}): CourierScan => ({
  awb,
  status,
  occurredAtMs: under.dependencies.clock(),
  courierStatusCode: status.toLowerCase(),
  ...more,
});
const other = (): Principal => ({ ...under.owner, accountId: 'another00company' });

describe('of two companies at one courier', () => {
  test('neither takes all calls of a round, and one whose calls hang starts no more', async () => {
    await connect();
    await connect(other());
    await create(COURIER.callsAtOnce);
    await create(2, other());
    const ofCompanyMax = COURIER.callsOfAccountAtOnce;
    const accountsOf = async (slots: Partial<SlotsOfCourier>): Promise<string[]> =>
      (await startDue(under.dependencies, 'fakeship', { ofCompanyMax, ...slots })).map(({ row }) => row.account_id);
    expect((await accountsOf({ free: COURIER.callsAtOnce })).sort()).toEqual([
      ...Array.from({ length: ofCompanyMax }, () => under.owner.accountId),
      'another00company',
      'another00company',
    ]);
    await create(1, other());
    const underWay = new Map([[under.owner.accountId, ofCompanyMax]]);
    expect(await accountsOf({ free: COURIER.callsAtOnce - ofCompanyMax, underWay })).toEqual(['another00company']);
  });

  test('each has its first batch of polls before one has a second, and one whose polls hang waits', async () => {
    await connect();
    await connect(other());
    await create(3 * batchMax);
    await create(1, other());
    await under.makeDueCalls();
    under.passTime(everyMs);
    await under.pool.query("UPDATE shipment SET poll_at = poll_at + interval '1 ms' WHERE account_id = $1", [
      other().accountId,
    ]);
    const companies = (batches: readonly PollBatch[]): string[] => batches.map((batch) => batch[0]?.account_id ?? '');
    expect(companies(await claim(undefined, 4)).sort()).toEqual(
      [...Array.from({ length: 3 }, () => under.owner.accountId), 'another00company'].sort(),
    );
    await under.pool.query('UPDATE shipment SET poll_at = created_at');
    expect(companies(await claim(new Map([[under.owner.accountId, COURIER.pollsOfAccountAtOnce]]), 4))).toEqual([
      'another00company',
    ]);
    const almost = new Map([[under.owner.accountId, COURIER.pollsOfAccountAtOnce - 1]]);
    expect(companies(await claim(almost, 4))).toEqual([under.owner.accountId]);
  });

  test('one whose courier hangs does not keep the polls of the other', async () => {
    await connect();
    const hanging = account();
    await connect(other());
    await create(batchMax);
    await create(1, other());
    await under.makeDueCalls();
    // As many batches of the first company as there are slots for all.
    await under.pool.query(
      `INSERT INTO shipment SELECT (json_populate_record(s, json_build_object(
         'id', s.id || '-' || n, 'reference', s.reference || '-' || n, 'awb', s.awb || '-' || n))).*
       FROM shipment s, generate_series(1, $2) n WHERE s.account_id = $1`,
      [under.owner.accountId, COURIER.pollsAtOnce],
    );
    await under.pool.query("UPDATE shipment SET poll_at = created_at - interval '1 day' WHERE account_id = $1", [
      under.owner.accountId,
    ]);
    under.passTime(everyMs);
    let release = (): void => {};
    const waiting = new Promise<CourierScan[]>((resolve) => {
      release = () => resolve([]);
    });
    hanging.poll = () => waiting;
    const loop = new CourierLoop(under.dependencies);
    loop.start();
    try {
      await eventually(() => account().polled.length > 0, { what: 'a poll of the other company' });
    } finally {
      release();
      await loop.stop();
    }
  });

  test('no more batches are claimed than there is room for, and the rest stays due', async () => {
    await connect();
    await create(2 * batchMax + 1);
    await under.makeDueCalls();
    under.passTime(everyMs);
    expect((await claim(undefined, 2)).map(({ length }) => length)).toEqual([batchMax, batchMax]);
    expect((await claim(undefined, 2)).map(({ length }) => length)).toEqual([1]);
    expect(await claim(undefined, 2)).toEqual([]);
  });
});

describe('a poll of several waybills', () => {
  test('records the others when one of them cannot be recorded', async () => {
    await connect();
    const ids = [await under.ship(), await under.ship()];
    under.passTime(everyMs);
    // No time: the database refuses the scan.
    account().scans = [scanOf('FS1', 'PICKED_UP', { occurredAtMs: NaN }), scanOf('FS2', 'PICKED_UP')];
    await poll();
    const statuses = await Promise.all(ids.map(async (id) => (await under.track(id)).shipmentStatus as string));
    expect(statuses).toEqual(['BOOKED', 'PICKED_UP']);
  });
});

describe('a waybill that no scan named yet', () => {
  test('is not in one call with others, because it may be one that the courier does not know', async () => {
    await connect();
    await create(3);
    await under.makeDueCalls();
    under.passTime(everyMs);
    account().scans = [scanOf('FS2', 'PICKED_UP')];
    await poll();
    under.passTime(everyMs + kind.polling.quietMs);
    expect((await claim()).map((batch) => batch.map(({ awb }) => awb).sort())).toEqual(
      expect.arrayContaining([['FS1', 'FS3'], ['FS2']]),
    );
  });
});

describe("the courier's number of a piece", () => {
  const boxes = [1, 2].map((box) => ({ ...domestic().packagesInfo[0], packageReference: `box-${box}` }));
  const shipBoxes = async (packages: unknown[]): Promise<string> => {
    await connect();
    account().next = [{ kind: 'booked', awb: 'FS9', label: { service: 'ROAD', pieces: ['P-1', 'P-2'] } }];
    const id = await under.ship({ packagesInfo: packages });
    under.passTime(everyMs);
    return id;
  };

  test('stands for the package that the booking gave it to', async () => {
    const id = await shipBoxes(boxes);
    account().scans = [scanOf('FS9', 'DELIVERED', { pieceNumber: 'P-2' })];
    await poll();
    const { shipmentStatus, packages } = await under.track(id);
    expect([shipmentStatus, packages]).toMatchObject(['PICKED_UP', [{}, { packageStatus: 'DELIVERED' }]]);
  });

  test('that no booking named changes no package and raises an alarm', async () => {
    const id = await shipBoxes(boxes);
    account().scans = [scanOf('FS9', 'DELIVERED', { pieceNumber: 'P-7' })];
    await poll();
    expect(await under.track(id)).toMatchObject({ shipmentStatus: 'BOOKED', alarms: ['UNKNOWN_PACKAGE'] });
  });

  const deliveredAtMs = Date.now();
  const delivered = (...pieces: string[]): CourierScan[] =>
    pieces.map((pieceNumber) => scanOf('FS9', 'DELIVERED', { pieceNumber, occurredAtMs: deliveredAtMs }));
  const pollAgain = async (): Promise<void> => {
    under.passTime(everyMs + kind.polling.quietMs);
    await poll();
  };

  test('is learnt from the first answer that names all pieces of a waybill that a person set', async () => {
    const id = await shipBoxes(boxes);
    await under.pool.query('UPDATE shipment SET label = NULL');
    account().scans = delivered('P-8');
    await poll();
    expect(await under.track(id)).toMatchObject({ shipmentStatus: 'BOOKED', alarms: ['UNKNOWN_PACKAGE'] });
    account().scans = [...delivered('P-8'), scanOf('FS9', 'OUT_FOR_DELIVERY', { pieceNumber: 'P-7' })];
    await pollAgain();
    const packages = [{ packageStatus: 'OUT_FOR_DELIVERY' }, { packageStatus: 'DELIVERED' }];
    expect(await under.track(id)).toMatchObject({ shipmentStatus: 'OUT_FOR_DELIVERY', packages });
    account().scans = delivered('P-7');
    await pollAgain();
    expect((await under.track(id)).shipmentStatus).toBe('DELIVERED');
  });

  test('of a parcel that the courier has in more pieces counts once all of them are there', async () => {
    const id = await shipBoxes(boxes);
    await under.pool.query('UPDATE shipment SET label = NULL');
    account().scans = [...delivered('P-1', 'P-2'), scanOf('FS9', 'IN_TRANSIT', { pieceNumber: 'P-3' })];
    await poll();
    expect((await under.track(id)).shipmentStatus).toBe('BOOKED');
    account().scans = delivered('P-1', 'P-2', 'P-3');
    await pollAgain();
    expect((await under.track(id)).shipmentStatus).toBe('DELIVERED');
  });

  test('of a shipment of one package is that package, whatever the number', async () => {
    const id = await shipBoxes(boxes.slice(0, 1));
    account().scans = [scanOf('FS9', 'DELIVERED', { pieceNumber: 'P-7' })];
    await poll();
    expect(await under.track(id)).toMatchObject({ shipmentStatus: 'DELIVERED', alarms: [] });
  });
});

describe('a parcel that ended', () => {
  const polledAt = async (): Promise<number | null> => {
    const { rows } = await under.pool.query<{ poll_at: Date | null }>('SELECT poll_at FROM shipment');
    return rows[0]?.poll_at?.getTime() ?? null;
  };
  const delivered = async (): Promise<string> => {
    await connect();
    const id = await under.ship();
    under.passTime(everyMs);
    account().scans = [scanOf('FS1', 'DELIVERED')];
    await poll();
    expect((await under.track(id)).shipmentStatus).toBe('DELIVERED');
    return id;
  };

  test('is polled seldom for some days more, so that a correction is received, and then never', async () => {
    const id = await delivered();
    under.passTime(COURIER.pollEndedEveryMs);
    account().scans.push(scanOf('FS1', 'LOST'));
    await poll();
    expect(await under.track(id)).toMatchObject({ shipmentStatus: 'DELIVERED', alarms: ['SCANS_CONTRADICT'] });
    const polls = account().polled.length;
    for (let passedMs = 0; passedMs <= COURIER.pollEndedForMs + DAY_MS; passedMs += COURIER.pollEndedEveryMs) {
      under.passTime(COURIER.pollEndedEveryMs);
      await poll();
    }
    expect(account().polled.length - polls).toBeGreaterThanOrEqual(
      COURIER.pollEndedForMs / COURIER.pollEndedEveryMs - 1,
    );
    expect(await polledAt()).toBeNull();
  });

  test('by a loss is polled daily for weeks, and a scan after its end renews this', async () => {
    await connect();
    const id = await under.ship();
    under.passTime(everyMs);
    account().scans = [scanOf('FS1', 'LOST')];
    await poll();
    for (let days = 0; days < 59; days++) {
      under.passTime(DAY_MS);
      await poll();
    }
    account().scans.push(scanOf('FS1', 'IN_TRANSIT'));
    under.passTime(DAY_MS);
    await poll();
    expect(await under.track(id)).toMatchObject({ shipmentStatus: 'LOST', alarms: ['SCAN_AFTER_END'] });
    under.passTime(59 * DAY_MS);
    await poll();
    account().scans.push(scanOf('FS1', 'DELIVERED'));
    under.passTime(DAY_MS);
    await poll();
    expect((await under.track(id)).shipmentStatus).toBe('DELIVERED');
  });

  test('that moves on is polled as before', async () => {
    await connect();
    const id = await under.ship();
    under.passTime(everyMs);
    account().scans = [scanOf('FS1', 'RETURNED')];
    await poll();
    expect((await polledAt()) as number).toBeGreaterThan(under.dependencies.clock() + everyMs);
    expect((await under.track(id)).shipmentStatus).toBe('RETURNED');
  });

  test('by a declaration, because its courier cancels nothing, does not keep its account connected', async () => {
    await connect();
    account().cancels = [{ kind: 'unsupported', reason: 'No such call.' }];
    const id = await under.ship();
    await under.call('POST', `${BASE}/${id}/cancel`);
    await under.makeDueCalls();
    const disconnect = async (): Promise<number> =>
      (await under.call('DELETE', '/oe/aggtr/api/v1/courier-accounts/fakeship')).status;
    expect([(await under.track(id)).shipmentStatus, await disconnect()]).toEqual(['BOOKED', 409]);
    await under.call('POST', `${BASE}/${id}/declare-outcome`, { outcome: 'cancelled', note: 'never handed over' });
    expect([(await under.track(id)).shipmentStatus, await disconnect()]).toEqual(['CANCELLED', 200]);
  });

  test('does not keep its account connected', async () => {
    await delivered();
    expect((await under.call('DELETE', '/oe/aggtr/api/v1/courier-accounts/fakeship')).status).toBe(200);
  });
});
