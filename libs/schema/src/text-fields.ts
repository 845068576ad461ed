import { JsonNumber } from '@qafila/json/json-value';
import { field } from './field.ts';
import type { FieldOptions, Rule } from './field.ts';
import type { Place } from './violations.ts';

/** A longer text belongs into a file or a field with a limit of its own. */
export const TEXT_CHARACTERS_MAX = 255;

export interface TextOptions {
  charactersMin?: number;
  charactersMax?: number;
  pattern?: { is: RegExp; expects: string };
  /** Reads an integer as its text: clients send order references as numbers. */
  orInteger?: boolean;
}

/** A string, by default of 1 to 255 characters. */
export function Text(options: FieldOptions & TextOptions): PropertyDecorator {
  return field(textRule(options), options);
}

export function textRule({
  charactersMin = 1,
  charactersMax = TEXT_CHARACTERS_MAX,
  pattern,
  orInteger = false,
}: TextOptions = {}): Rule<string> {
  const size = `a string of ${charactersMin} to ${charactersMax} characters`;
  const expects = pattern?.expects ?? size;
  return {
    expects,
    schema: {
      type: orInteger ? ['string', 'integer'] : 'string',
      minLength: charactersMin,
      maxLength: charactersMax,
      ...(pattern === undefined ? {} : { pattern: pattern.is.source }),
    },
    read(value, at) {
      const text = orInteger ? integerText(value) : value;
      if (typeof text !== 'string') return at.fail(`must be ${expects}`);
      if (text.length < charactersMin || text.length > charactersMax) return at.fail(`must be ${size}`);
      return pattern === undefined || pattern.is.test(text) ? text : at.fail(`must be ${expects}`);
    },
  };
}

function integerText(value: unknown): unknown {
  if (value instanceof JsonNumber && /^-?\d+$/.test(value.text)) return value.text;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
}

/** One of a few words. */
export function Choice(choices: readonly string[], options: FieldOptions): PropertyDecorator {
  return field(choiceRule(choices), options);
}

export function choiceRule<const Value extends string>(choices: readonly Value[]): Rule<Value> {
  const expects = choices.length === 1 ? `${choices[0]}` : `one of ${choices.join(', ')}`;
  return {
    expects,
    schema: { type: 'string', enum: [...choices] },
    read: (value, at) =>
      (choices as readonly unknown[]).includes(value) ? (value as Value) : at.fail(`must be ${expects}`),
  };
}

/** `true` or `false`; in a query the same as text. */
export function Flag(options: FieldOptions): PropertyDecorator {
  return field(flagRule, options);
}

const flagRule: Rule<boolean> = {
  expects: 'true or false',
  schema: { type: 'boolean' },
  read(value, at) {
    if (at.source === 'query' && (value === 'true' || value === 'false')) return value === 'true';
    return typeof value === 'boolean' ? value : at.fail('must be true or false');
  },
};

/** A link that a browser opens: absolute, http or https, without credentials. */
export function Url(options: FieldOptions & { charactersMax?: number }): PropertyDecorator {
  return field(urlRule(options), options);
}

/** Hosts as URL prints them. No other character may reach the content security policy of a page. */
const HOST = /^[\w.-]+$|^\[[\da-f:.]+\]$/i;

export function urlRule({ charactersMax = 2048 }: { charactersMax?: number } = {}): Rule<string> {
  const expects = `an absolute http or https address of at most ${charactersMax} characters`;
  const isLink = (text: string): boolean => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return (
      url !== undefined &&
      HOST.test(url.hostname) &&
      /^https?:$/.test(url.protocol) &&
      url.username + url.password === '' &&
      !/\p{Cc}/u.test(text)
    );
  };
  return {
    expects,
    schema: { type: 'string', format: 'uri', maxLength: charactersMax },
    read: (value, at: Place) =>
      typeof value === 'string' && value.length <= charactersMax && isLink(value)
        ? value
        : at.fail(`must be ${expects}`),
  };
}
