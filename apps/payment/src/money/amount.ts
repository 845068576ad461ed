import { invalid } from '@qafila/envelopes/refusal';
import { JsonNumber } from '@qafila/json/json-value';
import type { JsonValue } from '@qafila/json/json-value';
import { fromMinorUnits, MoneyRefusal, toMinorUnits } from '@qafila/money/minor-units';
import { LIMITS } from '../limits.ts';

/**
 * Converts major units, a number or a decimal string (published clients send both), to minor units. A fraction of a
 * minor unit is refused: rounding would charge a different amount than the merchant requested.
 */
export function readAmount(value: JsonValue | undefined, currency: string, param = 'amount'): bigint {
  const text = value instanceof JsonNumber ? value.text : value;
  if (typeof text !== 'string')
    throw invalid(param, `${param} must be a number or a decimal text, in major units, such as 1500.50.`);
  const minor = toMinor(text, currency, param);
  if (minor <= 0n) throw invalid(param, `${param} must be more than zero.`);
  if (minor > LIMITS.amountMinorMax)
    throw invalid(param, `${param} must be at most ${fromMinorUnits(LIMITS.amountMinorMax, currency)} ${currency}.`);
  return minor;
}

function toMinor(text: string, currency: string, param: string): bigint {
  try {
    return toMinorUnits(text, currency);
  } catch (error) {
    if (!(error instanceof MoneyRefusal)) throw error;
    throw invalid(
      param,
      `${param} ${error.message}.`,
      error.code === 'excess-precision' ? 'excess_precision' : 'validation_error',
    );
  }
}

/** Converts minor units to the number of §2.6. Within LIMITS a double represents every amount exactly. */
export function majorNumber(minor: bigint, currency: string): number {
  return Number(fromMinorUnits(minor, currency));
}
