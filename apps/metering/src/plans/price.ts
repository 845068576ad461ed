import { invalid } from '@qafila/envelopes/refusal';
import { JsonNumber } from '@qafila/json/json-value';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { ZERO, compare, isRefusal, parseDecimal, toPlainString } from '@qafila/money/decimal';
import { currencyExponent } from '@qafila/money/minor-units';

/** What a meter's units cost in a plan. Amounts are exact decimals in the currency's major unit, as text. */
export type Price =
  | { model: 'per_unit'; unit_amount: string; currency: string }
  /** §2.7 fixed-retainer: a fee whatever the usage, units that it includes, and what each further unit costs. */
  | { model: 'fixed_retainer'; fixed_fee: string; included_units: string; overage_unit_amount: string; currency: string };

const AMOUNTS = { per_unit: ['unit_amount'], fixed_retainer: ['fixed_fee', 'included_units', 'overage_unit_amount'] } as const;

/** Reads a price as given, numbers by their text. Throws a 400 refusal that names the field under `path`. */
export function parsePrice(value: JsonValue | undefined, path: string): Price {
  if (!isObject(value)) throw invalid(path, `${path} must be an object with a model, its amounts and a currency.`);
  const { model, currency } = value;
  if (model !== 'per_unit' && model !== 'fixed_retainer') throw invalid(`${path}.model`, `${path}.model must be "per_unit" or "fixed_retainer".`);
  const names: readonly string[] = AMOUNTS[model];
  refuseOthers(value, ['model', 'currency', ...names], path);
  if (typeof currency !== 'string' || currencyExponent(currency) === undefined) {
    throw invalid(`${path}.currency`, `${path}.currency must be an ISO 4217 currency code in capitals, such as "SAR".`);
  }
  const amounts = Object.fromEntries(names.map((name) => [name, amountOf(value[name], `${path}.${name}`)]));
  if (model === 'fixed_retainer') checkChargeable(amounts.fixed_fee as string, currency, `${path}.fixed_fee`);
  return { model, ...amounts, currency } as Price;
}

function amountOf(value: JsonValue | undefined, path: string): string {
  if (typeof value !== 'string' && !(value instanceof JsonNumber)) throw invalid(path, `${path} must be a decimal number, as a string or a number.`);
  const parsed = parseDecimal(String(value));
  if (isRefusal(parsed)) throw invalid(path, `${path}: ${parsed.message}.`);
  if (compare(parsed, ZERO) < 0) throw invalid(path, `${path} must not be negative.`);
  return toPlainString(parsed);
}

/** A unit may cost a fraction of the smallest coin; a fee is charged as it stands. */
function checkChargeable(amount: string, currency: string, path: string): void {
  const decimals = amount.split('.')[1]?.length ?? 0;
  const exponent = currencyExponent(currency) as number;
  if (decimals > exponent) throw invalid(path, `${path} has ${decimals} decimals; ${currency} has ${exponent}.`);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}

export function refuseOthers(value: JsonObject, names: string[], path: string): void {
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid(`${path}.${unknown}`, `${path}.${unknown} is not a field of this operation.`, 'unknown_field');
}
