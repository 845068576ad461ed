import { describe, expect, it } from '@jest/globals';
import { changed, domestic, read, violationsOf, withCod } from './bodies.ts';
import type { Body } from './bodies.ts';

const CASES: [name: string, body: Body, violations: string[]][] = [
  [
    'missing and misshapen parties',
    changed(domestic(), { shipToInfo: undefined, shipFromInfo: 'x' }),
    ['VALIDATION_FAILED shipToInfo', 'VALIDATION_FAILED shipFromInfo'],
  ],
  ['an impossible phone number', changed(domestic(), { 'shipToInfo.phone': '12' }), ['PHONE_INVALID shipToInfo.phone']],
  [
    'COD to a landline',
    changed(withCod(), { 'shipToInfo.phone': '+966112345678' }),
    ['PHONE_INVALID shipToInfo.phone'],
  ],
  [
    'an unknown country',
    changed(domestic(), {
      'shipToInfo.countryCode': 'XX',
      'shipFromInfo.countryCode': 'XX',
      'shipToInfo.phone': '+966501234567',
      'shipFromInfo.phone': '+966501234567',
    }),
    ['COUNTRY_INVALID shipToInfo.countryCode', 'COUNTRY_INVALID shipFromInfo.countryCode'],
  ],
  [
    'a missing country, without asking for customs',
    changed(domestic(), { 'shipToInfo.countryCode': undefined, 'shipToInfo.phone': '+966501234567' }),
    ['COUNTRY_INVALID shipToInfo.countryCode'],
  ],
  [
    'a misspelled country, without asking for customs',
    changed(withCod(), {
      shipmentType: 'DOMESTIC',
      'shipToInfo.countryCode': 'ZZ',
      'shipToInfo.phone': '+966501234567',
    }),
    ['COUNTRY_INVALID shipToInfo.countryCode'],
  ],
  [
    'a missing receiver, without asking for customs',
    changed(domestic(), { shipToInfo: undefined }),
    ['VALIDATION_FAILED shipToInfo'],
  ],
  [
    'a postal code that the country does not have',
    changed(domestic(), { 'shipToInfo.postalCode': '1' }),
    ['POSTCODE_INVALID shipToInfo.postalCode'],
  ],
  [
    'a Saudi address without National Address',
    changed(domestic(), { 'shipToInfo.shortAddress': undefined }),
    ['NATIONAL_ADDRESS_REQUIRED shipToInfo.shortAddress'],
  ],
  [
    'a short address of the wrong form',
    changed(domestic(), { 'shipToInfo.shortAddress': 'RR2929' }),
    ['NATIONAL_ADDRESS_REQUIRED shipToInfo.shortAddress'],
  ],
  [
    'a short address of spaces alone',
    changed(domestic(), { 'shipToInfo.shortAddress': ' ' }),
    ['NATIONAL_ADDRESS_REQUIRED shipToInfo.shortAddress'],
  ],
  [
    'an invisible name',
    changed(domestic(), { 'shipToInfo.name': '\u200b\u0301 \u200f' }),
    ['VALIDATION_FAILED shipToInfo.name'],
  ],
];

describe('the parties of a create body', () => {
  it.each(CASES)('with %s are refused', (_, body, violations) => {
    expect(violationsOf(body)).toEqual(violations);
  });

  it('have countries that are compared after normalisation', () => {
    const body = changed(domestic(), { 'shipToInfo.countryCode': 'SA ' });
    expect([violationsOf(body), read(body).shipmentType]).toEqual([[], 'DOMESTIC']);
  });

  it('may spell out the National Address, or omit it where the deployment does not require it', () => {
    const body = changed(domestic(), { 'shipToInfo.shortAddress': undefined });
    expect(violationsOf(body, { nationalAddress: false })).toEqual([]);
    expect(violationsOf(changed(body, { 'shipToInfo.buildingNumber': '2929' }))).toEqual([]);
  });

  it('may have the additional number behind a Saudi postal code', () => {
    expect(violationsOf(changed(domestic(), { 'shipToInfo.postalCode': '١٢٢١١-٣٤٥٦' }))).toEqual([]);
    expect(violationsOf(changed(domestic(), { 'shipToInfo.postalCode': '12211-34' }))).toEqual([
      'POSTCODE_INVALID shipToInfo.postalCode',
    ]);
  });
});
