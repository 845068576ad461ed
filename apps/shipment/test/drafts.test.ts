import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { COURIER } from '../src/limits.ts';
import { accountStand } from './account-stand.ts';
import { domestic } from './bodies.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';

const stand = accountStand();
const { account, connected, callAgain } = stand;
let under: ShipmentUnderTest;
beforeAll(async () => {
  under = await stand.start();
});
afterAll(() => stand.stop());
beforeEach(() => stand.clear());

describe('a courier that books twice', () => {
  test('is asked to confirm a draft that was stored before', async () => {
    await connected();
    const id = await under.ship();
    expect(account().bookings).toEqual([expect.objectContaining({ shipmentId: id, draft: `draft 1 of ${id}` })]);
  });

  test('whose draft was lost booked nothing: another draft is made and confirmed once', async () => {
    await connected();
    account().nextDraft = ['lose answer'];
    const id = await under.ship();
    await callAgain(2);
    expect((await under.track(id)).shipmentStatus).toBe('BOOKED');
    expect(account().bookings).toHaveLength(1);
  });

  test('whose confirmation was lost is never asked again: a person is called at once', async () => {
    await connected();
    account().next = ['lose answer'];
    const id = await under.ship();
    await callAgain(5);
    expect(account().bookings).toHaveLength(1);
    expect(await under.track(id)).toMatchObject({ shipmentStatus: 'PENDING', alarms: ['COURIER_SILENT'] });
  });

  test('that took nothing is asked again, with growing waits, until a person is called', async () => {
    await connected();
    account().next = Array.from({ length: COURIER.attemptsUntilAlarm }, () => ({ kind: 'not_sent', why: '401' }));
    const id = await under.ship();
    expect(account().bookings).toHaveLength(1);
    await callAgain(COURIER.attemptsUntilAlarm - 1);
    expect(await under.track(id)).toMatchObject({ shipmentStatus: 'PENDING', alarms: ['COURIER_SILENT'] });
    await callAgain();
    expect((await under.track(id)).shipmentStatus).toBe('BOOKED');
    expect(new Set(account().bookings.map(({ draft }) => draft)).size).toBe(1);
  });

  test('refuses, and a new attempt has a new draft', async () => {
    await connected();
    account().next = [{ kind: 'refused', code: 'address_not_served', reason: 'Not there.' }];
    const id = await under.ship();
    expect((await under.track(id)).shipmentStatus).toBe('BOOKING_FAILED');
    await under.call('POST', `${BASE}/${id}/retry-booking`);
    await under.makeDueCalls();
    expect(account().bookings.map(({ draft }) => draft)).toEqual([`draft 1 of ${id}`, `draft 2 of ${id}`]);
  });
});

describe('a draft that was not confirmed', () => {
  const drafted = (): Promise<unknown[]> => Promise.resolve(account().bookings.map(({ draft }) => draft));
  const edit = (id: string): ReturnType<ShipmentUnderTest['call']> =>
    under.call('PUT', `${BASE}/${id}`, { ...domestic(), referenceNumber: `edited-${id}` });
  const notSent = async (): Promise<string> => {
    await connected();
    account().next = [{ kind: 'not_sent', why: '401' }];
    return under.ship();
  };
  test('is forgotten when the shipment is edited: the courier confirms one of the new body', async () => {
    const id = await notSent();
    expect((await edit(id)).status).toBe(200);
    await callAgain();
    expect(await drafted()).toEqual([`draft 1 of ${id}`, `draft 2 of ${id}`]);
    expect(account().bookings.at(-1)?.consignment.referenceNumber).toBe(`edited-${id}`);
  });
  test.each([
    ['an edit', true, {}, 2],
    ['another service', false, { serviceCode: 'SLOW' }, 2],
    ['a plain retry, which keeps it', false, {}, 1],
  ])('and was declared absent: after %s', async (_, edits, retry, drafts) => {
    await connected();
    account().next = ['lose answer'];
    const id = await under.ship();
    const absent = await under.call('POST', `${BASE}/${id}/declare-absent`, {});
    expect([absent.status, absent.text]).toEqual([202, expect.stringContaining('BOOKING_FAILED')]);
    if (edits) expect((await edit(id)).status).toBe(200);
    await under.call('POST', `${BASE}/${id}/retry-booking`, retry);
    await callAgain();
    expect((await drafted()).at(-1)).toBe(`draft ${drafts} of ${id}`);
  });
  test('is no booking of a waybill that a person set', async () => {
    const id = await notSent();
    expect((await under.call('POST', `${BASE}/${id}/set-waybill`, { awb: 'HAND-9' })).status).toBe(202);
    const { rows } = await under.pool.query<object>('SELECT courier_draft FROM shipment WHERE id = $1', [id]);
    expect(rows).toEqual([{ courier_draft: null }]);
  });
});
