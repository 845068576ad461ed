import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@qafila/runtime/new-id';
import { startFakeProcess } from '@qafila/testing/fake-process';
import type { FakeProcess } from '@qafila/testing/fake-process';
import type { Json } from '@qafila/testing/http-call';
import { ports } from '@qafila/testing/ports';
import { isUnreadable } from '../../src/couriers/courier.ts';
import type { BookingRequest, Courier, CourierScan, ReportedScan, Waybill } from '../../src/couriers/courier.ts';
import { SmsaKind } from '../../src/couriers/smsa/smsa-kind.ts';
import { changed, domestic, international, read, withCod } from '../bodies.ts';
import type { Body } from '../bodies.ts';
import { keepsTheCourierContract, readable } from '../couriers/courier-contract.ts';
import { startShipmentForTest } from '../harness.ts';
import type { ShipmentUnderTest } from '../harness.ts';
import { pollScans } from '../../src/scans/poll-scans.ts';
import type { ShipmentRow } from '../../src/shipments/shipment.entity.ts';

const CREDENTIALS = { api_key: 'test-key-of-smsa-0001', account_number: 'RUH-77' };
const LEVER: Record<string, string> = { refused: 'REFUSED', 'answer-lost': 'ANSWER-LOST' };
const signal = (): AbortSignal => AbortSignal.timeout(20_000);
const booking = (body: Body, shipmentId = newId('shp', Date.now())): BookingRequest => ({
  shipmentId,
  callbackUrl: 'http://ship.example/',
  consignment: read(body),
});
const described = (body: Body, description: string): Body =>
  changed(body, { 'packagesInfo.0.description': description });

describe('SMSA, simulated after its documentation', () => {
  let smsa: FakeProcess;
  const warned: unknown[] = [];
  let kind: SmsaKind;
  let courier: Courier;
  const connect = (credentials: Record<string, string> = CREDENTIALS): Courier =>
    kind.connect({ id: 'cra_1', mode: 'stage', account: 'RUH-77', credentials, previous: null });
  beforeAll(async () => {
    smsa = await startFakeProcess(new URL('./smsa.mjs', import.meta.url));
    kind = new SmsaKind({ apiUrl: smsa.url, log: { warn: (about) => void warned.push(about) } });
    courier = connect();
  });
  afterAll(() => smsa?.stop());
  const lastRequest = async (): Promise<Json> => (await smsa.control('requests')).requests.at(-1);
  const book = async (request: BookingRequest): Promise<Waybill> => {
    const booked = await courier.book(request, signal());
    if (booked.kind !== 'booked') throw new Error(JSON.stringify(booked));
    return booked;
  };
  const reported = (...awbs: string[]): Promise<ReportedScan[]> =>
    courier.poll(
      awbs.map((awb) => ({ awb, shipmentId: awb })),
      signal(),
    );
  const poll = async (...awbs: string[]): Promise<CourierScan[]> => readable(await reported(...awbs));
  const returned = (body: Body): BookingRequest => {
    const request = booking(body);
    request.consignment.shipmentType = 'RETURN';
    return request;
  };

  keepsTheCourierContract(
    'smsa',
    () => ({
      courier,
      booking: (shipmentId, scenario) => booking(described(withCod(), LEVER[scenario] ?? 'Shirts'), shipmentId),
      pickUp: async (awb) => void (await smsa.control('scan', { awb, type: 'PU' })),
      deliver: async (awb) => void (await smsa.control('scan', { awb, type: 'DL', receivedBy: 'Abdulaziz' })),
    }),
    { scenarios: [], repeats: false, saysAbsent: false, cancels: false, reportsAll: false, signsCalls: false },
  );

  test('gets the cash to collect, the Arabic address and the short address, with its name of the city', async () => {
    const request = booking(withCod());
    const { documents, label } = await book(request);
    expect(documents).toMatchObject([{ kind: 'label', format: 'pdf' }]);
    expect(label).toMatchObject({ account: 'RUH-77' });
    expect(await lastRequest()).toMatchObject({
      path: '/api/shipment/b2c/new',
      body: {
        CODAmount: 115,
        DeclaredValue: 100,
        OrderNumber: request.shipmentId,
        Weight: 1.25,
        ConsigneeAddress: {
          ContactName: 'محمد عبد الله القحطاني',
          ContactPhoneNumber: '966501234567',
          City: 'Riyadh',
          AddressLine1: 'طريق الملك فهد, العليا',
          ShortCode: 'RRRD2929',
        },
      },
    });
  });

  test('completes a name and an address that are shorter than it takes', async () => {
    const body = changed(domestic(), {
      'shipToInfo.name': 'علي',
      'shipToInfo.addressLine1': 'شارع',
      'shipToInfo.district': 'س',
    });
    await book(booking(body));
    const { ContactName, AddressLine1 } = (await lastRequest()).body.ConsigneeAddress as Json;
    expect([ContactName, AddressLine1]).toEqual(['علي - الرياض', 'شارع, س, الرياض, SA']);
  });

  test('each of several parcels has its number, and all labels are one ZPL file', async () => {
    const two = [1, 2].map(() => domestic().packagesInfo[0]);
    const { label, documents } = await book(booking({ ...domestic(), packagesInfo: two }));
    expect(label.pieces).toHaveLength(2);
    expect(documents?.map(({ format, bytes }) => [format, bytes.toString()])).toEqual([
      ['zpl', (label.pieces ?? []).map((awb) => `^XA^FD${awb}^FS^XZ`).join('')],
    ]);
  });

  test('a return is a pick-up at the customer, which alone can be cancelled, until it is picked up', async () => {
    const { awb } = await book(returned(domestic()));
    const { path, body } = await lastRequest();
    expect([path, Object.keys(body as Json)]).toEqual(['/api/c2b/new', expect.arrayContaining(['PickupAddress'])]);
    const cancellation = { awb, shipmentId: 'shp_1', reason: 'merchant_request' } as const;
    for (let time = 0; time < 2; time++)
      expect(await courier.cancel(cancellation, signal())).toEqual({ kind: 'cancelled' });
    const late = await book(returned(domestic()));
    await smsa.control('scan', { awb: late.awb, type: 'PU' });
    expect(await courier.cancel({ ...cancellation, awb: late.awb }, signal())).toEqual({
      kind: 'refused',
      reason: 'Shipment cannot be cancelled after pickup',
    });
  });

  test.each([
    ['across a border', international, {}, 'not_served'],
    ['with cash in another currency', withCod, { currency: 'USD' }, 'cod_currency'],
    [
      'with an address that does not fit',
      domestic,
      { 'shipToInfo.addressLine1': 'شارع طويل '.repeat(24).trim() },
      'address_too_long',
    ],
    ['to a city of two letters', domestic, { 'shipToInfo.city': 'ضم' }, 'city_unknown'],
  ])('refuses a parcel %s, and nothing is sent', async (_, body, fields, code) => {
    const before = (await smsa.control('requests')).requests.length;
    expect(await courier.book(booking(changed(body(), fields)), signal())).toMatchObject({ kind: 'refused', code });
    expect((await smsa.control('requests')).requests).toHaveLength(before);
  });

  test('its words of a refusal are kept, in a sentence or by field', async () => {
    expect(await courier.book(booking(described(domestic(), 'REFUSED')), signal())).toMatchObject({
      kind: 'refused',
      reason: 'Destination city is not served',
    });
    const body = changed(domestic(), { 'shipToInfo.city': 'قرية بعيدة' });
    expect(await courier.book(booking(body), signal())).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('#/ConsigneeAddress/City'),
    });
  });

  test('a scan with the number of its reason counts as its type, and a message is no scan', async () => {
    const { awb } = await book(booking(domestic()));
    for (const type of ['PU', 'SMS', 'DEX03-4', 'DEX08', 'RTO', 'RTS']) await smsa.control('scan', { awb, type });
    const scans = (await poll(awb)).reverse();
    expect(scans.map(({ status, reasonCode, courierStatusCode }) => [status, reasonCode, courierStatusCode])).toEqual([
      ['PICKED_UP', undefined, 'PU'],
      ['DELIVERY_FAILED', 'incorrect_address_details', 'DEX03-4'],
      ['DELIVERY_FAILED', 'customer_not_available', 'DEX08'],
      ['RETURN_TO_ORIGIN', undefined, 'RTO'],
      ['RETURNED', undefined, 'RTS'],
    ]);
    expect(Math.abs((scans[0]?.occurredAtMs ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('a code that it does not document is kept as it came, and logged once', async () => {
    const { awb } = await book(booking(domestic()));
    for (const type of ['XYZ', 'constructor', 'XYZ', 'PUX-17']) await smsa.control('scan', { awb, type });
    for (let time = 0; time < 2; time++) {
      const scans = await reported(awb);
      expect(scans.map((scan) => [isUnreadable(scan) && scan.unreadable, scan.courierStatusCode])).toEqual(
        ['PUX-17', 'XYZ', 'constructor', 'XYZ'].map((code) => ['code', code]),
      );
    }
    expect(warned.filter((about) => (about as { awb: string }).awb === awb)).toEqual(
      expect.arrayContaining([
        { courier: 'smsa', code: 'XYZ', awb },
        { courier: 'smsa', code: 'constructor', awb },
      ]),
    );
    expect(warned.filter((about) => (about as { code: string }).code === 'XYZ')).toHaveLength(1);
  });

  test('a key that it refuses has booked nothing, and neither has a server that is not reached', async () => {
    const stranger = connect({ ...CREDENTIALS, api_key: 'test-key-of-a-stranger' });
    expect(await stranger.book(booking(domestic()), signal())).toEqual({ kind: 'not_sent', why: 'SMSA answered 401' });
    const { closed } = await ports('closed');
    const gone = new SmsaKind({ apiUrl: `http://127.0.0.1:${closed}` }).connect({
      id: 'cra_1',
      mode: 'stage',
      account: 'RUH-77',
      credentials: CREDENTIALS,
      previous: null,
    });
    expect(await gone.book(booking(domestic()), signal())).toMatchObject({ kind: 'not_sent' });
  });

  describe('as an account of a company', () => {
    let under: ShipmentUnderTest;
    beforeAll(async () => {
      under = await startShipmentForTest({ couriers: [], courierKinds: [kind] });
    });
    afterAll(() => under?.stop());
    const put = (more: Record<string, string>): ReturnType<ShipmentUnderTest['call']> =>
      under.call('PUT', '/oe/aggtr/api/v1/courier-accounts/smsa', { credentials: { ...CREDENTIALS, ...more } });

    test('is not connected with a key that SMSA refuses', async () => {
      const answer = await put({ api_key: 'test-key-of-a-stranger' });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('COURIER_CREDENTIALS_REFUSED')]);
    });

    test('a parcel with cash is booked and labelled by SMSA', async () => {
      expect((await put({})).status).toBe(200);
      const id = await under.ship(withCod());
      const { awb, shipmentStatus } = await under.track(id);
      expect([shipmentStatus, awb]).toEqual(['BOOKED', expect.stringMatching(/^\d{12}$/)]);
      const { awbUrl } = (await under.call('GET', `/oe/aggtr/api/v1/shipments/${id}/awb`)).body.data as Json;
      const label = await fetch((awbUrl as string).replace('http://ship.example', under.service.url));
      expect(await label.text()).toBe(`%PDF label ${awb}`);
    });

    const shipTwo = async (): Promise<{ id: string; awb: string; pieces: string[] }> => {
      const boxes = [1, 2].map((box) => ({ ...domestic().packagesInfo[0], packageReference: `box-${box}` }));
      const id = await under.ship({ packagesInfo: boxes });
      const { rows } = await under.pool.query<ShipmentRow>('SELECT * FROM shipment WHERE id = $1', [id]);
      return { id, awb: rows[0]?.awb ?? '', pieces: rows[0]?.label?.pieces ?? [] };
    };
    const pollAll = async (id: string): Promise<Json> => {
      const { rows } = await under.pool.query<ShipmentRow>('SELECT * FROM shipment WHERE id = $1', [id]);
      await pollScans(under.dependencies, rows);
      return under.track(id);
    };

    test('the delivery of the first of two parcels is not that of the shipment', async () => {
      const { id, pieces } = await shipTwo();
      for (const [at, awb] of pieces.entries()) {
        await smsa.control('scan', { awb, type: 'OD' });
        await smsa.control('scan', { awb, type: 'DL' });
        const { shipmentStatus, packages, alarms } = await pollAll(id);
        expect([shipmentStatus, (packages as Json[] | null)?.[0]?.packageStatus, alarms]).toEqual(
          at === 0 ? ['PICKED_UP', 'DELIVERED', []] : ['DELIVERED', 'DELIVERED', []],
        );
      }
    });

    test('an end under the number of the shipment alone may be of one parcel, so it is kept for a person', async () => {
      const { id, awb } = await shipTwo();
      await smsa.control('scan', { awb, type: 'OD' });
      await smsa.control('scan', { awb, type: 'DL' });
      expect(await pollAll(id)).toMatchObject({ shipmentStatus: 'OUT_FOR_DELIVERY', alarms: ['SCAN_UNREADABLE'] });
    });

    test('a booking whose answer is lost is found with its label, and never booked again', async () => {
      const id = await under.ship({ ...described(domestic(), 'ANSWER-LOST'), referenceNumber: 'lost' });
      expect((await under.track(id)).shipmentStatus).toBe('PENDING');
      under.passTime(60_000);
      await under.makeDueCalls();
      const { awb, shipmentStatus } = await under.track(id);
      const ours = (await smsa.control('shipments')).shipments.filter((each: Json) => each.body.OrderNumber === id);
      expect([shipmentStatus, ours.map((each: Json) => each.sawb as string)]).toEqual(['BOOKED', [awb]]);
      const { rows } = await under.pool.query('SELECT kind, format FROM courier_document WHERE shipment_id = $1', [id]);
      expect(rows).toEqual([{ kind: 'label', format: 'pdf' }]);
    });
  });
});
