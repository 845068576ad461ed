import { describe, expect, it } from '@jest/globals';
import { warningsOf } from '../src/body/warnings.ts';
import { changed, domestic, international, read, withCod } from './bodies.ts';
import type { Body } from './bodies.ts';

const CASES: [name: string, body: Body, warnings: string[]][] = [
  [
    "a receiver's landline",
    changed(domestic(), { 'shipToInfo.phone': '+966112345678' }),
    ['PHONE_NOT_MOBILE shipToInfo.phone'],
  ],
  [
    "a sender's landline: couriers send messages to the receiver only",
    changed(domestic(), { 'shipFromInfo.phone': '+966112345678' }),
    [],
  ],
  [
    'a foreign address without a postal code',
    changed(international(), {
      'shipFromInfo.countryCode': 'PK',
      'shipFromInfo.phone': '+923001234567',
      'shipFromInfo.shortAddress': undefined,
      'shipFromInfo.postalCode': undefined,
    }),
    ['POSTCODE_MISSING shipFromInfo.postalCode'],
  ],
  ['a foreign country without postal codes', international(), []],
  [
    'goods with an Arabic name across a border',
    changed(international(), { 'packagesInfo.0.items.0.name': 'تمر' }),
    ['LATIN_MISSING packagesInfo.0.items.0.customsDescription'],
  ],
  [
    'goods that are described in Latin letters too',
    changed(international(), {
      'packagesInfo.0.items.0.name': 'تمر',
      'packagesInfo.0.items.0.customsDescription': 'Dates',
    }),
    [],
  ],
  [
    'an Arabic address across a border without Latin letters',
    changed(international(), { 'shipFromInfo.latin': undefined }),
    ['LATIN_MISSING shipFromInfo.latin'],
  ],
  ['no postal code within a country', changed(domestic(), { 'shipToInfo.postalCode': undefined }), []],
  [
    'Saudi addresses without a National Address',
    changed(domestic(), { 'shipToInfo.shortAddress': undefined, 'shipFromInfo.shortAddress': undefined }),
    ['NATIONAL_ADDRESS_MISSING shipToInfo.shortAddress', 'NATIONAL_ADDRESS_MISSING shipFromInfo.shortAddress'],
  ],
  [
    'a National Address that is spelled out',
    changed(domestic(), { 'shipToInfo.shortAddress': undefined, 'shipToInfo.buildingNumber': '8228' }),
    [],
  ],
  [
    'a light box with a volumetric weight of 1.256 kg',
    changed(domestic(), {
      'packagesInfo.1': { weight: 1.25, description: 'Pillow', length: 20, width: 20, height: '15.7' },
    }),
    ['VOLUMETRIC_WEIGHT packagesInfo.1.weight'],
  ],
  [
    'a box whose volumetric weight is its weight',
    changed(domestic(), { 'packagesInfo.0.length': 25, 'packagesInfo.0.width': 25, 'packagesInfo.0.height': 10 }),
    [],
  ],
];

describe('warnings', () => {
  it.each([
    ['domestic', domestic],
    ['COD', withCod],
    ['international', international],
  ])('are absent for a %s body without mistakes', (_, body) => {
    expect(warningsOf(read(body()), [])).toEqual([]);
  });

  it.each(CASES)('for %s', (_, body, warnings) => {
    expect(warningsOf(read(body, { nationalAddress: false }), []).map(({ code, field }) => `${code} ${field}`)).toEqual(
      warnings,
    );
  });

  it('state the volumetric weight in kilograms', () => {
    const body = domestic();
    Object.assign(body.packagesInfo[0], { length: 50, width: 40, height: 30 });
    expect(warningsOf(read(body), [])).toEqual([
      {
        code: 'VOLUMETRIC_WEIGHT',
        field: 'packagesInfo.0.weight',
        message:
          'packagesInfo.0.weight is less than the 12.000 kg of its volume (cm³ ÷ 5000), which most couriers charge.',
      },
    ]);
  });
});
