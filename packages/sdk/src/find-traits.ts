import { OPERATIONS } from './generated/operations.ts';
import type { OperationTraits } from './operation-traits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An operation under the name that messages give it. */
export interface NamedTraits extends Omit<OperationTraits, 'path'> {
  name: string;
}

/** The traits of the documented operation at a path; of an unknown one, what its kind of path and its method imply. */
export function traitsOf(method: Method, path: string): NamedTraits {
  const [segments, verb] = [path.split('/'), method.toLowerCase() as OperationTraits['method']];
  const found = Object.entries<OperationTraits>(OPERATIONS).filter(
    ([, operation]) => operation.method === verb && fits(segments, operation.path.split('/')),
  );
  // A fixed name comes before a parameter: /shipments/couriers is no shipment.
  const [documented] = found.sort(([, one], [, other]) => parametersIn(one.path) - parametersIn(other.path));
  return documented === undefined ? unknownTraits(verb, path) : { name: documented[0], ...documented[1] };
}

function fits(segments: readonly string[], template: readonly string[]): boolean {
  return (
    segments.length === template.length && template.every((each, index) => isName(each) || each === segments[index])
  );
}

const isName = (segment: string): boolean => segment.startsWith('{');
const parametersIn = (path: string): number => path.split('/').filter(isName).length;

/** Whether an unknown write knows idempotency keys is open, so it gets one and is not sent again because of it. */
function unknownTraits(method: OperationTraits['method'], path: string): NamedTraits {
  const isRead = method === 'get';
  const ofOthers = path.startsWith('/public/') ? 'api-key' : 'none';
  return {
    name: `${method.toUpperCase()} ${path}`,
    method,
    auth: path.startsWith('/oe/') ? 'token' : ofOthers,
    needsSignature: false,
    takesIdempotencyKey: !isRead,
    isRepeatable: isRead,
  };
}
