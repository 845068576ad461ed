import { invalid } from '@qafila/envelopes/refusal';
import { compare, isRefusal, parseDecimal } from '@qafila/money/decimal';
import { isJsonObject } from '@qafila/json/is-object';
import { JsonNumber } from '@qafila/json/json-value';
import type { JsonValue } from '@qafila/json/json-value';
import { LIMITS } from '../limits.ts';
import { readPath } from './read-path.ts';

type Scalar = string | boolean | null | JsonNumber | number;

/**
 * A meter's filter in its canonical form: a tree of conditions. The plain object of §2.7 is a short form of it:
 * `{"model": "large", "region": ["eu", "us"]}` means model eq large and region in (eu, us).
 */
interface Clause {
  property: string;
  operator: Operator;
  value?: unknown;
}
interface Group {
  conjunction: 'and' | 'or';
  clauses: (Clause | Group)[];
}

type Operator = keyof typeof OPERATORS;
type Test = (actual: JsonValue | undefined, expected: unknown) => boolean;

const OPERATORS = {
  eq: (actual, expected) => same(actual, expected),
  ne: (actual, expected) => !same(actual, expected),
  in: (actual, expected) => (expected as unknown[]).some((item) => same(actual, item)),
  nin: (actual, expected) => !(expected as unknown[]).some((item) => same(actual, item)),
  gt: (actual, expected) => order(actual, expected) > 0,
  gte: (actual, expected) => order(actual, expected) >= 0,
  lt: (actual, expected) => order(actual, expected) < 0,
  lte: (actual, expected) => order(actual, expected) <= 0,
  contains: (actual, expected) => typeof actual === 'string' && actual.includes(String(expected)),
  exists: (actual, expected) => (actual !== undefined) === (expected !== false),
} satisfies Record<string, Test>;

export type Filter = (payload: JsonValue) => boolean;

type Report = (path: string, message: string) => void;

/** A stored filter was checked before it was stored. */
function refuse(path: string, message: string): never {
  throw invalid(path, message);
}

/** Checks a filter and turns it into a function. Reports everything that is wrong, each with the path of its clause. */
export function compileFilter(filters: Record<string, unknown>, report: Report = refuse): Filter {
  let clauses = 0;
  const group = (value: Record<string, unknown>, path: string, depth: number): Filter => {
    if (depth > LIMITS.filterDepthMax)
      return refused(report, path, `${path} is nested more than ${LIMITS.filterDepthMax} deep.`);
    if (!('conjunction' in value)) return shortForm(value);
    const { conjunction, clauses: members, ...others } = value as unknown as Group & Record<string, unknown>;
    refuseOthers(others, path, report);
    if (conjunction !== 'and' && conjunction !== 'or')
      report(`${path}.conjunction`, `${path}.conjunction must be "and" or "or".`);
    if (!Array.isArray(members) || members.length === 0)
      return refused(report, `${path}.clauses`, `${path}.clauses must be an array of one or more clauses.`);
    const tests = members.map((member, index) => clause(member, `${path}.clauses.${index}`, depth + 1));
    return conjunction === 'and'
      ? (payload) => tests.every((test) => test(payload))
      : (payload) => tests.some((test) => test(payload));
  };
  const clause = (value: unknown, path: string, depth: number): Filter => {
    if (++clauses === LIMITS.filterClausesMax + 1)
      report('filters', `filters must contain at most ${LIMITS.filterClausesMax} clauses.`);
    if (clauses > LIMITS.filterClausesMax) return never;
    if (!isJsonObject(value)) return refused(report, path, `${path} must be an object.`);
    return 'conjunction' in value ? group(value, path, depth) : condition(value, path, report);
  };
  const shortForm = (value: Record<string, unknown>): Filter => {
    const tests = Object.entries(value).map(([property, expected]) =>
      clause({ property, operator: Array.isArray(expected) ? 'in' : 'eq', value: expected }, `filters.${property}`, 1),
    );
    return (payload) => tests.every((test) => test(payload));
  };
  return group(filters, 'filters', 1);
}

const never: Filter = () => false;

function refused(report: Report, path: string, message: string): Filter {
  report(path, message);
  return never;
}

function condition(value: Record<string, unknown>, path: string, report: Report): Filter {
  const { property, operator, value: expected, ...others } = value;
  refuseOthers(others, path, report);
  const hasProperty = typeof property === 'string' && property !== '';
  if (!hasProperty) report(`${path}.property`, `${path}.property must name a field of the payload.`);
  if (typeof operator !== 'string' || !Object.hasOwn(OPERATORS, operator)) {
    const names = Object.keys(OPERATORS).join(', ');
    return refused(report, `${path}.operator`, `${path}.operator must be one of ${names}.`);
  }
  checkExpected(operator as Operator, expected, { path, report });
  if (!hasProperty) return never;
  const test: Test = OPERATORS[operator as Operator];
  return (payload) => test(readPath(payload, property), expected);
}

function checkExpected(
  operator: Operator,
  expected: unknown,
  { path, report }: { path: string; report: Report },
): void {
  const field = path.endsWith(`.value`) ? path : `${path}.value`;
  if (operator === 'in' || operator === 'nin') {
    if (!Array.isArray(expected) || expected.length === 0 || !expected.every(isScalar))
      report(
        field,
        `${field} must be a non-empty array of strings, numbers of at most ${DIGITS_MAX} digits, true, false or null.`,
      );
  } else if (operator !== 'exists' && !isScalar(expected)) {
    report(field, `${field} must be a string, a number of at most ${DIGITS_MAX} digits, true, false or null.`);
  }
}

function refuseOthers(others: Record<string, unknown>, path: string, report: Report): void {
  for (const name of Object.keys(others)) report(`${path}.${name}`, `${path}.${name} is not part of a filter.`);
}

/**
 * A double keeps fifteen digits. A filter with more digits would compare with another number than the one in its text.
 */
const DIGITS_MAX = 15;

function isScalar(value: unknown): value is Scalar {
  if (typeof value === 'number' && String(value).replace(/e.*|\D/gi, '').length > DIGITS_MAX) return false;
  return value === null || ['string', 'number', 'boolean'].includes(typeof value) || value instanceof JsonNumber;
}

/** Numbers are compared by value (1.0 equals 1), all else by identity. A string never equals a number. */
function same(actual: JsonValue | undefined, expected: unknown): boolean {
  if (isNumber(actual) && isNumber(expected)) return order(actual, expected) === 0;
  return actual === expected;
}

function isNumber(value: unknown): value is number | JsonNumber {
  return typeof value === 'number' || value instanceof JsonNumber;
}

/** The sign of actual − expected for two numbers or two strings. NaN for anything else, so no comparison is true. */
function order(actual: unknown, expected: unknown): number {
  if (isNumber(actual) && isNumber(expected)) {
    const [left, right] = [parseDecimal(String(actual)), parseDecimal(String(expected))];
    return isRefusal(left) || isRefusal(right) ? Number.NaN : compare(left, right);
  }
  if (typeof actual === 'string' && typeof expected === 'string')
    return actual < expected ? -1 : Number(actual > expected);
  return Number.NaN;
}
