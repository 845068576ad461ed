import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@qafila/runtime/new-id';
import { startFakeProcess } from '@qafila/testing/fake-process';
import type { FakeProcess } from '@qafila/testing/fake-process';
import type { Json } from '@qafila/testing/http-call';
import { ports } from '@qafila/testing/ports';
import type { Consignment } from '../../src/couriers/consignment.ts';
import type { BookingRequest, BookingResult, Courier, Waybill } from '../../src/couriers/courier.ts';
import { DhlKind } from '../../src/couriers/dhl/dhl-kind.ts';
import * as bodies from '../bodies.ts';
import { international, read, riyadhLatin } from '../bodies.ts';
import type { Body } from '../bodies.ts';
import { keepsTheCourierContract, readable } from '../couriers/courier-contract.ts';
import { keepsTheDailyWorkContract } from '../couriers/daily-work-contract.ts';
import type { DailyWorkUnderContract } from '../couriers/daily-work-contract.ts';
import { startShipmentForTest } from '../harness.ts';
import type { ShipmentUnderTest } from '../harness.ts';

const CREDENTIALS = { api_key: 'test-key-of-dhl', api_secret: 'test-secret-of-dhl', account_number: '950000002' };
const LEVER: Record<string, string> = { refused: 'REFUSED', 'answer-lost': 'ANSWER-LOST' };
const signal = (): AbortSignal => AbortSignal.timeout(20_000);
/** DHL reads Latin letters only. */
const latin = (body: Body): Body => {
  for (const party of [body.shipToInfo, body.shipFromInfo]) party.latin = riyadhLatin();
  return body;
};
const domestic = (): Body => latin(bodies.domestic());
const withCod = (): Body => latin(bodies.withCod());
const consignment = (body: Body): Consignment => read(body);
const booking = (body: Body, shipmentId = newId('shp', Date.now())): BookingRequest => ({
  shipmentId,
  callbackUrl: 'http://ship.example/',
  consignment: consignment(body),
});

describe('DHL Express, simulated after its documentation', () => {
  let dhl: FakeProcess;
  let kind: DhlKind;
  let courier: Courier;
  const connect = (credentials: Record<string, string> = CREDENTIALS): Courier =>
    kind.connect({ id: 'cra_1', mode: 'stage', account: '950000002', credentials, previous: null });
  beforeAll(async () => {
    dhl = await startFakeProcess(new URL('./dhl.mjs', import.meta.url));
    kind = new DhlKind({ apiUrl: `${dhl.url}/mydhlapi` });
    courier = connect();
  });
  afterAll(() => dhl?.stop());
  const lastRequest = async (path: string): Promise<Json> =>
    (await dhl.control('requests')).requests.filter((sent: Json) => (sent.path as string).endsWith(path)).at(-1);
  const book = async (request: BookingRequest, by = courier): Promise<Waybill> => {
    const booked: BookingResult = await by.book(request, signal());
    if (booked.kind !== 'booked') throw new Error(JSON.stringify(booked));
    return booked;
  };

  const underContract = (): DailyWorkUnderContract => ({
    courier,
    booking: (shipmentId, scenario) =>
      booking({ ...domestic(), referenceNumber: `${LEVER[scenario] ?? 'ORDER'}-${shipmentId.slice(-6)}` }, shipmentId),
    pickUp: async (awb) => void (await dhl.control('scan', { awb, typeCode: 'PU' })),
    deliver: async (awb) => void (await dhl.control('scan', { awb, typeCode: 'OK', signedBy: 'A Salem' })),
    loseAnswer: async () => void (await dhl.control('losePickup')),
  });
  keepsTheCourierContract('dhl_express', underContract, {
    scenarios: [],
    repeats: false,
    saysAbsent: false,
    cancels: false,
    reportsAll: false,
    signsCalls: false,
  });
  // It says neither that a repeated order of a driver gives the same one, nor that it refuses one for a taken parcel.
  keepsTheDailyWorkContract('dhl_express', underContract, {
    calls: ['schedulePickup', 'cancelPickup', 'proofOfDelivery'],
  });

  test('a parcel across a border has its declaration, and brings label, waybill document and invoice', async () => {
    const request = booking({ ...international(), incoterm: 'DDP' });
    const { documents, label } = await book(request);
    expect(documents?.map(({ kind: each, format }) => [each, format])).toEqual([
      ['label', 'pdf'],
      ['receipt', 'pdf'],
      ['invoice', 'pdf'],
    ]);
    expect(label).toMatchObject({ originCode: 'RUH', destinationCode: 'DXB', account: '950000002' });
    const { body } = await lastRequest('/shipments');
    expect(body).toMatchObject({
      productCode: 'P',
      accounts: [{ typeCode: 'shipper' }, { typeCode: 'duties-taxes' }],
      valueAddedServices: [{ serviceCode: 'DD' }, { serviceCode: 'WY' }],
      content: {
        isCustomsDeclarable: true,
        declaredValue: 200,
        incoterm: 'DDP',
        exportDeclaration: {
          lineItems: [{ description: 'Dates', price: 50, quantity: { value: 4 }, manufacturerCountry: 'SA' }],
          invoice: { number: 'INV-1' },
        },
      },
    });
  });

  test('each piece has its number, and a scan of it names the piece', async () => {
    const two = [0.5, 1.25].map((weight) => ({ ...domestic().packagesInfo[0], weight }));
    const request = booking({ ...domestic(), packagesInfo: two });
    const { awb, label } = await book(request);
    expect(label.pieces).toEqual([`JD0140000${awb}1`, `JD0140000${awb}2`]);
    await dhl.control('scan', { awb, typeCode: 'PU' });
    await dhl.control('scan', { awb, typeCode: 'OK', piece: 2 });
    const scans = readable(await courier.poll([{ awb, shipmentId: request.shipmentId }], signal()));
    expect(scans.map(({ status, pieceNumber }) => [status, pieceNumber])).toEqual([
      ['PICKED_UP', `JD0140000${awb}1`],
      ['PICKED_UP', `JD0140000${awb}2`],
      ['DELIVERED', `JD0140000${awb}2`],
    ]);
  });

  test('the delivery of one piece is not that of a piece without checkpoints', async () => {
    const two = [0.5, 1.25].map((weight) => ({ ...domestic().packagesInfo[0], weight }));
    const { awb } = await book(booking({ ...domestic(), packagesInfo: two }));
    await dhl.control('scan', { awb, typeCode: 'OK', piece: 1 });
    const scans = await courier.poll([{ awb, shipmentId: 'shp_1' }], signal());
    expect(scans).toMatchObject([{ status: 'DELIVERED', pieceNumber: `JD0140000${awb}1` }]);
  });

  test('a checkpoint without an offset counts in the time of its country', async () => {
    const { awb } = await book(booking(domestic()));
    await dhl.control('scan', { awb, typeCode: 'PU' });
    await dhl.control('scan', { awb, typeCode: 'NH', offset: null });
    const [first, second] = await courier.poll([{ awb, shipmentId: 'shp_1' }], signal());
    expect(second).toMatchObject({
      status: 'DELIVERY_FAILED',
      reasonCode: 'customer_not_available',
      city: 'Riyadh',
      countryCode: 'SA',
      occurredAtMs: (first?.occurredAtMs ?? 0) + 1_000,
    });
    expect(Math.abs((first?.occurredAtMs ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('cash on delivery is refused, and nothing is sent', async () => {
    const before = (await dhl.control('requests')).requests.length;
    expect(await courier.book(booking(withCod()), signal())).toMatchObject({ code: 'cod_not_supported' });
    expect((await dhl.control('requests')).requests).toHaveLength(before);
  });

  test('an address that does not fit is refused instead of cut off', async () => {
    const body = domestic();
    body.shipToInfo.latin.addressLine1 = 'Beside the great mosque '.repeat(8).trim();
    expect(await courier.book(booking(body), signal())).toMatchObject({ kind: 'refused', code: 'address_too_long' });
    body.shipToInfo.latin.addressLine1 = 'A street of forty letters and some more, and a second line';
    expect((await courier.book(booking(body), signal())).kind).toBe('booked');
  });

  test('an address without Latin letters is refused before DHL is called, also in one line of it', async () => {
    const before = (await dhl.control('requests')).requests.length;
    const body = domestic();
    delete body.shipToInfo.latin;
    const refused = { kind: 'refused', code: 'latin_required', reason: expect.stringContaining('Latin letters') };
    expect(await courier.book(booking(body), signal())).toMatchObject(refused);
    expect(await courier.quote?.(consignment(body), signal())).toMatchObject({ kind: 'not_served' });
    const mixed = domestic();
    mixed.shipToInfo = { ...mixed.shipToInfo, ...riyadhLatin(), district: 'العليا', latin: undefined };
    expect(await courier.book(booking(mixed), signal())).toMatchObject(refused);
    expect((await dhl.control('requests')).requests).toHaveLength(before);
  });

  test('DHL gets the Latin spelling of address and goods, and nothing of the other one', async () => {
    const body = international();
    body.shipFromInfo = { ...body.shipFromInfo, companyName: 'متجر قافلة', addressLine2: 'الدور الثالث' };
    Object.assign(body.packagesInfo[0].items[0], { name: 'تمور', customsDescription: 'Fresh dates' });
    await book(booking(body));
    const sent = await lastRequest('/shipments');
    expect(sent.body.content.exportDeclaration.lineItems).toMatchObject([{ description: 'Fresh dates' }]);
    expect(JSON.stringify(sent.body)).not.toMatch(/[^\P{L}\p{Script=Latin}]/u);
  });

  test('its number of a refusal is the code', async () => {
    const refused = await courier.book(booking({ ...domestic(), referenceNumber: 'REFUSED' }), signal());
    expect(refused).toMatchObject({ code: 'dhl_7008', reason: expect.stringContaining('not available') });
  });

  test('a failure of its process leaves the booking open', async () => {
    await expect(courier.book(booking({ ...domestic(), referenceNumber: 'UNDECIDED' }), signal())).rejects.toThrow(
      '500',
    );
  });

  test('a key that it refuses has booked nothing, and neither has a server that is not reached', async () => {
    const stranger = connect({ ...CREDENTIALS, api_secret: 'of-a-stranger' });
    expect(await stranger.book(booking(domestic()), signal())).toEqual({ kind: 'not_sent', why: 'DHL answered 401' });
    const { closed } = await ports('closed');
    const gone = new DhlKind({ apiUrl: `http://127.0.0.1:${closed}` }).connect({
      id: 'cra_1',
      mode: 'stage',
      account: '950000002',
      credentials: CREDENTIALS,
      previous: null,
    });
    expect(await gone.book(booking(domestic()), signal())).toMatchObject({ kind: 'not_sent' });
  });

  test('two waybills of one reference are a question for a person', async () => {
    const request = booking(domestic());
    await book(request);
    await book(request);
    const lookup = { shipmentId: request.shipmentId, sentUntilMs: Date.now(), createdAtMs: Date.now() };
    expect(await courier.find?.(lookup, signal())).toEqual({ kind: 'unknown' });
  });

  test('labels for a label printer are ZPL', async () => {
    const { documents } = await book(booking(domestic()), connect({ ...CREDENTIALS, label_format: 'zpl' }));
    expect(documents).toMatchObject([{ kind: 'label', format: 'zpl' }]);
  });

  test('says what its services cost in the currency of the bill, or that it does not carry a parcel', async () => {
    expect(await courier.quote?.(consignment(international()), signal())).toEqual({
      kind: 'offers',
      offers: [
        {
          serviceCode: 'P',
          serviceName: 'EXPRESS WORLDWIDE',
          price: { amountMinor: 15025n, currency: 'SAR' },
          transitDays: 2,
        },
      ],
    });
    const far = consignment(international());
    far.shipTo.countryCode = 'KP';
    expect(await courier.quote?.(far, signal())).toMatchObject({
      kind: 'not_served',
      reason: expect.stringContaining('996'),
    });
  });

  test("a driver is ordered in the local time of the address, and has DHL's number", async () => {
    const { awb } = await book(booking(domestic()));
    const readyAtMs = Date.parse('2026-11-24T11:00:00Z');
    const request = {
      pickupId: 'pku_1',
      address: consignment(domestic()).shipFrom,
      date: '2026-11-24',
      readyTime: '14:00',
      closeTime: '18:00',
      timeZone: 'Asia/Riyadh',
      readyAtMs,
      closeAtMs: readyAtMs + 4 * 3_600_000,
      parcels: [{ awb, shipmentId: 'shp_1', pieces: 2, weightGrams: 2_501n }],
      note: 'Gate 3',
    };
    const scheduled = await courier.schedulePickup?.(request, signal());
    expect(scheduled).toEqual({ kind: 'scheduled', confirmation: expect.stringMatching(/^RUH\d+$/) });
    expect((await lastRequest('/pickups')).body).toMatchObject({
      plannedPickupDateAndTime: '2026-11-24T14:00:00GMT+03:00',
      closeTime: '18:00',
      specialInstructions: [{ value: 'Gate 3' }],
    });
  });

  test("the proof of a delivery is DHL's page", async () => {
    const { awb } = await book(booking(domestic()));
    await dhl.control('scan', { awb, typeCode: 'OK' });
    expect(await courier.proofOfDelivery?.({ awb, shipmentId: 'shp_1' }, signal())).toEqual({
      kind: 'found',
      files: [{ format: 'pdf', bytes: Buffer.from(`%PDF proof ${awb}`) }],
    });
  });

  describe('as an account of a company', () => {
    let under: ShipmentUnderTest;
    beforeAll(async () => {
      under = await startShipmentForTest({ couriers: [], courierKinds: [kind] });
    });
    afterAll(() => under?.stop());
    const put = (more: Record<string, string>): ReturnType<ShipmentUnderTest['call']> =>
      under.call('PUT', '/oe/aggtr/api/v1/courier-accounts/dhl_express', { credentials: { ...CREDENTIALS, ...more } });

    test.each([
      ['with a key that DHL refuses', { api_secret: 'of-a-stranger' }, 'credentials.api_key'],
      ['of an account that DHL does not know', { account_number: '123456789' }, 'credentials.account_number'],
    ])('is not connected %s', async (_, wrong: Record<string, string>, field) => {
      const answer = await put(wrong);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('COURIER_CREDENTIALS_REFUSED')]);
      expect(answer.text).toContain(field);
    });

    test('a parcel is booked, labelled by DHL and followed to its delivery', async () => {
      expect((await put({})).status).toBe(200);
      const id = await under.ship(domestic());
      const { awb, shipmentStatus } = await under.track(id);
      expect([shipmentStatus, awb]).toEqual(['BOOKED', expect.stringMatching(/^\d{10}$/)]);
      const { awbUrl } = (await under.call('GET', `/oe/aggtr/api/v1/shipments/${id}/awb`)).body.data as Json;
      const label = await fetch((awbUrl as string).replace('http://ship.example', under.service.url));
      expect(await label.text()).toBe(`label ${awb}`);
    });

    test('what it said of one spelling of an address answers for no other spelling', async () => {
      expect((await put({})).status).toBe(200);
      const quote = async (shipToInfo: Body): Promise<Json> => {
        const body = { ...domestic(), shipToInfo: { ...domestic().shipToInfo, ...shipToInfo } };
        return (await under.call('POST', '/oe/aggtr/api/v1/shipments/quotes', body)).body.data as Json;
      };
      const rates = async (): Promise<number> =>
        (await dhl.control('requests')).requests.filter(({ path }: Json) => (path as string).endsWith('/rates')).length;
      const refusalOf = (name: string): Json => ({
        offers: [],
        unavailable: [{ reason: expect.stringContaining(name) }],
      });
      const offered = { offers: [{ courierId: 'dhl_express' }], unavailable: [] };
      expect(await quote({ name: 'سالم', latin: undefined })).toMatchObject(refusalOf('سالم'));
      expect(await quote({ name: 'نورة', latin: undefined })).toMatchObject(refusalOf('نورة'));
      const before = await rates();
      expect(await quote({})).toMatchObject(offered);
      expect(await quote({ latin: { ...riyadhLatin(), name: 'Another Name' } })).toMatchObject(offered);
      expect(await rates()).toBe(before + 1);
      expect(await quote({ latin: { ...riyadhLatin(), city: 'Ar Riyad' } })).toMatchObject(offered);
      expect(await rates()).toBe(before + 2);
      const long = { ...riyadhLatin(), addressLine1: 'Beside the great mosque '.repeat(8).trim() };
      expect(await quote({ latin: long })).toMatchObject(refusalOf('does not fit'));
    });

    test('a booking whose answer is lost is found by its reference, and never booked again', async () => {
      const id = await under.ship({ ...domestic(), referenceNumber: 'ANSWER-LOST-1' });
      expect((await under.track(id)).shipmentStatus).toBe('PENDING');
      under.passTime(60_000);
      await under.makeDueCalls();
      const { awb, shipmentStatus } = await under.track(id);
      const ours = (await dhl.control('shipments')).shipments.filter((each: Json) =>
        JSON.stringify(each.body.customerReferences).includes(id),
      );
      expect([shipmentStatus, ours.map((each: Json) => each.awb as string)]).toEqual(['BOOKED', [awb]]);
    });
  });
});
