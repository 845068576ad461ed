import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ports } from '@qafila/testing/ports';
import { COURIER } from '../../src/limits.ts';
import { pollScans } from '../../src/scans/poll-scans.ts';
import type { ShipmentRow } from '../../src/shipments/shipment.entity.ts';
import { KarrioKind } from '../../src/couriers/karrio/karrio-kind.ts';
import type { Courier, ReportedScan } from '../../src/couriers/courier.ts';
import { read, withCod } from '../bodies.ts';
import { keepsTheCourierContract } from '../couriers/courier-contract.ts';
import { startShipmentForTest } from '../harness.ts';
import type { ShipmentUnderTest } from '../harness.ts';
import { describeWithKarrio, startKarrio } from './karrio-stand.ts';
import type { KarrioUnderTest } from './karrio-stand.ts';

/** The first start downloads Karrio. */
const START_MS = 15 * 60_000;
const ACCOUNT = '/oe/aggtr/api/v1/courier-accounts/karrio';

describeWithKarrio('Karrio, the real server', () => {
  let karrio: KarrioUnderTest;
  let courier: Courier;
  let credentials: Record<string, string>;
  beforeAll(async () => {
    karrio = await startKarrio();
    credentials = await karrio.connectCarrier();
    courier = new KarrioKind([karrio.url]).connect({
      id: 'cra_1',
      mode: 'stage',
      account: 'house',
      credentials,
      previous: null,
    });
  }, START_MS);
  afterAll(() => karrio?.stop());

  keepsTheCourierContract(
    'karrio',
    () => ({
      courier,
      booking: (shipmentId, scenario) => {
        if (scenario === 'answer-lost') karrio.loseAnswer(shipmentId);
        return {
          shipmentId,
          callbackUrl: 'http://ship.example/',
          serviceCode: scenario === 'refused' ? 'no_such_service' : undefined,
          consignment: read({ ...withCod(), referenceNumber: `ORDER-${shipmentId}` }),
        };
      },
      pickUp: (awb) => karrio.track({ awb, status: 'picked_up' }),
      deliver: (awb) => karrio.track({ awb, status: 'delivered' }),
    }),
    { scenarios: [], repeats: false, saysAbsent: false, cancels: true, reportsAll: false, signsCalls: false },
  );

  test('refuses cash on delivery unless the account says that its carrier collects it', async () => {
    const silent = new KarrioKind([karrio.url]).connect({
      id: 'cra_1',
      mode: 'stage',
      account: 'house',
      credentials: { ...credentials, cash_on_delivery: '' },
      previous: null,
    });
    const booking = { shipmentId: 'shp_cod', callbackUrl: '', consignment: read(withCod()) };
    expect(await silent.draft?.(booking, AbortSignal.timeout(20_000))).toMatchObject({ code: 'cod_not_supported' });
  });

  test('a server that is not reached has booked nothing', async () => {
    const { closed } = await ports('closed');
    const server_url = `http://127.0.0.1:${closed}`;
    const gone = new KarrioKind([server_url]).connect({
      id: 'cra_1',
      mode: 'stage',
      account: 'house',
      credentials: { ...credentials, server_url },
      previous: null,
    });
    const booking = { shipmentId: 'shp_gone', callbackUrl: '', consignment: read(withCod()), draft: 'shp_1 rat_1' };
    expect(await gone.draft?.(booking, AbortSignal.timeout(20_000))).toMatchObject({ kind: 'not_sent' });
    expect(await gone.book(booking, AbortSignal.timeout(20_000))).toMatchObject({ kind: 'not_sent' });
  });

  test('a tracker that fails hides no other of its batch, and all that fail are a failure', async () => {
    await karrio.track({ awb: 'BATCH-GOOD', status: 'in_transit' });
    karrio.failTracker('BATCH-BAD');
    const poll = (...awbs: string[]): Promise<ReportedScan[]> =>
      courier.poll(
        awbs.map((awb) => ({ awb, shipmentId: awb })),
        AbortSignal.timeout(20_000),
      );
    expect(await poll('BATCH-BAD', 'BATCH-GOOD')).toMatchObject([{ awb: 'BATCH-GOOD', status: 'IN_TRANSIT' }]);
    await expect(poll('BATCH-BAD')).rejects.toThrow('500');
  });

  test('an event with a status and without a code stays the same when its tracker moves on', async () => {
    const poll = (): Promise<ReportedScan[]> =>
      courier.poll([{ awb: 'CODELESS', shipmentId: 'shp_1' }], AbortSignal.timeout(20_000));
    await karrio.track({ awb: 'CODELESS', status: 'in_transit', code: '' });
    const [before] = await poll();
    await karrio.track({ awb: 'CODELESS', status: 'delivered', code: '' });
    expect(await poll()).toMatchObject([before, { courierStatusCode: 'delivered', status: 'DELIVERED' }]);
  });

  describe('as an account of a company', () => {
    let under: ShipmentUnderTest;
    beforeAll(async () => {
      under = await startShipmentForTest({ couriers: [], courierKinds: [new KarrioKind([karrio.url])] });
    });
    afterAll(() => under?.stop());

    test.each([
      ['of a server that the deployment does not list', { server_url: 'http://169.254.169.254' }, 'VALIDATION_FAILED'],
      ['with a key that Karrio refuses', { api_token: 'key_of_a_stranger' }, 'COURIER_CREDENTIALS_REFUSED'],
      ['of a connection that is not there', { carrier_id: 'absent' }, 'COURIER_CREDENTIALS_REFUSED'],
    ])('is not connected %s', async (_, wrong, code) => {
      const answer = await under.call('PUT', ACCOUNT, { credentials: { ...credentials, ...wrong } });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(code)]);
    });

    test('a shipment is bought once by workers that race, and tracked to its delivery', async () => {
      const connected = await under.call('PUT', ACCOUNT, { credentials });
      expect([connected.status, connected.body.data?.account.courier_account_name]).toEqual([200, 'House']);
      const racing = await Promise.all([under.ship(withCod()), under.makeDueCalls(), under.makeDueCalls()]);
      const id = racing[0];
      expect(karrio.purchases(id)).toBe(1);
      const { awb, shipmentStatus } = await under.track(id);
      expect([shipmentStatus, awb]).toEqual(['BOOKED', expect.stringMatching(/./)]);
      await karrio.track({ awb: awb as string, status: 'delivered' });
      const polled = await courier.poll([{ awb: awb as string, shipmentId: id }], AbortSignal.timeout(20_000));
      expect(polled).toMatchObject([{ status: 'DELIVERED' }]);
    });

    test('an event without a status is delivered once its tracker is, and counts once under each status', async () => {
      const id = await under.ship({ ...withCod(), referenceNumber: 'status-less' });
      const awb = (await under.track(id)).awb as string;
      const poll = async (): Promise<unknown> => {
        const { rows } = await under.pool.query<ShipmentRow>('SELECT * FROM shipment WHERE id = $1', [id]);
        await pollScans(under.dependencies, rows);
        return (await under.track(id)).shipmentStatus;
      };
      await karrio.trackStatusless(awb, 'in_transit', 'SCAN');
      expect([await poll(), await poll()]).toEqual(['IN_TRANSIT', 'IN_TRANSIT']);
      await karrio.trackStatusless(awb, 'delivered', 'SCAN');
      expect([await poll(), await poll()]).toEqual(['DELIVERED', 'DELIVERED']);
      const { rows } = await under.pool.query(
        'SELECT courier_status_code FROM history WHERE shipment_id = $1 AND courier_status_code IS NOT NULL ORDER BY 1',
        [id],
      );
      expect(rows.map(({ courier_status_code: code }) => code as string)).toEqual([
        'SCAN:delivered',
        'SCAN:in_transit',
      ]);
    });

    test('a purchase whose answer is lost is found, and never bought again', async () => {
      const created = await under.call('POST', '/oe/aggtr/api/v1/shipments', {
        ...withCod(),
        referenceNumber: 'lost-answer',
      });
      const id = created.body.data.shipmentId as string;
      karrio.loseAnswer(id);
      await under.makeDueCalls();
      expect((await under.track(id)).shipmentStatus).toBe('PENDING');
      under.passTime(COURIER.retryMaxMs);
      await under.makeDueCalls();
      expect((await under.track(id)).shipmentStatus).toBe('BOOKED');
      expect(karrio.purchases(id)).toBe(1);
    }, 60_000);
  });
});
