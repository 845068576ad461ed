import { Refusal } from '@qafila/envelopes/refusal';
import { isJsonObject } from '@qafila/json/is-object';
import type { Class } from '@qafila/schema/field';
import { readRequest } from '@qafila/schema/read-object';

/** Null and an empty text count as left out: a form sends every field that it has. */
function givenFields(fields: unknown): unknown {
  if (!isJsonObject(fields)) return fields ?? {};
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''));
}

/** Reads a body or query of the control API. All violations are listed, unknown names among them. */
export function readControl<Fields extends object>(
  type: Class<Fields>,
  fields: unknown,
  source: 'body' | 'query' = 'body',
): Fields {
  return readRequest(type, givenFields(fields), source);
}

/** A request of a simulated company: its unlisted fields are ignored (API.md, section 1). */
export class CompanyRequest {
  static readonly ignoresUnknown = true;
}

/**
 * Reads the fields of a request to a simulated company. Numbers may be texts, as in forms. The companies' error formats
 * have place for one mistake, so only the first one is named, by its name without those of the objects around it.
 */
export function readFields<Fields extends CompanyRequest>(type: Class<Fields>, fields: unknown): Fields {
  try {
    return readRequest(type, givenFields(fields), isJsonObject(fields) ? 'query' : 'body');
  } catch (error) {
    const first = error instanceof Refusal ? error.more.violations?.[0] : undefined;
    if (first === undefined) throw error;
    throw new Refusal(400, first.code, first.message, { param: first.field.split('.').at(-1) });
  }
}
