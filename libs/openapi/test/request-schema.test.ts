import { describe, expect, test } from '@jest/globals';
import { Allow, ArrayNotEmpty, IsArray, IsEmail, IsIn, IsInt, IsOptional, IsString, Matches, Max, ValidateIf, ValidateNested } from 'class-validator';
import { fieldsOf, schemaOf } from '../src/request-schema.ts';

class Base {
  @IsOptional() @IsIn(['a', 'b']) kind?: 'a' | 'b';
  @IsString() name!: string;
}
class Inner { @IsInt({ message: 'count must be whole' }) @Max(3) count!: number }
class Body extends Base {
  @ValidateIf((_body, value) => value !== undefined) @IsString() note?: string;
  @IsArray() @ArrayNotEmpty() @IsString({ each: true }) @Matches(/^x/, { each: true }) names!: string[];
  @ValidateNested() inner!: Inner;
  @Allow() refusedLater?: unknown;
  @IsString() @Matches(/^y/i, { message: '$property begins with y' }) loose!: string;
  @IsEmail() mail!: string;
}
class Empty {}

describe('schema of a request class', () => {
  test('has the rules of the class and of those above it, and refuses other fields', () => {
    expect(schemaOf(Body)).toEqual({
      type: 'object', additionalProperties: false, required: ['names', 'inner', 'loose', 'mail', 'name'],
      properties: {
        note: { type: 'string' }, names: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^x' } },
        inner: { type: 'object', additionalProperties: false, required: ['count'], properties: { count: { type: 'integer', maximum: 3, description: 'count must be whole.' } } },
        loose: { type: 'string', description: 'loose begins with y.' }, mail: { description: 'mail must be an email.' },
        kind: { enum: ['a', 'b', null] }, name: { type: 'string' },
      },
    });
  });

  test('tells what may be left out from what may be null', () => {
    const of = (name: string): unknown => fieldsOf(Body).filter((field) => field.name === name).map(({ required, nullable }) => [required, nullable])[0];
    expect([of('name'), of('kind'), of('note')]).toEqual([[true, false], [false, true], [false, false]]);
  });

  test('of a class without rules takes nothing', () => {
    expect(schemaOf(Empty)).toEqual({ type: 'object', properties: {}, additionalProperties: false });
  });
});
