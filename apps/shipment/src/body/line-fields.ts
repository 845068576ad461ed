import type { JsonSchema } from '@qafila/contracts/event-type';
import { field } from '@qafila/schema/field';
import type { FieldOptions, Rule } from '@qafila/schema/field';
import type { Place } from '@qafila/schema/violations';
import { LIMITS } from '../limits.ts';
import { foldDigits, isVisible, normalise } from './text.ts';

export interface LineOptions extends FieldOptions {
  charactersMax?: number;
  /** Arabic-Indic digits become ASCII digits: in numbers and codes, not in names. */
  foldsDigits?: true;
  /** A form that the text must have. */
  pattern?: { is: RegExp; expects: string };
  /** A further rule: returns the text as it is kept, or reports a violation. */
  judge?: (text: string, at: Place) => string | undefined;
  /** Parts of the JSON Schema, where it can say more than the length. */
  schema?: JsonSchema;
}

/** A text on one line in one form (text.ts). Where it is optional, null and an invisible text count as left out. */
export function Line(options: LineOptions): PropertyDecorator {
  return field(lineRule(options), leftOutAsNull(options));
}

/** Null counts as left out where the field is optional. */
export function leftOutAsNull<Options extends FieldOptions>(options: Options): Options {
  return options.optional === true ? { ...options, nullable: 'absent' } : options;
}

export function lineRule({
  charactersMax = LIMITS.textCharactersMax,
  foldsDigits,
  pattern,
  judge,
  optional = false,
  schema,
}: Omit<LineOptions, 'description'>): Rule<string> {
  const expects = pattern?.expects ?? `a text of 1 to ${charactersMax} characters`;
  return {
    expects,
    schema: { type: 'string', ...(optional ? {} : { minLength: 1 }), maxLength: charactersMax, ...schema },
    read(value, at) {
      if (typeof value !== 'string') return at.fail('must be a text');
      const text = foldsDigits ? foldDigits(normalise(value)) : normalise(value);
      if (!isVisible(text)) return optional ? undefined : at.fail('must not be empty');
      if (hasMoreCharacters(text, charactersMax))
        return at.fail(`must have at most ${charactersMax} characters`, 'validation_error');
      if (pattern?.is.test(text) === false) return at.fail(`must be ${expects}`);
      return judge === undefined ? text : judge(text, at);
    },
  };
}

/** Counts characters as a person does: an emoji is one. */
function hasMoreCharacters(text: string, max: number): boolean {
  return text.length > max && [...text].length > max;
}

/** One of a few words. */
export function OneOf(choices: readonly string[], options: FieldOptions): PropertyDecorator {
  const expects = choices.join(' or ');
  const rule = lineRule({
    ...options,
    judge: (text, at) => (choices.includes(text) ? text : at.fail(`must be ${expects}`)),
  });
  return field({ ...rule, expects, schema: { type: 'string', enum: [...choices] } }, leftOutAsNull(options));
}
