import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { changed, domestic } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const QUOTES = '/oe/aggtr/api/v1/shipments/quotes';

describe('quotes across couriers', () => {
  let under: ShipmentUnderTest;

  beforeAll(async () => {
    under = await startShipmentForTest();
  });
  afterAll(() => under.stop());

  const quote = async (fields: Record<string, unknown>): Promise<Json> =>
    (await under.call('POST', QUOTES, changed(domestic(), fields))).body.data as Json;
  const price = (amountMinor: bigint, currency = 'SAR'): Json => ({ price: { amountMinor, currency } });

  it('sorts the offers of all, in major units, and creates nothing', async () => {
    under.falcon.offers = {
      kind: 'offers',
      offers: [
        { serviceCode: 'NOON', serviceName: 'Noon', ...price(3_900n), transitDays: 1 },
        { serviceCode: 'DAY', serviceName: 'Day', ...price(2_450n), transitDays: 2 },
        { serviceCode: 'SECRET', serviceName: 'Secret' },
      ],
    };
    under.camel.offers = {
      kind: 'offers',
      offers: [
        { serviceCode: 'ROAD', serviceName: 'Road', ...price(1_700n) },
        { serviceCode: 'AIR', serviceName: 'Air', ...price(100n, 'AED') },
      ],
    };
    const { offers, unavailable } = await quote({ 'shipToInfo.city': 'Abha' });
    expect(
      (offers as Json[]).map((one) => [one.courierId, one.serviceCode, one.price, one.currency] as unknown),
    ).toEqual([
      ['camel', 'ROAD', 17, 'SAR'],
      ['falcon', 'DAY', 24.5, 'SAR'],
      ['falcon', 'NOON', 39, 'SAR'],
      ['camel', 'AIR', 1, 'AED'],
      ['falcon', 'SECRET', null, null],
    ]);
    expect(unavailable).toEqual([]);
    const { rows } = await under.pool.query('SELECT count(*)::int AS n FROM shipment');
    expect(rows).toEqual([{ n: 0 }]);
    const named = await quote({ 'shipToInfo.city': 'Abha', courierId: 'falcon', serviceCode: 'DAY' });
    expect((named.offers as Json[]).map(({ serviceCode }) => serviceCode as string)).toEqual(['DAY']);
  });

  it('lists why a courier has none, and waits for none that hangs', async () => {
    under.falcon.offers = { kind: 'not_served', reason: 'The city is not served.' };
    under.camel.offers = 'hang';
    expect(await quote({ 'shipToInfo.city': 'Hail' })).toEqual({
      offers: [],
      unavailable: [
        { courierId: 'falcon', code: 'NOT_SERVED', reason: 'The city is not served.' },
        { courierId: 'camel', code: 'UNAVAILABLE', reason: 'it did not answer in time' },
      ],
    });
  });

  it('judges the body as create does', async () => {
    const answer = await under.call('POST', QUOTES, changed(domestic(), { 'shipToInfo.phone': '12' }));
    expect([answer.status, answer.body.details[0].code]).toEqual([400, 'PHONE_INVALID']);
  });
});
