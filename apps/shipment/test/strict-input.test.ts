import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { domestic } from './bodies.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1/shipments';
let shipment: ShipmentUnderTest;
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment?.stop());

const violations = ({ status, body }: HttpAnswer): unknown[] => [
  status,
  ...(body.details as { code: string; field: string; message: string }[]).map(({ code, field, message }) =>
    [code, field, message].join(' | '),
  ),
];

describe('a misspelt field', () => {
  it('is refused with the name that was meant, wherever it stands', async () => {
    const body = domestic();
    body.packagesInfo[0].items[0].unit_price = body.packagesInfo[0].items[0].unitPrice;
    delete body.packagesInfo[0].items[0].unitPrice;
    body.shipToInfo.adressLine2 = 'x';
    body.payment_mode = 'COD';
    expect(violations(await shipment.call('POST', BASE, body))).toEqual([
      400,
      'UNKNOWN_FIELD | payment_mode | payment_mode is not a field of this operation; did you mean paymentMode?',
      expect.stringContaining('shipToInfo.adressLine2 is not a field of this operation; did you mean'),
      'UNKNOWN_FIELD | packagesInfo.0.items.0.unit_price | ' +
        'packagesInfo.0.items.0.unit_price is not a field of this operation; did you mean unitPrice?',
      'VALIDATION_FAILED | packagesInfo.0.items.0.unitPrice | ' +
        'packagesInfo.0.items.0.unitPrice is required: an amount in major units such as 12.50.',
    ]);
  });

  it('of a courier setting is refused beside the field that is missing', async () => {
    expect(violations(await shipment.call('PUT', `${BASE}/couriers/falcon`, { enable: false }))).toEqual([
      400,
      'UNKNOWN_FIELD | enable | enable is not a field of this operation; did you mean enabled?',
      'VALIDATION_FAILED | enabled | enabled is required: true or false.',
    ]);
  });
});

describe('the query of a list', () => {
  it('has no other parameters than the described ones, and all violations are listed', async () => {
    expect(violations(await shipment.call('GET', `${BASE}?waybill=1&statuss=BOOKED&alarms=yes&limit=0`))).toEqual([
      400,
      'UNKNOWN_FIELD | waybill | waybill is not a parameter of this operation.',
      'UNKNOWN_FIELD | statuss | statuss is not a parameter of this operation; did you mean status?',
      'VALIDATION_FAILED | limit | limit must be a whole number from 1 to 500.',
      'VALIDATION_FAILED | alarms | alarms must be true or false.',
    ]);
  });
});

describe('an operation without a query or body', () => {
  it.each([
    ['GET', '/couriers?awb=1', 'awb'],
    ['POST', '?dry_run=true', 'dry_run'],
    ['GET', '/shp_1/track?awb=1', 'awb'],
  ])('refuses parameters: %s %s', async (method, path, field) => {
    const answer = await shipment.call(method, BASE + path, method === 'POST' ? domestic() : undefined);
    expect([answer.status, answer.body.details[0].code, answer.body.details[0].field]).toEqual([
      400,
      'UNKNOWN_FIELD',
      field,
    ]);
  });

  it('refuses a body with fields', async () => {
    const id = await shipment.ship();
    const answer = await shipment.call('POST', `${BASE}/${id}/clear-alarms`, { reason: 'x' });
    expect([answer.status, answer.body.details[0].code, answer.body.details[0].field]).toEqual([
      400,
      'UNKNOWN_FIELD',
      'reason',
    ]);
  });
});

it("a courier's call may have any parameters and fields", async () => {
  const id = await shipment.ship();
  const scan = shipment.falcon.scan((await shipment.track(id)).awb as string, 'PICKED_UP', {});
  const answer = await shipment.sendScans(shipment.falcon, [{ ...scan, colour: 'red' } as never]);
  expect(answer.status).toBe(200);
});
