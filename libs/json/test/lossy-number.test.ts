import { expect, test } from '@jest/globals';
import { findLossyNumber } from '../src/lossy-number.ts';
import { parseStrict } from '../src/strict-json.ts';

const of = (text: string): string | undefined => findLossyNumber(parseStrict(text, { numbers: 'exact' }), 'metadata');

test.each(['0', '-0', '1', '-12', '1.5', '1.50', '0.000001', '9007199254740991', '1e3', '1.0', '0.1'])(
  '%s is not lossy',
  (number) => {
    expect(of(`{"a":${number}}`)).toBeUndefined();
  },
);

test.each([
  '9007199254740993',
  '12345678901234567890.10',
  '1e400',
  '-1e400',
  '0.1234567890123456789',
  '1e-7',
  '0.0000001',
  '1.5e-3',
  '100000000000000000000000',
])('%s is lossy: JSON.stringify would write another number, or an exponent', (number) => {
  expect(of(`{"a":[true,{"b":${number}}]}`)).toBe('metadata.a.1.b');
});
