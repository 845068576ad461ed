import { describe, expect, test } from '@jest/globals';
import { Refusal } from '@qafila/envelopes/refusal';
import { parseStrict } from '@qafila/json/strict-json';
import { ClassSchemas } from '../src/class-schema.ts';
import { Decimal, DecimalText } from '../src/decimal-fields.ts';
import { exampleOf } from '../src/examples.ts';
import { FreeMap, Judged, nestedRule } from '../src/object-fields.ts';
import { readRequest } from '../src/read-object.ts';
import { Choice, Text } from '../src/text-fields.ts';
import { Variant } from '../src/variant-fields.ts';

const described = { description: 'A field.' };

class Card {
  @Choice(['card'], described) kind!: 'card';
  @Decimal({ ...described, example: '0.5' }) fee!: string;
}
class Wallet {
  @Choice(['wallet'], described) kind!: 'wallet';
  @Text(described) phone!: string;
}
class Payment {
  @Variant({ by: 'kind', classes: { card: () => Card, wallet: () => Wallet } }, described) method!: Card | Wallet;
  @Judged(
    { ...nestedRule(() => Wallet), missing: (at) => at.below('phone').fail('is required: we call it') },
    { ...described, optional: true },
  )
  fallback?: Wallet;
}
class Filtered {
  @FreeMap({ ...described, bytesMax: 100, optional: true }) filter?: Record<string, unknown>;
  @Text({ ...described, optional: true }) name?: string;
}
class Total {
  @DecimalText(described) total!: string;
}

const fallback = { kind: 'wallet', phone: '1' };

function violationsOf(type: new () => object, value: unknown, source: 'body' | 'query' = 'body'): [string, string][] {
  try {
    readRequest(type, value, source);
    return [];
  } catch (error) {
    return ((error as Refusal).more.violations ?? []).map(({ field, message }) => [field, message]);
  }
}

describe('an object with several forms', () => {
  test('is read as the class that its field names', () => {
    const read = readRequest(Payment, { method: { kind: 'wallet', phone: '7' }, fallback }, 'body');
    expect(read.method).toBeInstanceOf(Wallet);
    expect(readRequest(Payment, { method: { kind: 'card', fee: 1.5 }, fallback }, 'body').method).toBeInstanceOf(Card);
  });

  test.each([
    [{ kind: 'cash' }, 'method.kind', 'method.kind must be one of card, wallet.'],
    [{ kind: 'toString' }, 'method.kind', 'method.kind must be one of card, wallet.'],
    [{}, 'method.kind', 'method.kind must be one of card, wallet.'],
    [[], 'method', 'method must be an object whose kind is one of card, wallet.'],
    [{ kind: 'card', fee: '1', phone: '7' }, 'method.phone', 'method.phone is not a field of this operation.'],
  ])('%j is refused', (method, field, message) => {
    expect(violationsOf(Payment, { method, fallback })).toEqual([[field, message]]);
  });

  test('is described with its classes and the field that decides', () => {
    const classes = new ClassSchemas();
    classes.refTo(Payment);
    expect(classes.all()['Payment']).toMatchObject({
      properties: {
        method: {
          oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Wallet' }],
          discriminator: { propertyName: 'kind', mapping: { wallet: '#/components/schemas/Wallet' } },
        },
      },
    });
    expect(exampleOf(Payment)['method']).toEqual({ kind: 'card', fee: '0.5' });
  });
});

test('a rule can judge that its field was left out, and name an inner field', () => {
  expect(violationsOf(Payment, { method: { kind: 'wallet', phone: '7' } })).toEqual([
    ['fallback.phone', 'fallback.phone is required: we call it.'],
  ]);
});

describe('an exact decimal', () => {
  const fee = (text: string): string =>
    (
      readRequest(Payment, { method: { kind: 'card', fee: parseStrict(text, { numbers: 'exact' }) }, fallback }, 'body')
        .method as Card
    ).fee;

  test('keeps every digit, from a number and from a text', () => {
    expect(['12345678901234567890.123456789', '"1e-7"', '1.50', '-0'].map(fee)).toEqual([
      '12345678901234567890.123456789',
      '0.0000001',
      '1.5',
      '0',
    ]);
  });

  test.each(['"free"', '"1e400"', 'true', '-0.1', '""'])('%s is refused', (text) => {
    expect(() => fee(text)).toThrow(/^method\.fee /);
  });

  test('in an answer is a text', () => {
    expect(violationsOf(Total, { total: '-1.5' })).toEqual([]);
    expect(violationsOf(Total, { total: 1.5 })).toEqual([['total', 'total must be a decimal number as a string.']]);
  });
});

describe('objects in a query', () => {
  test('are read from their parts', () => {
    const read = readRequest(Filtered, { 'filter[a]': '1', 'filter[b.c]': '2', name: 'x' }, 'query');
    expect({ ...read }).toEqual({ filter: { a: '1', 'b.c': '2' }, name: 'x' });
  });

  test('cannot reach a prototype', () => {
    const { filter } = readRequest(Filtered, { 'filter[__proto__]': '1' }, 'query');
    expect([Object.getPrototypeOf(filter), Object.keys(filter as object)]).toEqual([Object.prototype, ['__proto__']]);
  });

  test.each([
    [{ 'name[a]': '1' }, 'name[a]'],
    [{ 'filter[]': '1' }, 'filter[]'],
    [{ filter: 'x' }, 'filter'],
    [{ 'fliter[a]': '1' }, 'fliter[a]'],
  ])('%j is refused', (query, field) => {
    expect(violationsOf(Filtered, query, 'query').map(([name]) => name)).toEqual([field]);
  });
});
