/** Bodies as a courier's documentation has them. What a schema does not name is refused, as the couriers do. */
export const text = (max = Infinity, { min = 1, one, is } = {}) => ({ type: 'text', max, min, one, is });
export const number = ({ min = 0, max = 999999999999999, decimals = 3 } = {}) => ({
  type: 'number',
  min,
  max,
  decimals,
});
export const flag = () => ({ type: 'flag' });
export const list = (of, { min = 0, max = 999 } = {}) => ({ type: 'list', of, min, max });
/** A field whose name begins with `*` is required. */
export const object = (fields) => ({
  type: 'object',
  fields: Object.fromEntries(Object.entries(fields).map(([name, of]) => [name.replace(/^\*/, ''), of])),
  required: Object.keys(fields)
    .filter((name) => name.startsWith('*'))
    .map((name) => name.slice(1)),
});

const FAULTS = {
  text: ({ max, min, one, is }, value) =>
    typeof value !== 'string' ||
    value.length < min ||
    value.length > max ||
    (one !== undefined && !one.includes(value)) ||
    (is !== undefined && !is.test(value)),
  number: ({ min, max, decimals }, value) =>
    typeof value !== 'number' || value < min || value > max || Number(value.toFixed(decimals)) !== value,
  flag: (_, value) => typeof value !== 'boolean',
  list: ({ min, max }, value) => !Array.isArray(value) || value.length < min || value.length > max,
  object: (_, value) => typeof value !== 'object' || value === null || Array.isArray(value),
};

/** What is wrong, with its place; undefined: nothing. */
export function faultOf(schema, value, place = '#') {
  if (FAULTS[schema.type](schema, value)) return `${place}: ${JSON.stringify(value)?.slice(0, 80)} is not permitted`;
  if (schema.type === 'list') return first(value, (each, at) => faultOf(schema.of, each, `${place}/${at}`));
  if (schema.type !== 'object') return undefined;
  const missing = schema.required.find((name) => value[name] === undefined);
  if (missing !== undefined) return `${place}: required key [${missing}] not found`;
  return first(Object.entries(value), ([name, each]) =>
    schema.fields[name] === undefined
      ? `${place}: extraneous key [${name}] is not permitted`
      : faultOf(schema.fields[name], each, `${place}/${name}`),
  );
}

function first(values, faultIn) {
  for (const [at, value] of values.entries()) {
    const fault = faultIn(value, at);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
