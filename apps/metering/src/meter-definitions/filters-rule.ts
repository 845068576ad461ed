import { isJsonObject } from '@qafila/json/is-object';
import type { JsonObject } from '@qafila/json/json-value';
import type { Rule } from '@qafila/schema/field';
import { compileFilter } from './filter.ts';

/** The filters of a meter, kept as they were sent. compileFilter() reports what is wrong with each clause. */
export const filtersRule: Rule<JsonObject> = {
  expects: 'an object of payload fields and their values, or of conjunction and clauses',
  schema: { type: 'object', additionalProperties: true },
  read(value, at) {
    if (!isJsonObject(value)) return at.fail(`must be ${filtersRule.expects}`);
    let isValid = true;
    compileFilter(value, (path, message) => {
      isValid = false;
      at.violations.add(path, message);
    });
    return isValid ? (value as JsonObject) : undefined;
  },
};
