import type { JsonValue } from '@qafila/json/json-value';
import { Fields, isObject } from './fields.ts';
import { Violations } from './violations.ts';

/** `{"enabled": true}` */
export function readEnabled(body: JsonValue | undefined): boolean {
  const violations = new Violations();
  const fields = new Fields(isObject(body) ? body : {}, '', violations);
  const enabled = fields.raw('enabled');
  if (typeof enabled !== 'boolean') fields.bad('enabled', 'must be true or false');
  fields.end();
  violations.check();
  return enabled === true;
}
