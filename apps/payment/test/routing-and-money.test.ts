import { describe, expect, test } from '@jest/globals';
import { JsonNumber } from '@qafila/json/json-value';
import fc from 'fast-check';
import { linesOf } from '../src/ledger/postings.ts';
import { majorNumber, readAmount } from '../src/money/amount.ts';
import { feeOf } from '../src/money/fee.ts';
import { chooseProviders } from '../src/routing/choose-providers.ts';
import type { PaymentFacts, RoutingRule } from '../src/routing/choose-providers.ts';

const GATEWAYS = [
  { type: 'a', methods: ['card'] as const },
  { type: 'b', methods: ['card'] as const },
  { type: 'w', methods: ['bnpl', 'wallet'] as const },
];
const FACTS: PaymentFacts = {
  intentId: 'pi_1',
  amountMinor: 50_000n,
  currency: 'SAR',
  country: 'SA',
  method: 'card',
  labels: ['vip_customer'],
};
const RULE: RoutingRule = {
  id: 'r1',
  enabled: true,
  conditions: {},
  labels: [],
  gateway: 'a',
  split: [],
  fallback: [],
  orderBy: 'priority',
};

describe('routing', () => {
  test('the first matching rule decides, and every earlier rule says why it did not match', () => {
    const rules: RoutingRule[] = [
      { ...RULE, id: 'off', enabled: false },
      { ...RULE, id: 'usd', conditions: { currencies: ['USD'] } },
      { ...RULE, id: 'big', conditions: { currencies: ['SAR'], amount_min: '100000' } },
      { ...RULE, id: 'kw', conditions: { countries: ['KW'] } },
      { ...RULE, id: 'new', labels: ['new_customer'] },
      { ...RULE, id: 'vip', labels: ['vip_customer'], gateway: 'b', fallback: ['a', 'w'] },
      RULE,
    ];
    const choice = chooseProviders(rules, FACTS, GATEWAYS);
    expect(choice).toMatchObject({ rule_id: 'vip', gateways: ['b', 'a'] });
    expect(choice.verdicts.map(({ rule_id: id, matched }) => [id, matched])).toEqual([
      ['off', false],
      ['usd', false],
      ['big', false],
      ['kw', false],
      ['new', false],
      ['vip', true],
    ]);
    expect(choice.verdicts.every(({ why }) => why.length > 0)).toBe(true);
  });

  test('without a matching rule the order of the deployment applies to providers that support the method', () => {
    expect(chooseProviders([], FACTS, GATEWAYS).gateways).toEqual(['a', 'b']);
    expect(chooseProviders([], { ...FACTS, method: 'bnpl' }, GATEWAYS).gateways).toEqual(['w']);
  });

  test('a split keeps its shares over many intents, and one intent always gets the same share', () => {
    const rule = { ...RULE, split: [{ gateway: 'b', percent: 30 }] };
    const taken = Array.from(
      { length: 10_000 },
      (_, at) => chooseProviders([rule], { ...FACTS, intentId: `pi_${at}` }, GATEWAYS).gateways[0],
    );
    const share = taken.filter((type) => type === 'b').length / 100;
    expect(share).toBeGreaterThan(28.5);
    expect(share).toBeLessThan(31.5);
    expect(taken[42]).toBe(chooseProviders([rule], { ...FACTS, intentId: 'pi_42' }, GATEWAYS).gateways[0]);
  });
});

describe('amounts', () => {
  test.each([
    ['1500.50', 'SAR', 150_050n],
    [new JsonNumber('1500.0'), 'PKR', 150_000n],
    [new JsonNumber('0.001'), 'KWD', 1n],
    ['1500.000', 'JPY', 1_500n],
    ['9999999999.99', 'USD', 999_999_999_999n],
    [new JsonNumber('1e3'), 'AED', 100_000n],
  ])('%s %s is %s minor units', (value, currency, minor) => {
    expect(readAmount(value, currency)).toBe(minor);
  });

  test.each([
    ['0.001', 'SAR', 'excess_precision'],
    [new JsonNumber('1.0000000000000000001'), 'KWD', 'excess_precision'],
    ['1.5', 'JPY', 'excess_precision'],
    ['0', 'SAR', 'validation_error'],
    ['-1', 'SAR', 'validation_error'],
    ['10000000000.00', 'SAR', 'validation_error'],
    ['1e400', 'SAR', 'validation_error'],
    ['', 'SAR', 'validation_error'],
    [null, 'SAR', 'validation_error'],
    ['١٥٠٠', 'SAR', 'validation_error'],
  ])('%s %s is refused: %s', (value, currency, code) => {
    expect(() => readAmount(value, currency)).toThrow(
      expect.objectContaining({ status: 400, code, more: expect.objectContaining({ param: 'amount' }) }),
    );
  });

  test('every amount within the limits is returned as the same number in plain digits', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 999_999_999_999n }),
        fc.constantFrom('JPY', 'SAR', 'KWD'),
        (minor, currency) => {
          const written = JSON.stringify(majorNumber(minor, currency));
          expect(written).toMatch(/^\d+(\.\d+)?$/);
          expect(readAmount(new JsonNumber(written), currency)).toBe(minor);
        },
      ),
      { numRuns: 20_000, seed: 3 },
    );
  });
});

test('both lines of any posting sum to zero, and a fee never exceeds its capture', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 999_999_999_999n }),
      fc.constantFrom('capture', 'refund', 'fee_estimate', 'late_capture', 'reversal'),
      fc.integer({ min: 0, max: 10_000 }),
      (amount, kind, points) => {
        const [first, second] = linesOf({ kind, reference: 'x', amount });
        expect(first.amount + second.amount).toBe(0n);
        expect(feeOf(amount, points)).toBeLessThanOrEqual(amount);
      },
    ),
    { seed: 4 },
  );
});
