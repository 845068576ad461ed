import type { HttpAnswer } from '@qafila/testing/http-call';
import { parcels, returnOf } from './parcels.ts';
import type { Body, Parcel } from './parcels.ts';

/** A request that must be refused with this code and status. */
export type ErrorCase = readonly [code: string, status: number, provoke: () => Promise<HttpAnswer>];

export interface ErrorCaseOptions {
  /** The path of shipments. */
  base: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
  create(parcel: Parcel): Promise<string>;
  untilStatus(id: string, ...wanted: string[]): Promise<Body>;
  token: string;
  readOnlyToken: string;
}

/** One case for each row of the error table, for a merchant with at least one delivered shipment. */
export async function shipmentErrorCases({
  base,
  call,
  create,
  untilStatus,
  token,
  readOnlyToken,
}: ErrorCaseOptions): Promise<ErrorCase[]> {
  const good = (): Body => structuredClone(parcels(2, 12)[1] as Parcel).body;
  const international = (): Body => structuredClone(parcels(2, 12)[5] as Parcel).body;
  const to = (body: Body, party: Body): Body => ({ ...body, shipToInfo: { ...body.shipToInfo, ...party } });
  const id = await create({ ...(parcels(3, 2)[1] as Parcel), body: { ...good(), referenceNumber: 'errors-STILL' } });
  const tooManyPackages = Array.from({ length: 251 }, () => good().packagesInfo[0]);
  return [
    ['VALIDATION_FAILED', 400, () => call('POST', base, { ...good(), instructions: 7 })],
    ['UNKNOWN_FIELD', 400, () => call('POST', base, { ...good(), colour: 'red' })],
    ['PHONE_INVALID', 400, () => call('POST', base, to(good(), { phone: '12' }))],
    ['COUNTRY_INVALID', 400, () => call('POST', base, to(good(), { countryCode: 'XX' }))],
    [
      'POSTCODE_INVALID',
      400,
      () =>
        call(
          'POST',
          base,
          to(
            { ...good(), shipFromInfo: parcels(2, 1)[0]?.body.shipFromInfo },
            { countryCode: 'SA', phone: '+966501234567', shortAddress: 'RRRD2929', postalCode: '1' },
          ),
        ),
    ],
    [
      'NATIONAL_ADDRESS_REQUIRED',
      400,
      () =>
        call(
          'POST',
          base,
          to(parcels(2, 1)[0]?.body, { countryCode: 'SA', phone: '+966501234567', shortAddress: undefined }),
        ),
    ],
    ['AMOUNT_PRECISION', 400, () => call('POST', base, { ...good(), codAmount: '1.234' })],
    [
      'PRICING_MISMATCH',
      400,
      () => call('POST', base, { ...good(), pricing: { ...good().pricing, totalAmount: 1_000_000 } }),
    ],
    ['COD_NOT_ALLOWED', 400, () => call('POST', base, { ...good(), paymentMode: 'PREPAID' })],
    ['COD_EXCEEDS_TOTAL', 400, () => call('POST', base, { ...good(), codAmount: 1_000_000 })],
    ['CUSTOMS_REQUIRED', 400, () => call('POST', base, { ...international(), customs: undefined })],
    [
      'HS_CODE_INVALID',
      400,
      () => {
        const body = international();
        body.packagesInfo[0].items[0].hsCode = '12';
        return call('POST', base, body);
      },
    ],
    ['SHIPMENT_TYPE_MISMATCH', 400, () => call('POST', base, { ...good(), shipmentType: 'RETURN' })],
    ['PACKAGE_LIMIT', 400, () => call('POST', base, { ...good(), packagesInfo: tooManyPackages })],
    ['COURIER_UNKNOWN', 400, () => call('POST', base, { ...good(), courierId: 'unknown' })],
    ['TOKEN_MISSING', 401, () => call('GET', `${base}/${id}/track`, undefined, {})],
    ['TOKEN_INVALID', 401, () => call('GET', `${base}/${id}/track`, undefined, { Token: `${token}x` })],
    ['SCOPE_MISSING', 403, () => call('POST', base, good(), { Token: readOnlyToken })],
    ['SHIPMENT_NOT_FOUND', 404, () => call('GET', `${base}/shp_unknown/track`)],
    ['RETURN_NOT_ALLOWED', 409, () => call('POST', `${base}/${id}/return`, returnOf({ body: good() } as Parcel, 1))],
    ['REFERENCE_DUPLICATE', 409, () => call('POST', base, { ...good(), referenceNumber: 'errors-STILL' })],
    [
      'NOT_CANCELLABLE',
      409,
      async () => {
        const delivered = (await call('GET', `${base}?status=DELIVERED&limit=1`)).body.data.items[0]
          .shipmentId as string;
        return call('POST', `${base}/${delivered}/cancel`);
      },
    ],
    [
      'AWB_BOOKING_FAILED',
      409,
      async () => {
        const refused = await create({ body: { ...good(), referenceNumber: 'errors-REFUSE' } } as Parcel);
        await untilStatus(refused, 'BOOKING_FAILED');
        return call('GET', `${base}/${refused}/awb`);
      },
    ],
    [
      'IDEMPOTENCY_KEY_REUSED',
      422,
      async () => {
        const headers = { Token: token, 'idempotency-key': 'once' };
        await call('POST', base, { ...good(), referenceNumber: 'key-1' }, headers);
        return call('POST', base, { ...good(), referenceNumber: 'key-2' }, headers);
      },
    ],
    ['BODY_TOO_LARGE', 413, () => call('POST', base, { ...good(), instructions: 'x'.repeat(1_100_000) })],
    ['UNSUPPORTED_MEDIA_TYPE', 415, () => call('POST', base, 'a=b', { Token: token, 'content-type': 'text/plain' })],
  ];
}
