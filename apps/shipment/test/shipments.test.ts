import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { domestic, international, withCod } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { PublishedEvent, ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
let shipment: ShipmentUnderTest;
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment.stop());

/** The events of a shipment, once at least `count` are published. */
async function eventsOf(id: string, count: number): Promise<PublishedEvent[]> {
  await eventually(() => shipment.published.filter((event) => event.subject === id).length >= count);
  return shipment.published.filter((event) => event.subject === id);
}

describe('create', () => {
  it('answers the envelope of §4.3 at once, and books afterwards', async () => {
    const answer = await shipment.call('POST', BASE, { ...withCod(), referenceNumber: 'create-1' });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        code: '200',
        status: 'Success',
        message: 'Shipment created',
        data: { shipmentId: expect.stringMatching(/^shp_[0-9a-f]{27}$/) },
      },
    ]);
    const { shipmentId } = answer.body.data;
    expect((await shipment.track(shipmentId)).shipmentStatus).toBe('PENDING');
    await shipment.makeDueCalls();
    expect(await shipment.track(shipmentId)).toMatchObject({
      shipmentStatus: 'BOOKED',
      courierId: 'falcon',
      awb: 'FALCON00000001',
      referenceNumber: 'create-1',
      codAmount: 115,
      codCollected: null,
    });
    const events = await eventsOf(shipmentId, 3);
    expect(events.map((event) => event.type)).toEqual([
      'shipment.status.changed',
      'shipment.booked',
      'shipment.awb.ready',
    ]);
    expect(events[1]?.data).toEqual({
      event: 'shipment.booked',
      version: 1,
      shipmentId,
      referenceNumber: 'create-1',
      shipmentType: 'DOMESTIC',
      shipmentStatus: 'BOOKED',
      previousStatus: 'PENDING',
      inferred: false,
      courierId: 'falcon',
      awb: 'FALCON00000001',
      reasonCode: null,
      reason: null,
      packageNumber: null,
      packages: null,
      alarm: null,
      instruction: null,
      otherAwb: null,
      originalShipmentId: null,
      currency: 'SAR',
      codAmount: 115,
      codCollected: null,
      occurredAt: expect.any(String),
      account_id: shipment.owner.accountId,
      store_id: 'str_1',
      mode: 'stage',
    });
  });

  it('answers warnings, with an idempotency key and without', async () => {
    const body = {
      ...domestic(),
      packagesInfo: [{ weight: 1, description: 'Lamp', length: 30, width: 30, height: 60 }],
    };
    for (const key of ['', 'lamp', 'lamp']) {
      const headers: Record<string, string> = key === '' ? {} : { 'idempotency-key': key };
      const answer = await shipment.call('POST', BASE, { ...body, referenceNumber: `lamp-${key}` }, { headers });
      expect([answer.status, answer.body.data]).toEqual([
        200,
        {
          shipmentId: expect.any(String),
          warnings: [
            {
              code: 'VOLUMETRIC_WEIGHT',
              field: 'packagesInfo.0.weight',
              message: expect.stringContaining('10.800 kg'),
            },
          ],
        },
      ]);
    }
  });

  it('accepts one of several with the same reference, and names it to the others', async () => {
    const body = { ...domestic(), referenceNumber: 'twice' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => shipment.call('POST', BASE, body)));
    const [made] = answers.filter((answer) => answer.status === 200);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.body.errorCode, answer.body.errorStatus, answer.body.details[0].code]).toEqual([
        409,
        '409',
        'Error',
        'REFERENCE_DUPLICATE',
      ]);
      expect(answer.body.errorMessage).toContain(made?.body.data.shipmentId);
    }
    const other = { ...shipment.owner, accountId: 'another-company' };
    expect((await shipment.call('POST', BASE, body, { principal: other })).status).toBe(200);
  });

  it('repeats its answer under the same idempotency key, and refuses another body under it', async () => {
    const body = { ...domestic(), referenceNumber: 'repeat' };
    const headers = { 'idempotency-key': 'key-1' };
    const [first, again] = [
      await shipment.call('POST', BASE, body, { headers }),
      await shipment.call('POST', BASE, body, { headers }),
    ];
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true']);
    const changed = await shipment.call('POST', BASE, { ...body, referenceNumber: 'other' }, { headers });
    expect([changed.status, changed.body.details[0].code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('repeats its answer even when the company has changed its couriers since', async () => {
    const principal = { ...shipment.owner, accountId: 'changes-couriers' };
    const more = { headers: { 'idempotency-key': 'key-1' }, principal };
    const body = { ...domestic(), referenceNumber: 'repeat', courierId: 'camel' };
    const first = await shipment.call('POST', BASE, body, more);
    await shipment.call('PUT', `${BASE}/couriers/camel`, { enabled: false }, { principal });
    expect(await shipment.call('POST', BASE, body, more)).toMatchObject({ status: 200, body: first.body });
  });

  it("lists everything that is wrong, in the reader's language", async () => {
    const body = {
      ...international(),
      currency: 'SAR',
      incoterm: undefined,
      shipToInfo: { ...international().shipToInfo, phone: '12' },
      referenceNumber: undefined,
    };
    const answer = await shipment.call('POST', BASE, body, { headers: { 'accept-language': 'ar, en;q=0.5' } });
    expect(answer.status).toBe(400);
    expect(answer.body.details.map(({ code, field }: Json) => `${code} ${field}`).sort()).toEqual([
      'CUSTOMS_REQUIRED incoterm',
      'PHONE_INVALID shipToInfo.phone',
      'VALIDATION_FAILED referenceNumber',
    ]);
    expect(answer.body.userMessage).toMatch(/رقم الهاتف غير صحيح/);
    expect(answer.headers.get('content-language')).toBe('ar');
  });

  it('stores metadata and returns it as it was sent', async () => {
    const id = await shipment.ship({ metadata: { order: { lines: [1.5, 2], note: 'هدية' } } });
    expect((await shipment.track(id)).metadata).toEqual({ order: { lines: [1.5, 2], note: 'هدية' } });
  });

  it('is refused without its scope, and without a sealed principal', async () => {
    const reader = { ...shipment.owner, scopes: ['shipments:read' as const] };
    const answer = await shipment.call('POST', BASE, domestic(), { principal: reader });
    expect([answer.status, answer.body.details[0].code]).toEqual([403, 'SCOPE_MISSING']);
    expect((await fetch(`${shipment.service.url}${BASE}/couriers`)).status).toBe(401);
  });
});

describe('labels', () => {
  it('are not promised to a shipment that the courier refused: the answer says why and what to do', async () => {
    shipment.falcon.next = ['refuse'];
    const refused = await shipment.call('GET', `${BASE}/${await shipment.ship()}/awb`);
    expect([refused.status, refused.body.details[0].code]).toEqual([409, 'AWB_BOOKING_FAILED']);
    expect(refused.body.details[0].message).toContain('refused this shipment: The address is not served. It has no');
    expect(refused.body.userMessage).toBe('The courier did not accept this shipment, so it has no label.');
  });

  it('have an address once the shipment is booked, and it opens the same bytes until it expires', async () => {
    const created = await shipment.call('POST', BASE, { ...domestic(), referenceNumber: 'label-0' });
    const early = await shipment.call('GET', `${BASE}/${created.body.data.shipmentId}/awb`);
    expect([early.status, early.body.details[0].code]).toEqual([409, 'AWB_NOT_READY']);
    expect(early.body.userMessage).toContain('Try again shortly');
    await shipment.makeDueCalls();
    const id = await shipment.ship({ ...withCod(), referenceNumber: 'label-1' });
    const {
      body: { data },
    } = await shipment.call('GET', `${BASE}/${id}/awb`);
    const [pdf, again] = [await shipment.call('GET', data.awbUrl), await shipment.call('GET', data.awbUrl)];
    expect([pdf.status, pdf.headers.get('content-type'), pdf.bytes.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    expect(again.bytes.equals(pdf.bytes)).toBe(true);
    expect((await shipment.call('GET', data.formats.png[0])).bytes.subarray(1, 4).toString()).toBe('PNG');
    expect((await shipment.call('GET', data.formats.zpl)).text).toMatch(/^\^XA/);
    expect((await shipment.call('GET', data.awbUrl.replace('.pdf', '.png'))).status).toBe(403);
    shipment.passTime(24 * 3_600_000);
    expect((await shipment.call('GET', data.awbUrl)).status).toBe(410);
  });
});

describe('another company', () => {
  it('gets the answer of an unknown shipment', async () => {
    const id = await shipment.ship();
    const other = { ...shipment.owner, accountId: 'another-company' };
    for (const [method, path] of [
      ['GET', 'track'],
      ['GET', 'awb'],
      ['POST', 'cancel'],
      ['POST', 'return'],
      ['POST', 'retry-booking'],
      ['POST', 'clear-alarms'],
    ] as const) {
      const [foreign, unknown] = [
        await shipment.call(method, `${BASE}/${id}/${path}`, undefined, { principal: other }),
        await shipment.call(method, `${BASE}/shp_unknown/${path}`),
      ];
      expect([path, foreign.status, foreign.body.details[0].code]).toEqual([path, 404, 'SHIPMENT_NOT_FOUND']);
      expect({ ...foreign.body, details: [] }).toEqual(
        JSON.parse(JSON.stringify({ ...unknown.body, details: [] }).replaceAll('shp_unknown', id)) as Json,
      );
    }
    expect(
      (await shipment.call('GET', BASE, undefined, { principal: { ...other, accountId: 'empty-company' } })).body.data
        .items,
    ).toEqual([]);
  });

  it('chooses its own couriers', async () => {
    const other = { ...shipment.owner, accountId: 'chooses-camels' };
    expect((await shipment.call('GET', `${BASE}/couriers`, undefined, { principal: other })).body).toMatchObject({
      code: '200',
      status: 'Success',
      data: { couriers: ['falcon', 'camel'] },
    });
    expect(
      (await shipment.call('PUT', `${BASE}/couriers/falcon`, { enabled: false }, { principal: other })).body.data,
    ).toEqual({ couriers: ['camel'] });
    expect((await shipment.call('GET', `${BASE}/couriers`)).body.data.couriers).toEqual(['falcon', 'camel']);
    const refused = await shipment.call(
      'POST',
      BASE,
      { ...domestic(), courierId: 'falcon', referenceNumber: 'camels-1' },
      { principal: other },
    );
    expect([refused.status, refused.body.details[0].code]).toEqual([400, 'COURIER_UNKNOWN']);
    const unknown = await shipment.call('PUT', `${BASE}/couriers/eagle`, { enabled: true });
    expect([unknown.status, unknown.body.details[0].code]).toEqual([404, 'COURIER_NOT_FOUND']);
  });
});

describe('the list', () => {
  it('is paged newest first, and filtered', async () => {
    const principal = { ...shipment.owner, accountId: 'lists' };
    const ids: string[] = [];
    for (const number of [1, 2, 3])
      ids.push(
        (await shipment.call('POST', BASE, { ...domestic(), referenceNumber: `list-${number}` }, { principal })).body
          .data.shipmentId as string,
      );
    const first = (await shipment.call('GET', `${BASE}?limit=2`, undefined, { principal })).body.data;
    const second = (await shipment.call('GET', `${BASE}?limit=2&cursor=${first.next_cursor}`, undefined, { principal }))
      .body.data;
    expect([...first.items, ...second.items].map((item: Json) => item.shipmentId)).toEqual([...ids].reverse());
    expect(
      (await shipment.call('GET', `${BASE}?referenceNumber=list-2`, undefined, { principal })).body.data.items,
    ).toMatchObject([{ shipmentId: ids[1] }]);
    expect((await shipment.call('GET', `${BASE}?status=SHIPPED`, undefined, { principal })).status).toBe(400);
  });
});
