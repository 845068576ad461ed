import { describe, expect, it } from '@jest/globals';
import { changed, domestic, international, read, riyadhParty, violationsOf, withCod } from './bodies.ts';
import type { Body } from './bodies.ts';

const CASES: [name: string, body: Body, violations: string[]][] = [
  ['no reference', changed(domestic(), { referenceNumber: undefined }), ['VALIDATION_FAILED referenceNumber']],
  ['a reference of spaces', changed(domestic(), { referenceNumber: '  ' }), ['VALIDATION_FAILED referenceNumber']],
  [
    'a reference that is too long',
    changed(domestic(), { referenceNumber: 'x'.repeat(251) }),
    ['VALIDATION_FAILED referenceNumber'],
  ],
  ['an unknown field', changed(domestic(), { weight: 1 }), ['UNKNOWN_FIELD weight']],
  ['the type RETURN', changed(domestic(), { shipmentType: 'RETURN' }), ['SHIPMENT_TYPE_MISMATCH shipmentType']],
  [
    'a courier that the company does not have',
    changed(domestic(), { courierId: 'eagle' }),
    ['COURIER_UNKNOWN courierId'],
  ],
];

describe('a create body', () => {
  it.each([
    ['domestic', domestic],
    ['COD', withCod],
    ['international', international],
  ])('without mistakes is accepted: %s', (_, body) => {
    expect(violationsOf(body())).toEqual([]);
  });

  it.each(CASES)('with %s is refused', (_, body, violations) => {
    expect(violationsOf(body)).toEqual(violations);
  });

  it('with several mistakes gets one refusal that lists them all and suggests the field that was meant', () => {
    const body = {
      ...withCod(),
      codAmount: 200,
      ReferenceNumber: 'x',
      shipToInfo: { ...riyadhParty(), phone: 'none', postalCode: '9' },
    };
    delete body.referenceNumber;
    expect(violationsOf(body).sort()).toEqual([
      'COD_EXCEEDS_TOTAL codAmount',
      'PHONE_INVALID shipToInfo.phone',
      'POSTCODE_INVALID shipToInfo.postalCode',
      'UNKNOWN_FIELD ReferenceNumber',
      'VALIDATION_FAILED referenceNumber',
    ]);
    expect(() => read(body)).toThrow(/and 4 more, see details/);
  });

  it('of a return must have the type RETURN and no COD', () => {
    expect(violationsOf({ ...domestic(), shipmentType: 'RETURN' }, { purpose: 'return' })).toEqual([]);
    expect(violationsOf(domestic(), { purpose: 'return' })).toEqual(['SHIPMENT_TYPE_MISMATCH shipmentType']);
    expect(violationsOf({ ...withCod(), shipmentType: 'RETURN' }, { purpose: 'return' })).toEqual([
      'COD_NOT_ALLOWED codAmount',
    ]);
  });
});

describe('the texts of a create body', () => {
  it('become composed, one line and free of bidi overrides', () => {
    const { shipTo } = read(changed(domestic(), { 'shipToInfo.name': '\u202eevil\u202c  شارع ٥\nA\u0301' }));
    expect(shipTo.name).toBe('evil  شارع ٥ Á');
  });

  it('get ASCII digits in phones, codes and numbers, and keep theirs in names', () => {
    const { shipTo, packages } = read(
      changed(domestic(), {
        'shipToInfo.name': 'شارع ٥',
        'shipToInfo.postalCode': '١٢٣٣٣',
        'packagesInfo.0.weight': '١٫٥',
      }),
    );
    expect([shipTo.name, shipTo.phone, shipTo.postalCode, packages[0]?.weightGrams]).toEqual([
      'شارع ٥',
      '+966501234567',
      '12333',
      1500n,
    ]);
  });

  it('are composed after characters are removed, and keep at most four marks on one letter', () => {
    const { referenceNumber, shipTo } = read(
      changed(domestic(), {
        referenceNumber: 'Cafe\u202a\u0301',
        'shipToInfo.name': `\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f a${'\u0323'.repeat(200)}`,
      }),
    );
    expect([referenceNumber, shipTo.name]).toEqual([
      'Caf\u00e9',
      '\u0645\u064f\u062d\u064e\u0645\u064e\u0651\u062f \u1ea1\u0323\u0323\u0323\u0323',
    ]);
  });
});
