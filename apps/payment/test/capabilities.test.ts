import { expect, test } from '@jest/globals';
import { UNRESTRICTED, unsupported } from '../src/providers/capabilities.ts';
import type { Capabilities, WantedPayment } from '../src/providers/capabilities.ts';
import { chooseProviders } from '../src/routing/choose-providers.ts';

const wanted: WantedPayment = { amountMinor: 10_000n, currency: 'SAR', country: 'SA', method: 'card' };
const limited: Capabilities = {
  ...UNRESTRICTED,
  currencies: ['SAR', 'AED'],
  amounts: { SAR: { min: 200n, max: 500_000n } },
  countries: ['SA', 'AE'],
  captureModes: ['automatic'],
};

test.each<[string, Partial<WantedPayment>, string | null]>([
  ['what it supports', {}, null],
  ['the smallest amount', { amountMinor: 200n }, null],
  ['one unit less', { amountMinor: 199n }, 'it takes no amount this small in SAR'],
  ['one unit more than the largest', { amountMinor: 500_001n }, 'it takes no amount this large in SAR'],
  ['an amount of a currency without bounds', { amountMinor: 900_000n, currency: 'AED' }, null],
  ['another currency', { currency: 'PKR' }, 'it does not take PKR'],
  ['another country, in small letters', { country: 'pk' }, 'it has no customers in PK'],
  ['a country by its name, which says nothing', { country: 'Pakistan' }, null],
  ['another method', { method: 'bnpl' }, 'it does not support bnpl'],
  ['manual capture', { captureMode: 'manual' }, 'it has no manual capture'],
])('a gateway and %s', (_, more, why) => {
  expect(unsupported({ methods: ['card'], capabilities: limited }, { ...wanted, ...more })).toBe(why);
});

test('a payment that a gateway cannot take goes to the next one, and the history has the reason', () => {
  const gateways = [
    { type: 'limited', methods: ['card'] as const, capabilities: limited },
    { type: 'open', methods: ['card'] as const, capabilities: UNRESTRICTED },
  ];
  const facts = { ...wanted, currency: 'PKR', intentId: 'pi_1', labels: [] };
  expect(chooseProviders([], facts, gateways).gateways).toEqual(['open']);
  const rule = {
    id: 'r1',
    enabled: true,
    conditions: {},
    labels: [],
    gateway: 'limited',
    split: [],
    fallback: [],
    orderBy: 'priority' as const,
  };
  expect(chooseProviders([rule], facts, gateways)).toMatchObject({
    rule_id: null,
    gateways: ['open'],
    verdicts: [{ matched: false, why: 'none of its providers can take this payment (limited: it does not take PKR)' }],
  });
});
