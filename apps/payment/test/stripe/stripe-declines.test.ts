import { expect, test } from '@jest/globals';
import { declined } from '../../src/providers/stripe/stripe-errors.ts';

const after = (code: string, advice?: string): unknown[] => {
  const { then, isStopped = false } = declined({ decline_code: code, advice_code: advice });
  return [then, isStopped];
};

test('the bank of the cardholder ends all charges by some codes, and this card by others', () => {
  const stopped = ['revocation_of_authorization', 'revocation_of_all_authorizations', 'stop_payment_order'];
  for (const code of stopped) expect([code, ...after(code)]).toEqual([code, 'none', true]);
  for (const code of ['do_not_try_again', 'invalid_account', 'stolen_card'])
    expect([code, ...after(code)]).toEqual([code, 'none', false]);
  expect(after('generic_decline', 'do_not_try_again')).toEqual(['none', false]);
  expect(after('insufficient_funds')).toEqual(['customer', false]);
  expect(after('issuer_not_available')).toEqual(['fallback', false]);
});
