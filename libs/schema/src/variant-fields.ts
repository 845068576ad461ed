import { isJsonObject } from '@qafila/json/is-object';
import { field } from './field.ts';
import type { FieldOptions, Rule, Variants } from './field.ts';
import { readObject } from './read-object.ts';

/** An object that has one of several classes; the field `by`, which each class declares, says which one. */
export function Variant(variants: Variants, options: FieldOptions): PropertyDecorator {
  return field(variantRule(variants), options);
}

function variantRule(variants: Variants): Rule<object> {
  const { by, classes } = variants;
  const names = Object.keys(classes).join(', ');
  const expects = `an object whose ${by} is one of ${names}`;
  return {
    expects,
    schema: { type: 'object' },
    variants,
    read(value, at) {
      if (!isJsonObject(value)) return at.fail(`must be ${expects}`);
      const name = Object.hasOwn(value, by) ? value[by] : undefined;
      const type = typeof name === 'string' && Object.hasOwn(classes, name) ? classes[name] : undefined;
      return type === undefined ? at.below(by).fail(`must be one of ${names}`) : readObject(type(), value, at);
    },
  };
}
