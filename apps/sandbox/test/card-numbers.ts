import { expect } from '@jest/globals';
import { CARD } from './harness.ts';
import type { SandboxUnderTest } from './harness.ts';

const CARD_NUMBERS = [CARD, '5555555555554444', '4000003800000446', '4111111111111111', '424242', '555555'];

/** The database contains the last four digits of cards, but no card number, and no digits that pass the Luhn check. */
export async function expectNoCardNumbers(sandbox: SandboxUnderTest): Promise<void> {
  const rows = await sandbox.dump();
  expect(rows).toContain('4242');
  const digits = rows.match(/(?<![0-9a-f])\d[\d -]{11,21}\d(?![0-9a-f])/g) ?? [];
  expect(
    digits
      .map((text) => text.replace(/\D/g, ''))
      .filter((text) => text.length >= 13 && text.length <= 19 && passesLuhn(text)),
  ).toEqual([]);
  for (const number of CARD_NUMBERS) expect([number, rows.includes(number)]).toEqual([number, false]);
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce(
      (total, digit, index) =>
        total + (index % 2 === 0 ? Number(digit) : ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)] as number)),
      0,
    );
  return sum % 10 === 0;
}
