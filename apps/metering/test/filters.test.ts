import { describe, expect, test } from '@jest/globals';
import { parseStrict } from '@qafila/json/strict-json';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { compileFilter } from '../src/meter-definitions/filter.ts';

/** Whether the filter, read with native numbers as a meter's body, matches the payload, read with exact numbers. */
const matches = (filters: string, payload: string): boolean =>
  compileFilter(parseStrict(filters, { numbers: 'native' }) as Record<string, unknown>)(
    parseStrict(payload, { numbers: 'exact' }),
  );
const clause = (operator: string, value: string, property = 'a'): string =>
  `{"conjunction":"and","clauses":[{"property":"${property}","operator":"${operator}"` +
  `${value === '' ? '' : `,"value":${value}`}}]}`;

describe('an operator', () => {
  test.each([
    ['eq', '1', '{"a":1.0}', true],
    ['eq', '1', '{"a":"1"}', false],
    ['eq', '"1"', '{"a":1}', false],
    ['eq', 'null', '{"a":null}', true],
    ['eq', 'null', '{}', false],
    ['eq', 'true', '{"a":true}', true],
    ['eq', '0.1', '{"a":0.10}', true],
    ['eq', '0.1', '{"a":0.1000000000000000055511151231257827}', false],
    ['eq', '9007199254740992', '{"a":9007199254740993}', false],
    ['eq', '"é"', '{"a":"e\\u0301"}', false],
    ['eq', '0', '{"a":-0}', true],
    ['eq', '1000', '{"a":1e3}', true],
    ['eq', '"x"', '{"a":["x"]}', false],
    ['eq', '"x"', '{"a":{"x":1}}', false],
    ['ne', '"x"', '{"a":"y"}', true],
    ['ne', '"x"', '{}', true],
    ['ne', '"x"', '{"a":"x"}', false],
    ['in', '["x",1]', '{"a":1.00}', true],
    ['in', '["x",1]', '{"a":"1"}', false],
    ['in', '[null]', '{"a":null}', true],
    ['in', '["x"]', '{}', false],
    ['nin', '["x"]', '{}', true],
    ['nin', '["x",1]', '{"a":1}', false],
    ['nin', '["x"]', '{"a":["x"]}', true],
    ['gt', '1', '{"a":1.0000000000000000001}', true],
    ['gt', '1', '{"a":1}', false],
    ['gt', '1', '{"a":"2"}', false],
    ['gt', '1', '{}', false],
    ['gt', '"a"', '{"a":"b"}', true],
    ['gte', '1', '{"a":1}', true],
    ['lt', '1', '{"a":0.9999999999999999999}', true],
    ['lt', '1', '{"a":null}', false],
    ['lte', '-1', '{"a":-1}', true],
    ['lte', '-1', '{"a":true}', false],
    ['contains', '"ell"', '{"a":"hello"}', true],
    ['contains', '"ell"', '{"a":["ell"]}', false],
    ['contains', '"قاف"', '{"a":"قافلة"}', true],
    ['exists', '', '{"a":null}', true],
    ['exists', 'true', '{}', false],
    ['exists', 'false', '{}', true],
    ['exists', 'false', '{"a":0}', false],
    ['gt', '1', '{"a":1e400}', false],
  ])('%s %s on %s: %s', (operator, value, payload, expected) => {
    if (value === '9007199254740992') expect(() => matches(clause(operator, value), payload)).toThrow();
    else expect(matches(clause(operator, value), payload)).toBe(expected);
  });
});

describe('a property', () => {
  test.each([
    ['a.b', '{"a":{"b":1}}', true],
    ['a.b', '{"a.b":1,"a":{"b":2}}', true],
    ['a.b', '{"a.b":2,"a":{"b":1}}', false],
    ['a.b', '{"a":null}', false],
    ['a.0', '{"a":[1]}', false],
    ['a.b.c', '{"a":{"b":{"c":1}}}', true],
    ['constructor', '{"constructor":1}', true],
    ['constructor', '{}', false],
    ['toString.length', '{}', false],
    ['hasOwnProperty', '{"hasOwnProperty":1}', true],
  ])('%s of %s', (property, payload, expected) => {
    expect(matches(clause('eq', '1', property), payload)).toBe(expected);
  });
});

test('the plain form requires all of its fields, a list any of its values; an empty filter matches everything', () => {
  expect(matches('{}', '{}')).toBe(true);
  expect([
    matches('{"a":"x","b":[1,2]}', '{"a":"x","b":2.0}'),
    matches('{"a":"x","b":[1,2]}', '{"a":"x","b":3}'),
    matches('{"a":"x"}', '{"b":1}'),
  ]).toEqual([true, false, false]);
});

test('groups can be nested, with the usual meaning of and and or', () => {
  const filter =
    '{"conjunction":"or","clauses":[{"property":"a","operator":"eq","value":1},' +
    '{"conjunction":"and","clauses":[' +
    '{"property":"b","operator":"gt","value":1},{"property":"c","operator":"exists"}]}]}';
  expect(
    ['{"a":1}', '{"b":2,"c":0}', '{"b":2}', '{"b":1,"c":0}', '{}'].map((payload) => matches(filter, payload)),
  ).toEqual([true, true, false, false, false]);
});

test.each([
  ['{"conjunction":"xor","clauses":[{}]}', 'filters.conjunction'],
  ['{"conjunction":"and","clauses":[]}', 'filters.clauses'],
  ['{"conjunction":"and","clauses":[7]}', 'filters.clauses.0'],
  ['{"conjunction":"and","clauses":[{"operator":"eq","value":1}]}', 'filters.clauses.0.property'],
  [
    '{"conjunction":"and","clauses":[{"property":"a","operator":"constructor","value":1}]}',
    'filters.clauses.0.operator',
  ],
  ['{"conjunction":"and","clauses":[{"property":"a","operator":"in","value":[]}]}', 'filters.clauses.0.value'],
  ['{"conjunction":"and","clauses":[{"property":"a","operator":"eq","value":{}}]}', 'filters.clauses.0.value'],
  ['{"conjunction":"and","clauses":[{"property":"a","operator":"eq","value":1,"more":1}]}', 'filters.clauses.0.more'],
  ['{"conjunction":"and","clauses":[{"property":"a","operator":"eq","value":1}],"more":1}', 'filters.more'],
  ['{"a":{}}', 'filters.a.value'],
  ['{"a":[]}', 'filters.a.value'],
  ['{"a":12345678901234567890}', 'filters.a.value'],
])('%s is refused, naming %s', (filters, param) => {
  let refused: unknown;
  try {
    compileFilter(JSON.parse(filters) as Record<string, unknown>);
  } catch (error) {
    refused = error;
  }
  expect(asRefusal(refused)).toMatchObject({ status: 400, more: { param } });
});

test('too many clauses and too much nesting are refused', () => {
  const wide = {
    conjunction: 'or',
    clauses: Array.from({ length: 51 }, () => ({ property: 'a', operator: 'eq', value: 1 })),
  };
  let deep: Record<string, unknown> = { property: 'a', operator: 'eq', value: 1 };
  for (let level = 0; level < 6; level++) deep = { conjunction: 'and', clauses: [deep] };
  for (const filters of [wide, deep]) expect(() => compileFilter(filters)).toThrow(/at most 50|more than 5 deep/);
});
