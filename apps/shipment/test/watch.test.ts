import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Metrics } from '@qafila/runtime/metrics';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import type { CourierScan } from '../src/couriers/courier.ts';
import { WATCH } from '../src/limits.ts';
import { ShipmentMetrics } from '../src/shipment-metrics.ts';
import type { ScanStatus } from '../src/state/status.ts';
import { raiseSilences, SILENT_SQL } from '../src/watch/raise-silences.ts';
import { REPORT_SQL } from '../src/watch/delivery-report.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1';
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

let shipment: ShipmentUnderTest;
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment?.stop());

async function scan(id: string, status: ScanStatus, more: Partial<CourierScan> = {}): Promise<void> {
  const { awb } = shipment.falcon.booked(id) as { awb: string };
  await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, status, more)]);
}

async function silences(id: string): Promise<Json[]> {
  const { data } = (await shipment.call('GET', `${BASE}/shipments/alarms?shipmentId=${id}&resolved=true`)).body as Json;
  return (data.items as Json[]).filter(({ alarm }) => alarm === 'NO_SCAN');
}

const look = (): Promise<number> => raiseSilences(shipment.dependencies, 'falcon');

describe('a parcel without scans', () => {
  it('raises one alarm for each silence, also by several workers and after it is resolved', async () => {
    const id = await shipment.ship();
    await scan(id, 'PICKED_UP');
    shipment.passTime(2 * DAY_MS);
    await look();
    expect(await silences(id)).toEqual([]);
    shipment.passTime(2 * DAY_MS);
    await Promise.all([look(), look(), look()]);
    expect(await silences(id)).toHaveLength(1);
    await shipment.call('POST', `${BASE}/shipments/${id}/clear-alarms`);
    shipment.passTime(DAY_MS);
    await look();
    expect(await silences(id)).toHaveLength(1);
    await scan(id, 'IN_TRANSIT');
    await look();
    shipment.passTime(4 * DAY_MS);
    await look();
    expect(await silences(id)).toHaveLength(2);
    await eventually(() => {
      const events = shipment.published.filter(({ subject, data }) => subject === id && data.alarm === 'NO_SCAN');
      expect(events).toHaveLength(2);
    });
  });

  it('is judged by the rule that names the most', async () => {
    const rules = [
      { days: 30 },
      { courierId: 'falcon', days: 20 },
      { courierId: 'falcon', serviceCode: 'EXPRESS', days: 1 },
    ];
    const changed = await shipment.call('PUT', `${BASE}/watch/rules`, { rules });
    expect([changed.status, changed.body.data]).toEqual([
      200,
      { rules: expect.arrayContaining(rules), domesticDays: 3, internationalDays: 7 },
    ]);
    const [plain, express] = [await shipment.ship(), await shipment.ship({ serviceCode: 'EXPRESS' })];
    for (const id of [plain, express]) await scan(id, 'PICKED_UP');
    shipment.passTime(5 * DAY_MS);
    await look();
    expect([(await silences(plain)).length, (await silences(express)).length]).toEqual([0, 1]);
    shipment.passTime(16 * DAY_MS);
    await look();
    expect([(await silences(plain)).length, (await silences(express)).length]).toEqual([1, 1]);
    await shipment.call('PUT', `${BASE}/watch/rules`, { rules: [] });
    const none = await shipment.call('GET', `${BASE}/watch/rules`);
    expect((none.body.data as Json).rules).toEqual([]);
  });

  it('is not one that has ended', async () => {
    const id = await shipment.ship();
    await scan(id, 'DELIVERED');
    shipment.passTime(30 * DAY_MS);
    await look();
    expect(await silences(id)).toEqual([]);
  });

  it('is found by an index of those without an alarm', async () => {
    const { rows } = await shipment.pool.query<Json>({
      text: `EXPLAIN ${SILENT_SQL}`,
      values: ['falcon', new Date(), 3, 7, 100],
    });
    expect(rows.map((row: Json) => row['QUERY PLAN']).join('\n')).toContain('shipment_silent');
  });
});

describe('the report', () => {
  const city = (name: string): Json => ({
    name: 'محمد',
    phone: '+966501234567',
    addressLine1: 'طريق الملك فهد',
    district: 'العليا',
    city: name,
    countryCode: 'SA',
    shortAddress: 'RRRD2929',
  });

  it('counts transit time, first attempts and returns by courier and city', async () => {
    const from = new Date(shipment.dependencies.clock()).toISOString();
    for (const [name, hours, way] of [
      ['Tabuk', 10, ['DELIVERED']],
      ['tabuk ', 20, ['DELIVERY_FAILED', 'DELIVERED']],
      ['TABUK', 30, ['DELIVERED']],
      ['Tabuk', 5, ['RETURN_TO_ORIGIN', 'RETURNED']],
      ['Abha', 7, ['LOST']],
    ] as const) {
      const id = await shipment.ship({ shipToInfo: city(name) });
      await scan(id, 'PICKED_UP');
      shipment.passTime(hours * HOUR_MS);
      for (const status of way) await scan(id, status);
    }
    const to = new Date(shipment.dependencies.clock() + HOUR_MS).toISOString();
    const query = `from=${from}&to=${to}&courierId=falcon`;
    const report = await shipment.call('GET', `${BASE}/watch/report?${query}`);
    expect((report.body.data as Json).items).toEqual([
      {
        courierId: 'falcon',
        city: 'Tabuk',
        countryCode: 'SA',
        ended: 4,
        delivered: 3,
        deliveredFirst: 2,
        returned: 1,
        lost: 0,
        transitHoursP50: 21,
        transitHoursP90: 31,
        transitHoursP95: 31,
      },
      expect.objectContaining({ city: 'Abha', ended: 1, lost: 1, transitHoursP50: null }),
    ]);
    const file = await shipment.call('GET', `${BASE}/watch/report.csv?${query}`);
    expect(file.text.split('\r\n').slice(1, 3)).toEqual([
      'falcon,Tabuk,SA,4,3,2,1,0,21,31,31',
      'falcon,Abha,SA,1,0,0,0,1,,,',
    ]);
  });

  it('counts a corrected end once, by the end that stands', async () => {
    const from = new Date(shipment.dependencies.clock()).toISOString();
    const id = await shipment.ship({ shipToInfo: city('Jizan') });
    await scan(id, 'LOST');
    shipment.passTime(HOUR_MS);
    await scan(id, 'DELIVERED');
    const to = new Date(shipment.dependencies.clock() + HOUR_MS).toISOString();
    const report = await shipment.call('GET', `${BASE}/watch/report?from=${from}&to=${to}`);
    const status = (await shipment.track(id)).shipmentStatus as string;
    const line = ((report.body.data as Json).items as Json[]).find((each) => each.city === 'Jizan') as Json;
    expect([line.ended, line.delivered + line.lost, status === 'DELIVERED' ? line.delivered : line.lost]).toEqual([
      1, 1, 1,
    ]);
  });

  it('refuses a period that is too long, and reads by its index', async () => {
    const query = 'from=2026-01-01T00:00:00.000Z&to=2026-12-01T00:00:00.000Z';
    expect((await shipment.call('GET', `${BASE}/watch/report?${query}`)).status).toBe(400);
    const { rows } = await shipment.pool.query<Json>({
      text: `EXPLAIN ${REPORT_SQL}`,
      values: ['a', '2026-01-01', '2026-02-01', null, 10],
    });
    expect(rows.map((row: Json) => row['QUERY PLAN']).join('\n')).toContain('journey_ended');
  });
});

describe('the metric of what ended', () => {
  it('counts by courier, city and outcome, and the cities beyond the first hundred together', async () => {
    const registry = new Metrics('shipment', { processMetrics: false });
    const metrics = new ShipmentMetrics(registry, shipment.pool, ['falcon']);
    for (let number = 0; number < WATCH.metricCitiesMax + 50; number += 1)
      metrics.ended('falcon', { country: 'SA', city: `City ${number}`, outcome: 'RETURNED' });
    metrics.ended('falcon', { country: 'SA', city: 'City 0', outcome: 'RETURNED' });
    const text = await registry.registry.metrics();
    const lines = text.split('\n').filter((line) => line.startsWith('shipment_journeys_total{'));
    expect(lines).toHaveLength(WATCH.metricCitiesMax + 1);
    const countOf = (city: string): string | undefined =>
      lines
        .find((line) => line.includes(`city="${city}"`))
        ?.split(' ')
        .at(-1);
    expect([countOf('City 0'), countOf('other')]).toEqual(['2', '50']);
  });

  it('counts a return at its end', async () => {
    const id = await shipment.ship();
    await scan(id, 'RETURN_TO_ORIGIN');
    await scan(id, 'RETURNED');
    const text = await (await fetch(`${shipment.service.internalUrl}/metrics`)).text();
    expect(text).toMatch(/shipment_journeys_total\{[^}]*courier="falcon"[^}]*outcome="RETURNED"[^}]*\} \d/);
  });
});

describe('a notice', () => {
  it('has ready texts for each state that the receiver cares about, once, with the page', async () => {
    await shipment.call('PUT', `${BASE}/tracking-page`, { name: 'Palm $& Store' });
    const id = await shipment.ship();
    for (const status of [
      'PICKED_UP',
      'IN_TRANSIT',
      'OUT_FOR_DELIVERY',
      'DELIVERY_FAILED',
      'OUT_FOR_DELIVERY',
      'DELIVERED',
    ] as const)
      await scan(id, status);
    const notices = await eventually(() => {
      const all = shipment.published.filter(({ type, subject }) => type === 'shipment.notice' && subject === id);
      return all.length >= 5 && all.map(({ data }) => data);
    });
    expect(notices.map(({ notice }) => notice)).toEqual([
      'shipped',
      'out_for_delivery',
      'delivery_failed',
      'out_for_delivery',
      'delivered',
    ]);
    const { data } = (await shipment.call('GET', `${BASE}/shipments/${id}`)).body as Json;
    const { texts, trackingUrl } = notices[4] as Json;
    expect(trackingUrl).toBe(data.trackingUrl);
    expect(texts.en).toBe(`Palm $& Store: your order ${data.referenceNumber} was delivered. ${trackingUrl}`);
    expect(texts.ar).toContain('تم توصيل طلبك');
    expect(texts.ur).toContain('ڈیلیور ہو گیا');
    expect(JSON.stringify(notices)).not.toMatch(/القحطاني|501234567/);
  });
});
