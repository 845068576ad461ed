import { fromMinorUnits, MoneyRefusal, currencyExponent, toMinorUnits } from '@qafila/money/minor-units';
import { invalid } from '@qafila/envelopes/refusal';
import { JsonNumber } from '@qafila/json/json-value';
import type { JsonValue } from '@qafila/json/json-value';
import { LIMITS } from '../limits.ts';

/** A currency as the wire has it: capitals or not, ISO 4217. */
export function readCurrency(value: JsonValue | undefined, param = 'currency'): string {
  if (typeof value !== 'string' || currencyExponent(value.toUpperCase()) === undefined) throw invalid(param, `${param} must be an ISO 4217 currency code such as "SAR".`);
  return value.toUpperCase();
}

/**
 * Major units, as a number or a decimal string (published clients send both), to minor units. A fraction of a minor unit is refused:
 * rounding would charge another amount than was asked for.
 */
export function readAmount(value: JsonValue | undefined, currency: string, param = 'amount'): bigint {
  const text = value instanceof JsonNumber ? value.text : value;
  if (typeof text !== 'string') throw invalid(param, `${param} must be a number or a decimal text, in major units, such as 1500.50.`);
  const minor = toMinor(text, currency, param);
  if (minor <= 0n) throw invalid(param, `${param} must be more than zero.`);
  if (minor > LIMITS.amountMinorMax) throw invalid(param, `${param} must be at most ${fromMinorUnits(LIMITS.amountMinorMax, currency)} ${currency}.`);
  return minor;
}

function toMinor(text: string, currency: string, param: string): bigint {
  try {
    return toMinorUnits(text, currency);
  } catch (error) {
    if (!(error instanceof MoneyRefusal)) throw error;
    throw invalid(param, `${param}: ${error.message}.`, error.code === 'excess-precision' ? 'excess_precision' : 'validation_error');
  }
}

/** Minor units as the number of §2.6: within LIMITS a double holds every amount exactly. */
export function majorNumber(minor: bigint, currency: string): number {
  return Number(fromMinorUnits(minor, currency));
}
