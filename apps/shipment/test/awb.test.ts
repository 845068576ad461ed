import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { checkAwbUrl, signAwbUrl } from '../src/awb/awb-url.ts';
import type { AwbAccess, AwbFile } from '../src/awb/awb-url.ts';
import { labelOf } from '../src/awb/label-of.ts';
import { domestic, international, read, withCod } from './bodies.ts';

const waybill = {
  awb: 'FLC0000012345',
  courier: 'Falcon Express',
  data: { service: 'NEXT DAY' },
  shippedAt: new Date('2026-11-22T22:30:00Z'),
};

describe('the content of a label', () => {
  it('is the parties in their own language, and the weight and a barcode of each package', () => {
    const label = labelOf(read(domestic()), waybill);
    expect(label.to).toEqual({
      name: 'محمد عبد الله القحطاني',
      street: ['طريق الملك فهد', 'العليا'],
      place: ['الرياض 12333', 'السعودية'],
      phone: '+966501234567',
      countryCode: 'SA',
      shortAddress: 'RRRD2929',
      latin: undefined,
    });
    expect(label.packages).toEqual([
      {
        barcode: 'FLC0000012345-001',
        weight: '1.250 kg',
        size: undefined,
        description: 'Shirts',
        cod: undefined,
        codOnOther: undefined,
      },
    ]);
    expect(labelOf(read(international()), waybill).to.place.at(-1)).toBe('United Arab Emirates');
  });

  it('has codes, account and date of the booking, and what customs want across a border', () => {
    const data = { service: 'WPX', sortCode: 'AE-DXB-1', originCode: 'RUH', destinationCode: 'DXB' };
    const label = labelOf(read(international()), { ...waybill, data, account: '950123456' });
    expect(label).toMatchObject({
      scope: 'INTL',
      routing: 'AE-DXB-1',
      origin: 'RUH',
      destination: 'DXB',
      account: '950123456',
      // 01:30 of the next day in Riyadh.
      shipDate: '2026-11-23',
      customs: { incoterm: 'DAP', content: 'MERCHANDISE', value: '200.00 AED' },
      totalWeight: '0.500 kg',
      from: { latin: { name: 'Mohammed Al-Qahtani', place: ['Riyadh 12333', 'Saudi Arabia'] } },
    });
    const [domesticLabel, own] = [labelOf(read(domestic()), waybill), { ...data, account: 'OF-COURIER' }];
    expect(domesticLabel).toMatchObject({ scope: 'DOM', routing: 'SA 12333', origin: 'الرياض', customs: undefined });
    expect(labelOf(read(international()), { ...waybill, data: own, account: '1' }).account).toBe('OF-COURIER');
  });

  it('has the cash on the first package only, and points to it on the others', () => {
    const body = withCod();
    body.packagesInfo = [
      body.packagesInfo[0],
      { weight: 2, description: 'More', length: 30, width: '20.5', height: 10 },
      { weight: 3, description: 'Yet more' },
    ];
    const { packages } = labelOf(read(body), waybill);
    expect(packages.map(({ cod, codOnOther }) => [cod, codOnOther])).toEqual([
      ['115.00 SAR', undefined],
      [undefined, '1 / 3'],
      [undefined, '1 / 3'],
    ]);
    expect(packages[1]?.size).toBe('30 × 20.5 × 10 cm');
  });
});

describe('the address of a label file', () => {
  const file: AwbFile = {
    accountId: 'acc_1',
    shipmentId: 'shp_1',
    format: 'pdf',
    packageNumber: 0,
    digest: 'a'.repeat(64),
  };
  const key = randomBytes(32);
  const accessOf = (url: string): AwbAccess => {
    const { searchParams } = new URL(url);
    return { expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' };
  };
  const url = signAwbUrl('https://api.example/', file, { key, expiresAtMs: 10_000 });

  it('opens until it expires, also under an earlier key', () => {
    expect(url).toMatch(
      /^https:\/\/api\.example\/awb\/acc_1\/shp_1\/a{64}\.pdf\?package=0&expires=10&signature=[\w-]{43}$/,
    );
    expect(() => checkAwbUrl(file, accessOf(url), { keys: [randomBytes(32), key], nowMs: 9_999 })).not.toThrow();
    expect(() => checkAwbUrl(file, accessOf(url), { keys: [key], nowMs: 10_000 })).toThrow(
      expect.objectContaining({ status: 410 }),
    );
  });

  it.each<[string, Partial<AwbFile>, Partial<AwbAccess>]>([
    ['another shipment', { shipmentId: 'shp_2' }, {}],
    ['another format', { format: 'png' }, {}],
    ['another package', { packageNumber: 1 }, {}],
    ['another content', { digest: 'b'.repeat(64) }, {}],
    ['a longer life', {}, { expires: '99999' }],
    ['no expiry', {}, { expires: '' }],
    ['no signature', {}, { signature: '' }],
    ['a signature of other bytes', {}, { signature: 'é'.repeat(43) }],
  ])('does not open %s', (_, other, parameters) => {
    expect(() =>
      checkAwbUrl({ ...file, ...other }, { ...accessOf(url), ...parameters }, { keys: [key], nowMs: 0 }),
    ).toThrow(expect.objectContaining({ status: 403 }));
  });

  it('does not open under another key', () => {
    expect(() => checkAwbUrl(file, accessOf(url), { keys: [randomBytes(32)], nowMs: 0 })).toThrow(
      expect.objectContaining({ code: 'AWB_URL_INVALID' }),
    );
  });
});
