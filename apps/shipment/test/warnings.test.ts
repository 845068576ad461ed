import { describe, expect, it } from '@jest/globals';
import { warningsOf } from '../src/body/warnings.ts';
import { domestic, international, read, withCod } from './bodies.ts';
import type { Body } from './bodies.ts';

const CASES: [name: string, body: () => Body, change: (body: Body) => void, warnings: string[]][] = [
  ['a landline', domestic, (b) => { b.shipToInfo.phone = '+966112345678'; }, ['PHONE_NOT_MOBILE shipToInfo.phone']],
  ['a landline of the sender: nobody rings him at the door', domestic, (b) => { b.shipFromInfo.phone = '+966112345678'; }, []],
  ['a border without a postal code', international, (b) => { b.shipFromInfo = { ...b.shipFromInfo, countryCode: 'PK', phone: '+923001234567', shortAddress: undefined, postalCode: undefined }; }, ['POSTCODE_MISSING shipFromInfo.postalCode']],
  ['a border to a country without postal codes', international, () => {}, []],
  ['no postal code within a country', domestic, (b) => { delete b.shipToInfo.postalCode; }, []],
  ['Saudi addresses without a National Address', domestic, (b) => { delete b.shipToInfo.shortAddress; delete b.shipFromInfo.shortAddress; }, ['NATIONAL_ADDRESS_MISSING shipToInfo.shortAddress', 'NATIONAL_ADDRESS_MISSING shipFromInfo.shortAddress']],
  ['a National Address in its parts', domestic, (b) => { b.shipToInfo = { ...b.shipToInfo, shortAddress: undefined, buildingNumber: '8228' }; }, []],
  ['a light box of 1.251 kg by its volume', domestic, (b) => { b.packagesInfo.push({ weight: 1.25, description: 'Pillow', length: 20, width: 20, height: '15.7' }); }, ['VOLUMETRIC_WEIGHT packagesInfo.1.weight']],
  ['a box of its weight\'s volume', domestic, (b) => { Object.assign(b.packagesInfo[0], { length: 25, width: 25, height: 10 }); }, []],
];

describe('warnings', () => {
  it.each([['domestic', domestic], ['COD', withCod], ['international', international]])('say nothing of a good %s body', (_, body) => {
    expect(warningsOf(read(body()))).toEqual([]);
  });

  it.each(CASES)('of %s', (_, make, change, warnings) => {
    const body = make();
    change(body);
    expect(warningsOf(read(body, { nationalAddress: false })).map(({ code, field }) => `${code} ${field}`)).toEqual(warnings);
  });

  it('name the kilograms of the volume', () => {
    const body = domestic();
    Object.assign(body.packagesInfo[0], { length: 50, width: 40, height: 30 });
    expect(warningsOf(read(body))).toEqual([{ code: 'VOLUMETRIC_WEIGHT', field: 'packagesInfo.0.weight', message: 'packagesInfo.0.weight: is less than the 12.000 kg of its volume (cm³ ÷ 5000), which most couriers charge' }]);
  });
});
