import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { COURIER } from '../src/limits.ts';
import { domestic, withCod } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const RULES = '/oe/aggtr/api/v1/courier-rules';
const SHIPMENTS = '/oe/aggtr/api/v1/shipments';
const FALCON_THEN_CAMEL = [{ courierId: 'falcon' }, { courierId: 'camel' }];
const CAMEL_THEN_FALCON = [{ courierId: 'camel', serviceCode: 'ROAD' }, { courierId: 'falcon' }];

describe('rules that choose couriers', () => {
  let under: ShipmentUnderTest;
  let references = 0;

  beforeAll(async () => {
    under = await startShipmentForTest();
  });
  afterAll(() => under.stop());
  beforeEach(() => {
    for (const courier of [under.falcon, under.camel]) {
      courier.next = [];
      courier.offers = { kind: 'offers', offers: [] };
    }
  });

  async function setRules(rules: unknown[]): Promise<Json> {
    const { version } = (await under.call('GET', RULES)).body.data as Json;
    const answer = await under.call('PUT', RULES, { version, rules });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data as Json;
  }

  async function ship(body: Json = {}): Promise<Json> {
    const id = await under.ship({ referenceNumber: `rule-${++references}`, ...body });
    return (await under.call('GET', `${SHIPMENTS}/${id}`)).body.data as Json;
  }

  async function setOffers(falcon: string | null, camel: string | null): Promise<void> {
    for (const [courier, price] of [
      [under.falcon, falcon],
      [under.camel, camel],
    ] as const)
      courier.offers =
        price === null
          ? 'hang'
          : {
              kind: 'offers',
              offers: [
                {
                  serviceCode: `${courier.id}-day`,
                  serviceName: 'Day',
                  price: { amountMinor: BigInt(price), currency: 'SAR' },
                  transitDays: 2,
                },
              ],
            };
  }

  it('choose the courier and its service, and the shipment says why', async () => {
    await setRules([
      {
        name: 'cash in Jeddah',
        conditions: { destinationCities: ['jeddah'], paymentMode: 'COD' },
        couriers: FALCON_THEN_CAMEL,
      },
      { name: 'heavy', conditions: { weightMin: 5 }, couriers: FALCON_THEN_CAMEL },
      {
        name: 'cash of 100 to 200',
        conditions: { currencies: ['SAR'], codAmountMin: '100', codAmountMax: 200 },
        couriers: CAMEL_THEN_FALCON,
      },
    ]);
    const shipment = await ship(withCod());
    expect(shipment.courierId).toBe('camel');
    expect(shipment.sent.serviceCode).toBe('ROAD');
    expect(shipment.courierChoice).toMatchObject({
      rule: 'cash of 100 to 200',
      why: 'camel, then falcon',
      considered: [
        { rule: 'cash in Jeddah', matched: false, why: "the receiver's city does not match" },
        { rule: 'heavy', matched: false, why: 'the weight does not match' },
        { rule: 'cash of 100 to 200', matched: true, why: 'camel, then falcon' },
      ],
      order: [
        { courierId: 'camel', serviceCode: 'ROAD' },
        { courierId: 'falcon', serviceCode: null },
      ],
      refused: [],
    });
  });

  it('give way to a courier that the body names', async () => {
    await setRules([{ name: 'all', couriers: CAMEL_THEN_FALCON }]);
    const shipment = await ship({ courierId: 'falcon' });
    expect([shipment.courierId, shipment.courierChoice]).toEqual(['falcon', null]);
  });

  it('leave a shipment that none matches to the first courier, without another one after it', async () => {
    await setRules([{ name: 'far', conditions: { destinationCountries: ['AE'] }, couriers: CAMEL_THEN_FALCON }]);
    under.falcon.next = ['refuse'];
    const shipment = await ship();
    expect(shipment).toMatchObject({ courierId: 'falcon', shipmentStatus: 'BOOKING_FAILED' });
    expect(shipment.courierChoice).toMatchObject({ rule: null, refused: [{ courierId: 'falcon' }] });
  });

  it('pass a refused shipment on to the next courier, which books it once', async () => {
    await setRules([{ name: 'all', couriers: CAMEL_THEN_FALCON }]);
    under.camel.next = ['refuse'];
    const before = under.published.length;
    const shipment = await ship();
    expect(shipment).toMatchObject({ courierId: 'falcon', shipmentStatus: 'BOOKED' });
    expect(under.falcon.booked(shipment.shipmentId)?.awb).toBe(shipment.awb);
    expect(under.camel.booked(shipment.shipmentId)).toBeUndefined();
    expect(shipment.courierChoice.refused).toMatchObject([
      { courierId: 'camel', serviceCode: 'ROAD', code: 'address_not_served', reason: 'The address is not served.' },
    ]);
    // The service was the first courier's own.
    expect(shipment.sent.serviceCode).toBeUndefined();
    const { history } = await under.track(shipment.shipmentId);
    expect((history as Json[]).map(({ status, reasonCode }) => [status, reasonCode])).toContainEqual([
      'PENDING',
      'address_not_served',
    ]);
    const types = under.published.slice(before).map(({ type }) => type);
    expect(types).not.toContain('shipment.booking.failed');
  });

  it('end with a failed booking when all refuse; a person who names a courier gets that one alone', async () => {
    await setRules([{ name: 'all', couriers: CAMEL_THEN_FALCON }]);
    [under.camel.next, under.falcon.next] = [['refuse'], ['refuse']];
    const shipment = await ship();
    expect(shipment).toMatchObject({ courierId: 'falcon', shipmentStatus: 'BOOKING_FAILED' });
    expect(shipment.courierChoice.refused).toHaveLength(2);
    under.camel.next = ['refuse'];
    await under.call('POST', `${SHIPMENTS}/${shipment.shipmentId}/retry-booking`, { courierId: 'camel' });
    await under.makeDueCalls();
    const again = (await under.call('GET', `${SHIPMENTS}/${shipment.shipmentId}`)).body.data as Json;
    expect(again).toMatchObject({ courierId: 'camel', shipmentStatus: 'BOOKING_FAILED' });
  });

  it('never ask a second courier while the first may have booked', async () => {
    await setRules([{ name: 'all', couriers: CAMEL_THEN_FALCON }]);
    under.camel.next = ['lose answer'];
    const shipment = await ship();
    expect(shipment).toMatchObject({ courierId: 'camel', shipmentStatus: 'PENDING' });
    under.passTime(60_000);
    await under.makeDueCalls();
    const found = (await under.call('GET', `${SHIPMENTS}/${shipment.shipmentId}`)).body.data as Json;
    expect(found).toMatchObject({ courierId: 'camel', shipmentStatus: 'BOOKED' });
    expect(under.falcon.booked(shipment.shipmentId)).toBeUndefined();
  });

  it('pass a shipment on that its courier takes no request of for as long as a silent one', async () => {
    await setRules([{ name: 'all', couriers: CAMEL_THEN_FALCON }]);
    under.camel.next = Array.from({ length: COURIER.attemptsUntilAlarm + 1 }, () => 'not sent' as const);
    const { shipmentId } = await ship();
    const callAgain = async (): Promise<Json> => {
      under.passTime(COURIER.retryMaxMs + 1_000);
      await under.makeDueCalls();
      return (await under.call('GET', `${SHIPMENTS}/${shipmentId}`)).body.data as Json;
    };
    for (let tries = 2; tries < COURIER.attemptsUntilAlarm; tries++)
      expect(await callAgain()).toMatchObject({ courierId: 'camel', shipmentStatus: 'PENDING' });
    // Two rounds: one passes it on, one books it.
    await callAgain();
    expect(await callAgain()).toMatchObject({
      courierId: 'falcon',
      shipmentStatus: 'BOOKED',
      alarms: [],
      courierChoice: { refused: [{ courierId: 'camel', code: 'not_sent', reason: 'The courier answered 401' }] },
    });
    expect(under.camel.next).toHaveLength(1);
    expect(under.falcon.doubleBookings).toEqual([]);
  });

  it('let a shipment wait whose courier has no account any more, where no other one can be asked', async () => {
    await setRules([{ name: 'all', couriers: CAMEL_THEN_FALCON }]);
    const created = await under.call('POST', SHIPMENTS, { ...domestic(), referenceNumber: `rule-${++references}` });
    const { shipmentId } = created.body.data as { shipmentId: string };
    await under.call('PUT', `${SHIPMENTS}/couriers/falcon`, { enabled: false });
    const account = jest.spyOn(under.dependencies.couriers, 'of').mockResolvedValue(undefined);
    await under.makeDueCalls().finally(() => account.mockRestore());
    const waiting = (await under.call('GET', `${SHIPMENTS}/${shipmentId}`)).body.data as Json;
    expect(waiting).toMatchObject({ courierId: 'camel', shipmentStatus: 'PENDING' });
    under.passTime(COURIER.retryMaxMs + 1_000);
    await under.makeDueCalls();
    const booked = (await under.call('GET', `${SHIPMENTS}/${shipmentId}`)).body.data as Json;
    expect(booked).toMatchObject({ courierId: 'camel', shipmentStatus: 'BOOKED' });
    await under.call('PUT', `${SHIPMENTS}/couriers/falcon`, { enabled: true });
  });

  it('leave out couriers that are switched off, now and when a shipment is passed on', async () => {
    await setRules([{ name: 'all', couriers: CAMEL_THEN_FALCON }]);
    await under.call('PUT', `${SHIPMENTS}/couriers/camel`, { enabled: false });
    const shipment = await ship();
    expect(shipment.courierId).toBe('falcon');
    expect(shipment.courierChoice.why).toContain('camel: it is switched off');
    await under.call('PUT', `${SHIPMENTS}/couriers/camel`, { enabled: true });
    await under.call('PUT', `${SHIPMENTS}/couriers/falcon`, { enabled: false });
    under.camel.next = ['refuse'];
    expect(await ship()).toMatchObject({ courierId: 'camel', shipmentStatus: 'BOOKING_FAILED' });
    await under.call('PUT', `${SHIPMENTS}/couriers/falcon`, { enabled: true });
  });

  it('divide the volume by shares, the same way for the same reference', async () => {
    await setRules([{ name: 'split', couriers: [{ courierId: 'falcon' }, { courierId: 'camel', percent: 40 }] }]);
    const chosen = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        under.call('POST', SHIPMENTS, { ...domestic(), referenceNumber: `split-${at}` }),
      ),
    );
    expect(chosen.every(({ status }) => status === 200)).toBe(true);
    const { rows } = await under.pool.query<{ courier: string; count: string }>(
      "SELECT courier, count(*) FROM shipment WHERE reference LIKE 'split-%' GROUP BY 1",
    );
    const camel = Number(rows.find(({ courier }) => courier === 'camel')?.count);
    // References are fixed, so the count is.
    expect(camel).toBeGreaterThan(25);
    expect(camel).toBeLessThan(55);
    const dry = await under.call('POST', `${RULES}/dry-run`, {});
    const byCourier = dry.body.data.byCourier as Record<string, { now: number; then: number }>;
    expect(byCourier.camel?.then).toBeGreaterThanOrEqual(camel);
    await under.makeDueCalls();
  });

  it('take the cheapest courier by what each quotes, and do not wait for one that hangs', async () => {
    await setRules([{ name: 'cheap', couriers: FALCON_THEN_CAMEL, orderBy: 'price' }]);
    await setOffers('2500', '1900');
    const cheap = await ship({ shipToInfo: { ...domestic().shipToInfo, city: 'Abha' } });
    expect(cheap.courierChoice).toMatchObject({
      why: 'camel (19.00 SAR), then falcon (25.00 SAR)',
      order: [
        { courierId: 'camel', serviceCode: 'camel-day', price: '19.00', currency: 'SAR', transitDays: 2 },
        { courierId: 'falcon', serviceCode: 'falcon-day', price: '25.00' },
      ],
    });
    expect(cheap.sent.serviceCode).toBe('camel-day');
    const quotesBefore = under.camel.quotes;
    await ship({ shipToInfo: { ...domestic().shipToInfo, city: 'Abha', name: 'Another' } });
    expect(under.camel.quotes).toBe(quotesBefore);
    await setOffers('2500', null);
    const without = await ship({ shipToInfo: { ...domestic().shipToInfo, city: 'Taif' } });
    expect(without.courierChoice.why).toBe('falcon (25.00 SAR), then camel (no price)');
    under.falcon.offers = { kind: 'not_served', reason: 'no depot' };
    const served = await ship({ shipToInfo: { ...domestic().shipToInfo, city: 'Hail' } });
    expect(served.courierChoice).toMatchObject({
      why: 'camel (no price) (left out: falcon: it does not serve this shipment (no depot))',
    });
  });

  it('keep every version with who made it, and admit one of two changes of the same version', async () => {
    const { version } = await setRules([
      { name: 'one', couriers: FALCON_THEN_CAMEL },
      { name: 'two', couriers: FALCON_THEN_CAMEL },
    ]);
    const changes = await Promise.all(
      ['three', 'four'].map((name) =>
        under.call('PUT', RULES, {
          version,
          rules: [
            { name, couriers: FALCON_THEN_CAMEL },
            { name: 'one', couriers: CAMEL_THEN_FALCON },
          ],
          note: name,
        }),
      ),
    );
    expect(changes.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(changes.find(({ status }) => status === 409)?.body.details[0].code).toBe('RULES_CHANGED');
    const [newest] = (await under.call('GET', `${RULES}/versions`)).body.data.items as Json[];
    const [kept] = newest?.changes.added as string[];
    expect(newest).toMatchObject({
      version: version + 1,
      changes: { added: [kept], removed: ['two'], changed: ['one'], reordered: false },
      note: kept,
      changedBy: 'cl_1',
    });
    const before = (await under.call('GET', `${RULES}/versions/${version}`)).body.data as Json;
    expect((before.rules as Json[]).map(({ name }) => name as string)).toEqual(['one', 'two']);
    expect((await under.call('GET', `${RULES}/versions/99999`)).status).toBe(404);
  });

  it('can be tried on past shipments, which stay as they are', async () => {
    await setRules([]);
    const { shipmentId } = await ship();
    const answer = await under.call('POST', `${RULES}/dry-run`, {
      rules: [{ name: 'all', couriers: CAMEL_THEN_FALCON }],
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data.changed).toBeGreaterThan(0);
    expect(answer.body.data.examples[0]).toMatchObject({
      shipmentId,
      now: 'falcon',
      then: 'camel',
      rule: 'all',
      why: 'camel, then falcon',
    });
    expect((await under.call('GET', `${SHIPMENTS}/${shipmentId}`)).body.data.courierId).toBe('falcon');
  });

  it('name every mistake', async () => {
    const { version } = (await under.call('GET', RULES)).body.data as Json;
    const answer = await under.call('PUT', RULES, {
      version,
      rules: [
        { name: 'a', conditions: { codAmountMin: 5 }, couriers: [{ courierId: 'falcon', percent: 60 }] },
        {
          name: 'b',
          couriers: [
            { courierId: 'falcon', percent: 60 },
            { courierId: 'camel', percent: 60 },
          ],
          orderBy: 'price',
        },
      ],
    });
    expect(answer.status).toBe(400);
    expect((answer.body.details as Json[]).map(({ field }) => field as string)).toEqual([
      'rules.0.conditions.codAmountMin',
      'rules.1.couriers',
      'rules.1.orderBy',
    ]);
    const unknown = await under.call('PUT', RULES, {
      version,
      rules: [
        { name: 'a', couriers: [{ courierId: 'ostrich' }] },
        { name: 'a', couriers: [{ courierId: 'falcon' }] },
      ],
    });
    expect((unknown.body.details as Json[]).map(({ field, code }) => [code, field] as unknown)).toEqual([
      ['COURIER_UNKNOWN', 'rules.0.couriers.0.courierId'],
      ['VALIDATION_FAILED', 'rules.1.name'],
    ]);
  });
});
