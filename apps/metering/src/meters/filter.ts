import { invalid } from '@qafila/envelopes/refusal';
import { compare, isRefusal, parseDecimal } from '@qafila/money/decimal';
import { JsonNumber } from '@qafila/json/json-value';
import type { JsonValue } from '@qafila/json/json-value';
import { LIMITS } from '../limits.ts';
import { readPath } from './read-path.ts';

type Scalar = string | boolean | null | JsonNumber | number;

/**
 * A meter's filter in its canonical form: a tree of conditions. The plain object of §2.7 is sugar for it:
 * `{"model": "large", "region": ["eu", "us"]}` means model eq large and region in (eu, us).
 */
interface Clause { property: string; operator: Operator; value?: unknown }
interface Group { conjunction: 'and' | 'or'; clauses: (Clause | Group)[] }

type Operator = keyof typeof OPERATORS;
type Test = (actual: JsonValue | undefined, wanted: unknown) => boolean;

const OPERATORS = {
  eq: (actual, wanted) => same(actual, wanted),
  ne: (actual, wanted) => !same(actual, wanted),
  in: (actual, wanted) => (wanted as unknown[]).some((one) => same(actual, one)),
  nin: (actual, wanted) => !(wanted as unknown[]).some((one) => same(actual, one)),
  gt: (actual, wanted) => order(actual, wanted) > 0,
  gte: (actual, wanted) => order(actual, wanted) >= 0,
  lt: (actual, wanted) => order(actual, wanted) < 0,
  lte: (actual, wanted) => order(actual, wanted) <= 0,
  contains: (actual, wanted) => typeof actual === 'string' && actual.includes(String(wanted)),
  exists: (actual, wanted) => (actual !== undefined) === (wanted !== false),
} satisfies Record<string, Test>;

export type Filter = (payload: JsonValue) => boolean;

/** Checks the filter as given and makes it runnable. Throws a 400 refusal that names the clause. */
export function compileFilter(filters: Record<string, unknown>): Filter {
  let clauses = 0;
  const group = (value: Record<string, unknown>, path: string, depth: number): Filter => {
    if (depth > LIMITS.filterDepthMax) throw invalid(path, `${path} is nested more than ${LIMITS.filterDepthMax} deep.`);
    if (!('conjunction' in value)) return sugar(value);
    const { conjunction, clauses: members, ...others } = value as unknown as Group & Record<string, unknown>;
    refuseOthers(others, path);
    if (conjunction !== 'and' && conjunction !== 'or') throw invalid(`${path}.conjunction`, `${path}.conjunction must be "and" or "or".`);
    if (!Array.isArray(members) || members.length === 0) throw invalid(`${path}.clauses`, `${path}.clauses must be an array of one or more clauses.`);
    const tests = members.map((member, index) => clause(member, `${path}.clauses.${index}`, depth + 1));
    return conjunction === 'and' ? (payload) => tests.every((test) => test(payload)) : (payload) => tests.some((test) => test(payload));
  };
  const clause = (value: unknown, path: string, depth: number): Filter => {
    if (++clauses > LIMITS.filterClausesMax) throw invalid('filters', `filters may hold at most ${LIMITS.filterClausesMax} clauses.`);
    if (!isObject(value)) throw invalid(path, `${path} must be an object.`);
    return 'conjunction' in value ? group(value, path, depth) : condition(value, path);
  };
  const sugar = (value: Record<string, unknown>): Filter => {
    const tests = Object.entries(value).map(([property, wanted]) =>
      clause({ property, operator: Array.isArray(wanted) ? 'in' : 'eq', value: wanted }, `filters.${property}`, 1));
    return (payload) => tests.every((test) => test(payload));
  };
  return group(filters, 'filters', 1);
}

function condition(value: Record<string, unknown>, path: string): Filter {
  const { property, operator, value: wanted, ...others } = value;
  refuseOthers(others, path);
  if (typeof property !== 'string' || property === '') throw invalid(`${path}.property`, `${path}.property must name a field of the payload.`);
  if (typeof operator !== 'string' || !Object.hasOwn(OPERATORS, operator)) {
    throw invalid(`${path}.operator`, `${path}.operator must be one of ${Object.keys(OPERATORS).join(', ')}.`);
  }
  checkWanted(operator as Operator, wanted, path);
  const test: Test = OPERATORS[operator as Operator];
  return (payload) => test(readPath(payload, property), wanted);
}

function checkWanted(operator: Operator, wanted: unknown, path: string): void {
  const field = path.endsWith(`.value`) ? path : `${path}.value`;
  if (operator === 'in' || operator === 'nin') {
    if (!Array.isArray(wanted) || wanted.length === 0 || !wanted.every(isScalar)) throw invalid(field, `${field} must be an array of one or more strings, numbers of at most ${DIGITS_MAX} digits, true, false or null.`);
  } else if (operator !== 'exists' && !isScalar(wanted)) {
    throw invalid(field, `${field} must be a string, a number of at most ${DIGITS_MAX} digits, true, false or null.`);
  }
}

function refuseOthers(others: Record<string, unknown>, path: string): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid(`${path}.${unknown}`, `${path}.${unknown} is not part of a filter.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A double keeps fifteen digits of what was written; a filter that means another number than it says would count wrongly. */
const DIGITS_MAX = 15;

function isScalar(value: unknown): value is Scalar {
  if (typeof value === 'number' && String(value).replace(/e.*|\D/gi, '').length > DIGITS_MAX) return false;
  return value === null || ['string', 'number', 'boolean'].includes(typeof value) || value instanceof JsonNumber;
}

/** Numbers are compared by value (1.0 is 1), everything else as it is. A string never equals a number. */
function same(actual: JsonValue | undefined, wanted: unknown): boolean {
  if (isNumber(actual) && isNumber(wanted)) return order(actual, wanted) === 0;
  return actual === wanted;
}

function isNumber(value: unknown): value is number | JsonNumber {
  return typeof value === 'number' || value instanceof JsonNumber;
}

/** Sign of actual − wanted for two numbers or two strings; NaN (never true) for anything else. */
function order(actual: unknown, wanted: unknown): number {
  if (isNumber(actual) && isNumber(wanted)) {
    const [left, right] = [parseDecimal(String(actual)), parseDecimal(String(wanted))];
    return isRefusal(left) || isRefusal(right) ? Number.NaN : compare(left, right);
  }
  if (typeof actual === 'string' && typeof wanted === 'string') return actual < wanted ? -1 : Number(actual > wanted);
  return Number.NaN;
}
