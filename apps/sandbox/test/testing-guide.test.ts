import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { LEVERS } from '../src/levers/amount-lever.ts';
import { COURIER_LEVERS, RECIPIENT_PHONES } from '../src/levers/courier-levers.ts';
import { EXPIRED_CODE, RIGHT_CODE, RIGHT_PIN, spacedCardNumber, TEST_CARDS } from '../src/levers/test-cards.ts';
import { BEHAVIOURS } from '../src/levers/wallet-levers.ts';

const guide = readFileSync(new URL('../../../docs/api/testing.md', import.meta.url), 'utf8');
/** What stands in backticks, also several values in one cell. */
const named = new Set([...guide.matchAll(/`([^`]+)`/g)].map(([, value]) => value));

test.each<[string, Iterable<string>]>([
  ['amount', LEVERS],
  ['card', TEST_CARDS.map(({ number }) => spacedCardNumber(number))],
  ['phone of a wallet', Object.keys(BEHAVIOURS)],
  ['code and PIN', [RIGHT_CODE, EXPIRED_CODE, RIGHT_PIN]],
  ['keyword of a parcel', Object.keys(COURIER_LEVERS)],
  ['phone of a recipient', Object.keys(RECIPIENT_PHONES)],
])('the guide on testing names every %s that has an effect', (_, levers) => {
  expect([...levers].filter((lever) => !named.has(lever))).toEqual([]);
});
