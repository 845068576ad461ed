import { describe, expect, it } from '@jest/globals';
import { changed, domestic, international, violationsOf } from './bodies.ts';
import type { Body } from './bodies.ts';

const CUSTOMS: [name: string, body: Body, violations: string[]][] = [
  [
    'no customs declaration',
    changed(international(), { customs: undefined, incoterm: undefined }),
    ['CUSTOMS_REQUIRED incoterm', 'CUSTOMS_REQUIRED customs'],
  ],
  [
    'a declared value of 0',
    changed(international(), { 'packagesInfo.0.declaredValue': 0 }),
    ['CUSTOMS_REQUIRED customs'],
  ],
  [
    'a short tariff code to the Gulf',
    changed(international(), { 'packagesInfo.0.items.0.hsCode': '080410' }),
    ['HS_CODE_INVALID packagesInfo.0.items.0.hsCode'],
  ],
  ...['00', '77'].map((chapter): [string, Body, string[]] => [
    `a tariff code of chapter ${chapter}, which has no goods`,
    changed(international(), { 'packagesInfo.0.items.0.hsCode': `${chapter}0410200001` }),
    ['HS_CODE_INVALID packagesInfo.0.items.0.hsCode'],
  ]),
  ['the last chapter', changed(international(), { 'packagesInfo.0.items.0.hsCode': '990110000000' }), []],
  [
    'an Arabic address to a country that reads Latin letters',
    changed(international(), {
      'shipToInfo.countryCode': 'DE',
      'shipToInfo.phone': '+493012345678',
      'shipFromInfo.latin': undefined,
    }),
    [],
  ],
  [
    'an Arabic address between countries that read Arabic',
    changed(international(), { 'shipFromInfo.latin': undefined }),
    [],
  ],
  [
    'Arabic letters where Latin ones belong',
    changed(international(), { 'shipFromInfo.latin.city': 'الرياض' }),
    ['VALIDATION_FAILED shipFromInfo.latin.city'],
  ],
  [
    'no Latin street',
    changed(international(), { 'shipFromInfo.latin.addressLine1': undefined }),
    ['VALIDATION_FAILED shipFromInfo.latin.addressLine1'],
  ],
  [
    'no country of origin',
    changed(international(), { 'packagesInfo.0.items.0.originCountry': undefined }),
    ['CUSTOMS_REQUIRED packagesInfo.0.items.0.originCountry'],
  ],
  [
    'an unknown country of origin',
    changed(international(), { 'packagesInfo.0.items.0.originCountry': 'ZZ' }),
    ['COUNTRY_INVALID packagesInfo.0.items.0.originCountry'],
  ],
  [
    'an invoice of the 31st of February',
    changed(international(), { 'customs.invoiceDate': '2026-02-31' }),
    ['VALIDATION_FAILED customs.invoiceDate'],
  ],
  ['no items', changed(international(), { 'packagesInfo.0.items': [] }), ['CUSTOMS_REQUIRED packagesInfo.0.items']],
  [
    'the type DOMESTIC',
    changed(international(), { shipmentType: 'DOMESTIC' }),
    ['SHIPMENT_TYPE_MISMATCH shipmentType'],
  ],
];

const PACKAGES: [name: string, body: Body, violations: string[]][] = [
  ['no package', changed(domestic(), { packagesInfo: [] }), ['PACKAGE_LIMIT packagesInfo']],
  [
    '251 packages',
    changed(domestic(), { packagesInfo: Array.from({ length: 251 }, () => domestic().packagesInfo[0]) }),
    ['PACKAGE_LIMIT packagesInfo'],
  ],
  ['a weight of 0', changed(domestic(), { 'packagesInfo.0.weight': 0 }), ['VALIDATION_FAILED packagesInfo.0.weight']],
  [
    'a weight of four decimals',
    changed(domestic(), { 'packagesInfo.0.weight': 1.2345 }),
    ['VALIDATION_FAILED packagesInfo.0.weight'],
  ],
  [
    'numbers with too many digits',
    changed(domestic(), {
      'packagesInfo.0.weight': `0.${'0'.repeat(900_000)}1`,
      'shipToInfo.latitude': '9'.repeat(41),
    }),
    ['VALIDATION_FAILED shipToInfo.latitude', 'VALIDATION_FAILED packagesInfo.0.weight'],
  ],
  [
    'a length without width and height',
    changed(domestic(), { 'packagesInfo.0.length': 10 }),
    ['VALIDATION_FAILED packagesInfo.0.length'],
  ],
  [
    'a fraction as a quantity',
    changed(domestic(), { 'packagesInfo.0.items.0.quantity': 1.5 }),
    ['VALIDATION_FAILED packagesInfo.0.items.0.quantity'],
  ],
];

describe('an international create body', () => {
  it.each(CUSTOMS)('with %s is refused', (_, body, violations) => {
    expect(violationsOf(body)).toEqual(violations);
  });
});

describe('the packages of a create body', () => {
  it.each(PACKAGES)('with %s are refused', (_, body, violations) => {
    expect(violationsOf(body)).toEqual(violations);
  });
});

describe('the sides of a package', () => {
  it('must be more than 0', () => {
    const flat = changed(domestic(), {
      'packagesInfo.0.length': 0,
      'packagesInfo.0.width': 0,
      'packagesInfo.0.height': 10,
    });
    expect(violationsOf(flat)).toEqual([
      'VALIDATION_FAILED packagesInfo.0.length',
      'VALIDATION_FAILED packagesInfo.0.width',
    ]);
  });
});

describe('a return across a border', () => {
  it('needs customs data as a shipment does', () => {
    const back = { ...international(), shipmentType: 'RETURN' };
    expect(violationsOf(back, { purpose: 'return' })).toEqual([]);
    const bare = changed(
      { ...back, incoterm: undefined, customs: undefined, pricing: undefined },
      { 'packagesInfo.0.items.0.hsCode': undefined },
    );
    expect(violationsOf(bare, { purpose: 'return' })).toEqual([
      'CUSTOMS_REQUIRED incoterm',
      'CUSTOMS_REQUIRED customs',
      'HS_CODE_INVALID packagesInfo.0.items.0.hsCode',
      'VALIDATION_FAILED pricing',
    ]);
  });
});
