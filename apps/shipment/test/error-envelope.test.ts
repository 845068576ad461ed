import { describe, expect, it } from '@jest/globals';
import { Refusal } from '@qafila/envelopes/refusal';
import { languageOf, shipmentError } from '@qafila/envelopes/shipment';
import { changed, domestic, read } from './bodies.ts';

describe('the error envelope of shipments', () => {
  it('has the four fields, all details, and the message in the requested language', () => {
    const body = changed(domestic(), { 'shipToInfo.phone': '1', currency: undefined });
    let refusal!: Refusal;
    try {
      read(body);
    } catch (error) {
      refusal = error as Refusal;
    }
    const arabic = shipmentError(refusal, 'r1', 'ar');
    expect(arabic).toMatchObject({
      errorCode: '400',
      errorStatus: 'Error',
      userMessage: 'بعض البيانات ناقصة أو غير صحيحة. رقم الهاتف غير صحيح.',
    });
    expect(shipmentError(refusal, 'r1', 'en').userMessage).toBe(
      'Some details are missing or not valid. The phone number is not valid.',
    );
    expect((arabic.details as unknown[]).length).toBe(2);
  });

  it.each([
    [undefined, 'en'],
    ['ar', 'ar'],
    ['ar-SA,en;q=0.8', 'ar'],
    ['en;q=0.5, ar;q=0.4', 'en'],
    ['fr', 'en'],
    ['ar;q=0', 'en'],
    ['en;q=0.5 , ar ; q=0.9', 'ar'],
  ])('reads Accept-Language %s as %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
