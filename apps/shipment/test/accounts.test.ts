import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ACCOUNTS } from '../src/limits.ts';
import { claimDuePolls, pollScans } from '../src/scans/poll-scans.ts';
import { accountStand, FIRST, PATH } from './account-stand.ts';
import { domestic } from './bodies.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';

const stand = accountStand();
const { kind, account, connect, connected, callAgain } = stand;
let under: ShipmentUnderTest;
beforeAll(async () => {
  under = await stand.start();
});
afterAll(() => stand.stop());
beforeEach(() => stand.clear());
const hear = (url: string, body: unknown, key = FIRST.key): Promise<Response> =>
  fetch(url.replace('http://ship.example', under.service.url), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-key': key },
  });

describe('an account', () => {
  test('live without an account has no courier; with one a shipment is booked there', async () => {
    await expect(under.ship()).rejects.toThrow('COURIER_UNKNOWN');
    await connected();
    expect((await under.call('GET', `${BASE}/couriers`)).body.data.couriers).toEqual(['fakeship']);
    expect(await under.track(await under.ship())).toMatchObject({ shipmentStatus: 'BOOKED' });
    expect(account().bookings).toHaveLength(1);
    expect(account().spec).toMatchObject({ mode: 'live', account: 'acc_shop', credentials: FIRST, previous: null });
  });

  test('of one company carries nothing of another', async () => {
    await connected();
    const other = { ...under.owner, accountId: 'another00company' };
    const listed = await under.call('GET', `${BASE}/couriers`, undefined, { principal: other });
    expect(listed.body.data.couriers).toEqual([]);
    expect((await under.call('GET', PATH, undefined, { principal: other })).body.data.account).toBeNull();
  });

  test('has sealed credentials, which nothing shows', async () => {
    const answer = await connect();
    expect(answer.body.data.account).toMatchObject({
      courier_account: 'acc_shop',
      courier_account_name: 'متجر',
      credential_hints: { key: '…1111' },
      created_by: 'cl_1',
    });
    const stored = await under.pool.query("SELECT *, encode(credentials, 'escape') AS box FROM courier_account");
    const shown = [answer, await under.call('GET', PATH), await under.call('GET', '/oe/aggtr/api/v1/courier-accounts')];
    for (const text of [JSON.stringify(stored.rows), ...shown.map((each) => each.text)])
      expect(text).not.toContain(FIRST.key);
  });

  test.each([
    ['refused', { key: 'key_wrong_1' }, 400, 'COURIER_CREDENTIALS_REFUSED'],
    ['not testable', { key: 'key_down_1' }, 503, 'COURIER_UNAVAILABLE'],
    ['malformed', { key: 'nothing' }, 400, 'VALIDATION_FAILED'],
    ['missing', {}, 400, 'VALIDATION_FAILED'],
    ['unknown', { ...FIRST, pin: '1' }, 400, 'VALIDATION_FAILED'],
  ])('is not stored with credentials that are %s', async (_, credentials, status, code) => {
    const answer = await connect(credentials);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(code);
    expect((await under.call('GET', PATH)).body.data.account).toBeNull();
  });

  test('keeps the fields that a change leaves out, applies it at once, and stays the same account', async () => {
    await connect({ ...FIRST, depot: 'north' });
    await under.ship();
    await connect({ key: 'key_shop_bbbb2222' });
    await under.ship();
    expect(account().spec).toMatchObject({
      credentials: { key: 'key_shop_bbbb2222', depot: 'north' },
      previous: FIRST,
    });
    const other = await connect({ key: 'key_other_1' });
    expect([other.status, other.text]).toEqual([409, expect.stringContaining('COURIER_ACCOUNT_CHANGED')]);
  });

  test('of two changes at once one is refused, or both are applied one after the other', async () => {
    await connect();
    const statuses = (await Promise.all([connect({ key: 'key_shop_2' }), connect({ key: 'key_shop_3' })])).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const { rows } = await under.pool.query<{ version: number }>('SELECT version FROM courier_account');
    expect(rows[0]?.version).toBe(1 + statuses.filter((status) => status === 200).length);
  });

  test('is not disconnected while a shipment is under way, and can be switched off for new ones', async () => {
    await connected();
    const id = await under.ship();
    const refused = await under.call('DELETE', PATH);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('COURIER_IN_USE')]);
    await under.call('PUT', `${BASE}/couriers/fakeship`, { enabled: false });
    await expect(under.ship()).rejects.toThrow('COURIER_UNKNOWN');
    await under.call('POST', `${BASE}/${id}/cancel`);
    await under.makeDueCalls();
    expect((await under.track(id)).shipmentStatus).toBe('CANCELLED');
    expect((await under.call('DELETE', PATH)).status).toBe(200);
    expect((await under.pool.query('SELECT 1 FROM courier_account')).rowCount).toBe(0);
  });

  test('that no longer opens leaves its shipments open, and they go on when it is connected again', async () => {
    await connected();
    await under.pool.query("UPDATE courier_account SET credentials = '\\x00', version = version + 1");
    under.dependencies.accounts.forget(under.owner.accountId, 'fakeship');
    const id = await under.ship();
    expect((await under.track(id)).shipmentStatus).toBe('PENDING');
    await under.pool.query('DELETE FROM courier_account');
    await connect();
    await callAgain(2);
    expect((await under.track(id)).shipmentStatus).toBe('BOOKED');
  });
});

describe('what the courier gives with a booking', () => {
  test('its documents are kept, but one that is too large is left out', async () => {
    await connected();
    account().next = [
      {
        kind: 'booked',
        awb: 'FS77',
        label: { service: 'ROAD' },
        documents: [
          { kind: 'label', format: 'pdf', bytes: Buffer.from('%PDF-1.4 label') },
          { kind: 'invoice', format: 'pdf', bytes: Buffer.alloc(ACCOUNTS.documentBytesMax + 1) },
        ],
      },
    ];
    const id = await under.ship();
    const { rows } = await under.pool.query<object>('SELECT shipment_id, kind, format FROM courier_document');
    expect(rows).toEqual([{ shipment_id: id, kind: 'label', format: 'pdf' }]);
    const { awbUrl, formats } = (await under.call('GET', `${BASE}/${id}/awb`)).body.data as {
      awbUrl: string;
      formats: { zpl: string };
    };
    const open = (url: string): Promise<Response> => fetch(url.replace('http://ship.example', under.service.url));
    expect(await (await open(awbUrl)).text()).toBe('%PDF-1.4 label');
    // The courier made no ZPL, so ours is drawn.
    expect((await (await open(formats.zpl)).text()).startsWith('^XA')).toBe(true);
    await under.call('POST', `${BASE}/${id}/cancel`);
    await under.makeDueCalls();
    expect(await (await open(awbUrl)).text()).toMatch(/^%PDF(?!-1\.4 label)/);
  });
});

describe('a cancellation', () => {
  test('that the courier does not have is rejected, and the shipment stays booked', async () => {
    await connected();
    account().cancels = [{ kind: 'unsupported', reason: 'No such call.' }];
    const id = await under.ship();
    await under.call('POST', `${BASE}/${id}/cancel`);
    await under.makeDueCalls();
    expect(await under.track(id)).toMatchObject({ shipmentStatus: 'BOOKED' });
    const { rows } = await under.pool.query<{ reason_code: string }>(
      'SELECT reason_code FROM history WHERE shipment_id = $1 ORDER BY no DESC LIMIT 1',
      [id],
    );
    expect(rows[0]?.reason_code).toBe('cancel_unsupported');
  });

  test('that is pending is asked again later, without an alarm', async () => {
    await connected();
    account().cancels = [{ kind: 'pending' }, { kind: 'pending' }];
    const id = await under.ship();
    await under.call('POST', `${BASE}/${id}/cancel`);
    await under.makeDueCalls();
    expect((await under.track(id)).shipmentStatus).toBe('CANCEL_REQUESTED');
    await callAgain();
    expect(await under.track(id)).toMatchObject({ shipmentStatus: 'CANCEL_REQUESTED', alarms: [] });
    await callAgain();
    expect((await under.track(id)).shipmentStatus).toBe('CANCELLED');
  });
});

describe('polls', () => {
  const poll = async (): Promise<void> => {
    const claim = { courier: 'fakeship', polling: kind.polling };
    for (const batch of await claimDuePolls(under.dependencies, claim, 4)) await pollScans(under.dependencies, batch);
  };

  test('ask for several waybills at once, and record what each of them has', async () => {
    await connected();
    const ids = [await under.ship(), await under.ship(), await under.ship(), await under.ship()];
    under.passTime(kind.polling.everyMs);
    account().scans = ['FS1', 'FS4', 'FOREIGN'].map((awb) => ({
      awb,
      status: 'PICKED_UP',
      occurredAtMs: under.dependencies.clock(),
      courierStatusCode: 'pu',
    }));
    await poll();
    expect(account().polled.map((waybills) => waybills.length)).toEqual([3, 1]);
    const statuses = await Promise.all(ids.map(async (id) => (await under.track(id)).shipmentStatus as string));
    expect(statuses).toEqual(['PICKED_UP', 'BOOKED', 'BOOKED', 'PICKED_UP']);
  });

  test('grow rarer for a parcel without news, and a call that proves nothing makes one due at once', async () => {
    const url = await connected();
    await under.ship();
    const waitMs = async (): Promise<number> => {
      const { rows } = await under.pool.query<{ poll_at: Date }>('SELECT poll_at FROM shipment');
      return (rows[0]?.poll_at.getTime() ?? 0) - under.dependencies.clock();
    };
    under.passTime(kind.polling.everyMs);
    await poll();
    expect(await waitMs()).toBeLessThanOrEqual(kind.polling.everyMs);
    under.passTime(1_600_000);
    await poll();
    expect(await waitMs()).toBeGreaterThan(190_000);
    under.passTime(100 * 3_600_000);
    await poll();
    expect(await waitMs()).toBeGreaterThan(kind.polling.quietMs - 60_000);
    expect(await waitMs()).toBeLessThanOrEqual(kind.polling.quietMs);
    expect((await hear(url, { hint: ['FS1', 'FOREIGN'] })).status).toBe(200);
    expect(await waitMs()).toBeLessThanOrEqual(0);
  });
});

describe("a courier's call", () => {
  const scan = (awb: string): object => ({
    awb,
    status: 'PICKED_UP',
    occurredAtMs: under.dependencies.clock(),
    courierStatusCode: 'pu',
  });

  test('reports scans of the account, and waybills of others in it are skipped', async () => {
    const url = await connected();
    const id = await under.ship();
    expect((await hear(url, { scans: [scan('FOREIGN'), scan('FS1')] })).status).toBe(200);
    expect((await under.track(id)).shipmentStatus).toBe('PICKED_UP');
    expect((await hear(url, { scans: [scan('FOREIGN')] })).status).toBe(404);
  });

  test('needs the secret of the address and the signature; the one before a change is accepted', async () => {
    const url = await connected();
    expect((await hear(`${url}x`, { scans: [] })).status).toBe(401);
    expect((await hear(url.replace(/cra_\w+/, 'cra_unknown'), { scans: [] })).status).toBe(401);
    expect((await hear(url, { scans: [] }, 'key_shop_other')).status).toBe(401);
    await connect({ key: 'key_shop_bbbb2222' });
    expect((await hear(url, { scans: [] }, FIRST.key)).status).toBe(200);
    await connect({ key: 'key_shop_cccc3333' });
    expect((await hear(url, { scans: [] }, FIRST.key)).status).toBe(401);
  });

  test('that checks our address gets its answer back', async () => {
    const url = (await connected()).replace('http://ship.example', under.service.url);
    const answer = await fetch(`${url}&challenge=echo-42`);
    expect([answer.status, await answer.text(), answer.headers.get('x-content-type-options')]).toEqual([
      200,
      'echo-42',
      'nosniff',
    ]);
    expect((await fetch(`${url.replace(/secret=.*/, 'secret=wrong')}&challenge=echo-42`)).status).toBe(401);
  });

  test('does not reach a shipment of another company with the same waybill', async () => {
    const url = await connected();
    const id = await under.ship();
    const other = { ...under.owner, accountId: 'another00company' };
    await under.call('PUT', PATH, { credentials: { key: 'key_second_1' } }, { principal: other });
    const created = await under.call(
      'POST',
      BASE,
      { ...domestic(), referenceNumber: 'of-the-other' },
      { principal: other },
    );
    await under.makeDueCalls();
    const theirs = `${BASE}/${created.body.data.shipmentId}/track`;
    expect((await under.call('GET', theirs, undefined, { principal: other })).body.data).toMatchObject({
      awb: 'FS1',
      shipmentStatus: 'BOOKED',
    });
    expect((await hear(url, { scans: [scan('FS1')] })).status).toBe(200);
    expect((await under.track(id)).shipmentStatus).toBe('PICKED_UP');
    expect((await under.call('GET', theirs, undefined, { principal: other })).body.data.shipmentStatus).toBe('BOOKED');
  });
});
