/**
 * What a client of the old document can no longer do with the new one, a sentence each. Pure. Requests may only become
 * wider, answers only narrower: a removed operation, parameter, field, status or word of an enum; a new required field
 * of a request; another type.
 */
export function breakingChanges(before, after) {
  return operationsOf(before).flatMap(({ path, method, operation }) => {
    const now = after.paths[path]?.[method];
    const name = `${method.toUpperCase()} ${path}`;
    if (now === undefined) return [`${name} is removed`];
    return [
      ...(now.operationId === operation.operationId ? [] : [`${name} is renamed to ${now.operationId}`]),
      ...parameterChanges(name, operation.parameters ?? [], now.parameters ?? []),
      ...bodyChanges(name, { before, after, operation, now }),
      ...answerChanges(name, { before, after, operation, now }),
    ];
  });
}

function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

function parameterChanges(name, before, after) {
  const find = (list, { name: wanted, in: where }) => list.find((each) => each.name === wanted && each.in === where);
  const removed = before.filter((each) => each.in !== 'path' && find(after, each) === undefined);
  const required = after.filter((each) => each.required && each.in !== 'path' && !find(before, each)?.required);
  return [
    ...removed.map((each) => `${name}: the parameter ${each.name} is removed`),
    ...required.map((each) => `${name}: the parameter ${each.name} is required now`),
  ];
}

function bodyChanges(name, { before, after, operation, now }) {
  const [old, current] = [jsonSchema(operation.requestBody), jsonSchema(now.requestBody)];
  if (current === undefined) return old === undefined ? [] : [`${name}: the body is removed`];
  if (old === undefined) return now.requestBody.required ? [`${name}: a body is required now`] : [];
  return schemaChanges({ at: `${name} body`, before, after, isRequest: true }, old, current);
}

function answerChanges(name, { before, after, operation, now }) {
  return Object.entries(operation.responses)
    .filter(([status]) => status < '300')
    .flatMap(([status, response]) => {
      const current = now.responses[status];
      if (current === undefined) return [`${name}: the answer ${status} is removed`];
      const [old, schema] = [jsonSchema(response), jsonSchema(current)];
      return old === undefined || schema === undefined
        ? []
        : schemaChanges({ at: `${name} ${status}`, before, after, isRequest: false }, old, schema);
    });
}

const jsonSchema = (part) => part?.content?.['application/json']?.schema;

/** Compares two schemas as far as clients depend on them. A class that contains itself is compared once. */
function schemaChanges(context, old, current, seen = new Set()) {
  if (old.$ref !== undefined) {
    if (seen.has(old.$ref)) return [];
    seen = new Set([...seen, old.$ref]);
  }
  const [a, b] = [
    flat(resolved(context.before, old), context.before),
    flat(resolved(context.after, current), context.after),
  ];
  return [...typeChanges(context, a, b), ...fieldChanges(context, a, b, seen), ...itemChanges(context, a, b, seen)];
}

function typeChanges({ at, isRequest }, a, b) {
  const types = (schema) => [schema.type ?? []].flat();
  const [old, current] = [types(a), types(b)];
  const lost = isRequest ? without(old, current) : without(current, old);
  const isOtherType = old.length > 0 && current.length > 0 && lost.length > 0;
  return [
    ...(isOtherType ? [`${at}: the type ${old} is ${current} now`] : []),
    ...wordChanges({ at, isRequest }, a, b),
  ];
}

function wordChanges({ at, isRequest }, a, b) {
  if (a.enum === undefined || b.enum === undefined) return [];
  return isRequest
    ? without(a.enum, b.enum).map((word) => `${at}: ${JSON.stringify(word)} is no longer accepted`)
    : without(b.enum, a.enum).map((word) => `${at}: ${JSON.stringify(word)} is a new word`);
}

const without = (list, others) => list.filter((item) => !others.includes(item));

function fieldChanges(context, a, b, seen) {
  const { at, isRequest } = context;
  const [old, current] = [a.properties ?? {}, b.properties ?? {}];
  const [oldRequired, required] = [a.required ?? [], b.required ?? []];
  const isOpen = b.properties === undefined || b.additionalProperties === true;
  const removed = isOpen && isRequest ? [] : Object.keys(old).filter((name) => current[name] === undefined);
  const demanded = isRequest ? required.filter((name) => !oldRequired.includes(name)) : [];
  const optional = isRequest
    ? []
    : oldRequired.filter((name) => current[name] !== undefined && !required.includes(name));
  return [
    ...removed.map((name) => `${at}: the field ${name} is removed`),
    ...demanded.map((name) => `${at}: the field ${name} is required now`),
    ...optional.map((name) => `${at}: the field ${name} can be absent now`),
    ...Object.keys(old)
      .filter((name) => current[name] !== undefined)
      .flatMap((name) => schemaChanges({ ...context, at: `${at}.${name}` }, old[name], current[name], seen)),
  ];
}

function itemChanges(context, a, b, seen) {
  if (a.items === undefined || b.items === undefined) return [];
  return schemaChanges({ ...context, at: `${context.at}[]` }, a.items, b.items, seen);
}

function resolved(document, schema) {
  if (schema.$ref === undefined) return schema;
  return schema.$ref
    .slice(2)
    .split('/')
    .reduce((at, part) => at[part], document);
}

/** allOf as one object schema. */
function flat(schema, document) {
  if (schema.allOf === undefined) return schema;
  const parts = schema.allOf.map((part) => flat(resolved(document, part), document));
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  };
}
