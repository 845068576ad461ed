import { describe, expect, it } from '@jest/globals';
import { Refusal } from '@qafila/envelopes/refusal';
import { languageOf, shipmentError } from '@qafila/envelopes/shipment';
import { domestic, international, read, riyadhParty, violationsOf, withCod } from './bodies.ts';
import type { Body } from './bodies.ts';

/** One change of a good body, and all that is then wrong with it. */
const CASES: [name: string, body: () => Body, change: (body: Body) => void, violations: string[]][] = [
  ['no reference', domestic, (b) => { delete b.referenceNumber; }, ['VALIDATION_FAILED referenceNumber']],
  ['a reference of spaces', domestic, (b) => { b.referenceNumber = '  '; }, ['VALIDATION_FAILED referenceNumber']],
  ['a reference that is too long', domestic, (b) => { b.referenceNumber = 'x'.repeat(251); }, ['VALIDATION_FAILED referenceNumber']],
  ['an unknown field', domestic, (b) => { b.weight = 1; }, ['VALIDATION_FAILED weight']],
  ['no parties', domestic, (b) => { delete b.shipToInfo; b.shipFromInfo = 'x'; }, ['VALIDATION_FAILED shipToInfo', 'VALIDATION_FAILED shipFromInfo']],
  ['a phone that nobody has', domestic, (b) => { b.shipToInfo.phone = '12'; }, ['PHONE_INVALID shipToInfo.phone']],
  ['COD to a landline', withCod, (b) => { b.shipToInfo.phone = '+966112345678'; }, ['PHONE_INVALID shipToInfo.phone']],
  ['an unknown country', domestic, (b) => { b.shipToInfo.countryCode = b.shipFromInfo.countryCode = 'XX'; b.shipToInfo.phone = b.shipFromInfo.phone = '+966501234567'; },
    ['COUNTRY_INVALID shipToInfo.countryCode', 'COUNTRY_INVALID shipFromInfo.countryCode']],
  ['one country missing, with no word of customs', domestic, (b) => { delete b.shipToInfo.countryCode; b.shipToInfo.phone = '+966501234567'; }, ['COUNTRY_INVALID shipToInfo.countryCode']],
  ['one country misspelled, with no word of customs', withCod, (b) => { b.shipmentType = 'DOMESTIC'; b.shipToInfo.countryCode = 'ZZ'; b.shipToInfo.phone = '+966501234567'; }, ['COUNTRY_INVALID shipToInfo.countryCode']],
  ['no receiver, with no word of customs', domestic, (b) => { delete b.shipToInfo; }, ['VALIDATION_FAILED shipToInfo']],
  ['a postal code of nowhere', domestic, (b) => { b.shipToInfo.postalCode = '1'; }, ['POSTCODE_INVALID shipToInfo.postalCode']],
  ['a Saudi address without National Address', domestic, (b) => { delete b.shipToInfo.shortAddress; }, ['NATIONAL_ADDRESS_REQUIRED shipToInfo.shortAddress']],
  ['a short address of the wrong form', domestic, (b) => { b.shipToInfo.shortAddress = 'RR2929'; }, ['NATIONAL_ADDRESS_REQUIRED shipToInfo.shortAddress']],
  ['a short address of spaces alone', domestic, (b) => { b.shipToInfo.shortAddress = ' '; }, ['NATIONAL_ADDRESS_REQUIRED shipToInfo.shortAddress']],
  ['a name that nobody can see', domestic, (b) => { b.shipToInfo.name = '\u200b\u0301 \u200f'; }, ['VALIDATION_FAILED shipToInfo.name']],
  ['an unknown currency', domestic, (b) => { b.currency = 'XXX'; }, ['VALIDATION_FAILED currency']],
  ['more decimals than the currency has', domestic, (b) => { b.packagesInfo[0].items[0].unitPrice = '50.001'; }, ['AMOUNT_PRECISION packagesInfo.0.items.0.unitPrice']],
  ['a negative amount', domestic, (b) => { b.insuranceAmount = -1; }, ['VALIDATION_FAILED insuranceAmount']],
  ['a total that does not add up', withCod, (b) => { b.pricing.totalAmount = 116; }, ['PRICING_MISMATCH pricing.totalAmount']],
  ['a tax that is neither method\'s', withCod, (b) => { b.pricing.taxAmount = 14; b.pricing.totalAmount = 114; b.codAmount = 1; }, ['PRICING_MISMATCH pricing.taxAmount']],
  ['a discount beyond the line', domestic, (b) => { b.packagesInfo[0].items[0].discountAmount = 101; }, ['PRICING_MISMATCH packagesInfo.0.items.0.discountAmount']],
  ['COD without an amount', withCod, (b) => { delete b.codAmount; }, ['VALIDATION_FAILED codAmount']],
  ['COD of nothing', withCod, (b) => { b.codAmount = 0; }, ['COD_NOT_ALLOWED codAmount']],
  ['COD without pricing', withCod, (b) => { delete b.pricing; }, ['VALIDATION_FAILED pricing']],
  ['an amount to collect of a prepaid shipment', domestic, (b) => { b.codAmount = 5; }, ['COD_NOT_ALLOWED codAmount']],
  ['COD beyond the total', withCod, (b) => { b.codAmount = '115.01'; }, ['COD_EXCEEDS_TOTAL codAmount']],
  ['no customs across a border', international, (b) => { delete b.customs; delete b.incoterm; }, ['CUSTOMS_REQUIRED incoterm', 'CUSTOMS_REQUIRED customs']],
  ['a customs value of nothing', international, (b) => { b.packagesInfo[0].declaredValue = 0; }, ['CUSTOMS_REQUIRED customs']],
  ['a short tariff code to the Gulf', international, (b) => { b.packagesInfo[0].items[0].hsCode = '080410'; }, ['HS_CODE_INVALID packagesInfo.0.items.0.hsCode']],
  ['no country of origin', international, (b) => { delete b.packagesInfo[0].items[0].originCountry; }, ['CUSTOMS_REQUIRED packagesInfo.0.items.0.originCountry']],
  ['a country of origin that is none', international, (b) => { b.packagesInfo[0].items[0].originCountry = 'ZZ'; }, ['COUNTRY_INVALID packagesInfo.0.items.0.originCountry']],
  ['an invoice of the 31st of February', international, (b) => { b.customs.invoiceDate = '2026-02-31'; }, ['VALIDATION_FAILED customs.invoiceDate']],
  ['no items across a border', international, (b) => { b.packagesInfo[0].items = []; }, ['CUSTOMS_REQUIRED packagesInfo.0.items']],
  ['DOMESTIC across a border', international, (b) => { b.shipmentType = 'DOMESTIC'; }, ['SHIPMENT_TYPE_MISMATCH shipmentType']],
  ['RETURN on the create path', domestic, (b) => { b.shipmentType = 'RETURN'; }, ['SHIPMENT_TYPE_MISMATCH shipmentType']],
  ['no package', domestic, (b) => { b.packagesInfo = []; }, ['PACKAGE_LIMIT packagesInfo']],
  ['251 packages', domestic, (b) => { b.packagesInfo = Array.from({ length: 251 }, () => b.packagesInfo[0]); }, ['PACKAGE_LIMIT packagesInfo']],
  ['a weightless package', domestic, (b) => { b.packagesInfo[0].weight = 0; }, ['VALIDATION_FAILED packagesInfo.0.weight']],
  ['a weight of four decimals', domestic, (b) => { b.packagesInfo[0].weight = 1.2345; }, ['VALIDATION_FAILED packagesInfo.0.weight']],
  ['a number longer than any', domestic, (b) => { b.packagesInfo[0].weight = `0.${'0'.repeat(900_000)}1`; b.shipToInfo.latitude = '9'.repeat(41); },
    ['VALIDATION_FAILED shipToInfo.latitude', 'VALIDATION_FAILED packagesInfo.0.weight']],
  ['a length without width and height', domestic, (b) => { b.packagesInfo[0].length = 10; }, ['VALIDATION_FAILED packagesInfo.0.length']],
  ['half a piece', domestic, (b) => { b.packagesInfo[0].items[0].quantity = 1.5; }, ['VALIDATION_FAILED packagesInfo.0.items.0.quantity']],
  ['a courier of somebody else', domestic, (b) => { b.courierId = 'eagle'; }, ['COURIER_UNKNOWN courierId']],
];

describe('create body', () => {
  it.each([['domestic', domestic], ['COD', withCod], ['international', international]])('takes a good %s body', (_, body) => {
    expect(violationsOf(body())).toEqual([]);
  });

  it.each(CASES)('refuses %s', (_, make, change, violations) => {
    const body = make();
    change(body);
    expect(violationsOf(body)).toEqual(violations);
  });

  it('tells everything that is wrong together, and what was probably meant', () => {
    const body = { ...withCod(), codAmount: 200, ReferenceNumber: 'x', shipToInfo: { ...riyadhParty(), phone: 'none', postalCode: '9' } };
    delete body.referenceNumber;
    expect(violationsOf(body).sort()).toEqual(['COD_EXCEEDS_TOTAL codAmount', 'PHONE_INVALID shipToInfo.phone', 'POSTCODE_INVALID shipToInfo.postalCode',
      'VALIDATION_FAILED ReferenceNumber', 'VALIDATION_FAILED referenceNumber']);
    expect(() => read(body)).toThrow(/and 4 more, see details/);
  });

  it('shows both numbers of a mismatch', () => {
    const body = withCod();
    body.pricing.totalAmount = '116.00';
    expect(() => read(body)).toThrow('pricing.totalAmount: is 116.00 SAR, but subTotal − discountAmount + taxAmount + shippingAmount is 115.00 SAR');
  });

  it('normalises texts: composed, one line, no bidi overrides; Arabic digits become ASCII in phones, codes and numbers only', () => {
    const body = domestic();
    body.shipToInfo.name = '\u202eevil\u202c  شارع ٥\nA\u0301';
    body.shipToInfo.postalCode = '١٢٣٣٣';
    body.packagesInfo[0].weight = '١٫٥';
    const { shipTo, packages } = read(body);
    expect([shipTo.name, shipTo.phone, shipTo.postalCode, packages[0]?.weightGrams]).toEqual(['evil  شارع ٥ Á', '+966501234567', '12333', 1500n]);
  });

  it('composes what a removed character kept apart, and lets no pile of marks run over the label', () => {
    const body = domestic();
    body.referenceNumber = 'Cafe\u202a\u0301';
    body.shipToInfo.name = `\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f a${'\u0323'.repeat(200)}`;
    const { referenceNumber, shipTo } = read(body);
    expect([referenceNumber, shipTo.name]).toEqual(['Caf\u00e9', '\u0645\u064f\u062d\u064e\u0645\u064e\u0651\u062f \u1ea1\u0323\u0323\u0323\u0323']);
  });

  it('compares the two countries as they are read', () => {
    const body = domestic();
    body.shipToInfo.countryCode = 'SA ';
    expect([violationsOf(body), read(body).shipmentType]).toEqual([[], 'DOMESTIC']);
  });

  it('takes a National Address spelled out, and none at all where the deployment does not ask', () => {
    const body = domestic();
    delete body.shipToInfo.shortAddress;
    expect(violationsOf(body, { nationalAddress: false })).toEqual([]);
    body.shipToInfo.buildingNumber = '2929';
    expect(violationsOf(body)).toEqual([]);
  });

  it('asks for RETURN, and nothing to collect, on the return path', () => {
    expect(violationsOf({ ...domestic(), shipmentType: 'RETURN' }, { purpose: 'return' })).toEqual([]);
    expect(violationsOf(domestic(), { purpose: 'return' })).toEqual(['SHIPMENT_TYPE_MISMATCH shipmentType']);
    expect(violationsOf({ ...withCod(), shipmentType: 'RETURN' }, { purpose: 'return' })).toEqual(['COD_NOT_ALLOWED codAmount']);
  });

  it('accepts tax rounded by line as well as by document, and nothing between', () => {
    const body = withCod();
    body.packagesInfo[0].items = ['33.33', '33.33', '33.34', '.10', '19.99', '7.77'].map((price) => ({ name: 'x', quantity: 1, unitPrice: price.replace(/^\./, '0.'), taxRate: '15' }));
    const sent = (taxAmount: string, totalAmount: string): string[] => violationsOf({ ...body, codAmount: 1, pricing: { subTotal: '127.86', taxAmount, totalAmount } });
    expect([sent('19.18', '147.04'), sent('19.19', '147.05'), sent('19.20', '147.06')]).toEqual([[], [], ['PRICING_MISMATCH pricing.taxAmount']]);
  });
});

describe('tax of items', () => {
  const withItem = (item: object, taxAmount: string, totalAmount: string): string[] => violationsOf({
    ...withCod(), codAmount: 1, pricing: { subTotal: '100.00', taxAmount, totalAmount }, packagesInfo: [{ weight: 1, description: 'x', items: [{ name: 'x', quantity: 2, unitPrice: 50, ...item }] }] });

  it('is taken as it is sent when no item tells its rate or its tax', () => {
    expect(withItem({}, '15.00', '115.00')).toEqual([]);
  });

  it('must be the sum of what the items tell without a rate', () => {
    expect(withItem({ taxAmount: '15.00' }, '15.00', '115.00')).toEqual([]);
    expect(withItem({ taxAmount: '15.00' }, '14.99', '114.99')).toEqual(['PRICING_MISMATCH pricing.taxAmount']);
  });

  it('must follow from the rate where both are told', () => {
    expect(withItem({ taxRate: 15, taxAmount: '14.99' }, '15.00', '115.00')).toEqual(['PRICING_MISMATCH packagesInfo.0.items.0.taxAmount']);
  });
});

describe('shipment error envelope', () => {
  it('has the four fields, all details, and the message in the language asked for', () => {
    const body = domestic();
    body.shipToInfo.phone = '1';
    delete body.currency;
    let refusal!: Refusal;
    try { read(body); } catch (error) { refusal = error as Refusal; }
    const arabic = shipmentError(refusal, 'r1', 'ar');
    expect(arabic).toMatchObject({ errorCode: '400', errorStatus: 'Error', userMessage: 'بعض البيانات ناقصة أو غير صحيحة. رقم الهاتف غير صحيح.' });
    expect(shipmentError(refusal, 'r1', 'en').userMessage).toBe('Some details are missing or not valid. The phone number is not valid.');
    expect((arabic.details as unknown[]).length).toBe(2);
  });

  it.each([[undefined, 'en'], ['ar', 'ar'], ['ar-SA,en;q=0.8', 'ar'], ['en;q=0.5, ar;q=0.4', 'en'], ['fr', 'en'], ['ar;q=0', 'en'], ['en;q=0.5 , ar ; q=0.9', 'ar']])('reads Accept-Language %s as %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
