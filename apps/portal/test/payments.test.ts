import { describe, expect, test } from '@jest/globals';
import { queryOf, readFilters } from '../src/payments/filters.ts';
import { minorOf, readAmount } from '../src/payments/read-amount.ts';

describe('an amount that a person types', () => {
  test.each([
    ['12.50', 'SAR', 1250n],
    [' 1,200 ', 'SAR', 120_000n],
    ['١٢٫٥٠', 'SAR', 1250n],
    ['1.234', 'KWD', 1234n],
    ['100', 'JPY', 100n],
  ])('%s %s is read exactly', (text, currency, minor) => {
    expect(readAmount(text, currency, 1_000_000n)).toBe(minor);
  });

  test.each([
    ['', 'SAR', 'needed'],
    ['0', 'SAR', 'needed'],
    ['-5', 'SAR', 'needed'],
    ['12x', 'SAR', 'needed'],
    ['12.505', 'SAR', 'too-precise'],
    ['1.5', 'JPY', 'too-precise'],
    ['10000.01', 'SAR', 'too-high'],
  ])('%s %s is refused: %s', (text, currency, problem) => {
    expect(readAmount(text, currency, 1_000_000n)).toBe(problem);
  });

  test('a number of an answer has the digits of its currency', () => {
    expect([minorOf(1500.5, 'SAR'), minorOf(0.1 + 0.2, 'SAR'), minorOf(1.234, 'KWD')]).toEqual([150_050n, 30n, 1234n]);
  });
});

describe('the filters in an address', () => {
  test('keep known names with values, as texts', () => {
    expect(readFilters({ status: 'FAILED', search: '', lang: 'ar', order_reference: '1001', then: '/x' })).toEqual({
      status: 'FAILED',
      order_reference: '1001',
    });
  });

  test("turn the viewer's days into moments; the last day counts", () => {
    const query = queryOf({ from: '2026-11-01', to: '2026-11-01', currency: 'sar' });
    const day = (Date.parse(query?.to ?? '') - Date.parse(query?.from ?? '')) / 3_600_000;
    expect([day, query?.currency]).toEqual([24, 'SAR']);
    expect(new Date(query?.from ?? '').getHours()).toBe(0);
  });

  test('leave a text that is no day to the API, which says what is wrong with it', () => {
    expect(queryOf({ from: 'yesterday' })?.from).toBe('yesterday');
  });
});
