import type { JsonSchema } from '@qafila/contracts/event-type';
import { fieldsOf } from './field.ts';
import type { Class, Field, Rule, Variants } from './field.ts';

/** Collects the schemas of classes under their names; a class that another one contains is collected too. */
export class ClassSchemas {
  readonly #types = new Map<string, Class>();
  readonly #schemas = new Map<string, JsonSchema>();

  /** A reference to the schema of the class. */
  refTo(type: Class): JsonSchema {
    const known = this.#types.get(type.name);
    if (known !== undefined && known !== type)
      throw new Error(`two classes are named ${type.name}; the document needs one name for each`);
    if (known === undefined) {
      this.#types.set(type.name, type);
      this.#schemas.set(type.name, this.#objectSchema(type));
    }
    return { $ref: `#/components/schemas/${type.name}` };
  }

  /** The schema of one field with its description and example. */
  ofField({ rule, description, example, nullable, aliasOf }: Field): JsonSchema {
    const schema = this.#schemaOf(rule);
    return {
      ...(nullable ? orNull(schema) : schema),
      description: aliasOf === undefined ? description : `Another name of \`${aliasOf}\`. ${description}`,
      ...(example === undefined ? {} : { examples: [example] }),
    };
  }

  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => a.localeCompare(b)));
  }

  #objectSchema(type: Class): JsonSchema {
    const fields = [...fieldsOf(type).values()];
    const required = fields.filter(({ optional }) => optional !== true).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, this.ofField(field)])),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    };
  }

  #schemaOf({ schema, nested, variants }: Rule): JsonSchema {
    if (variants !== undefined) return this.#oneOf(variants);
    return nested === undefined ? schema : this.#nested(schema, nested());
  }

  #oneOf({ by, classes }: Variants): JsonSchema {
    const refs = Object.entries(classes).map(([name, type]) => [name, this.refTo(type())] as const);
    const mapping = Object.fromEntries(refs.map(([name, { $ref }]) => [name, $ref]));
    return { oneOf: refs.map(([, ref]) => ref), discriminator: { propertyName: by, mapping } };
  }

  #nested(schema: JsonSchema, type: Class): JsonSchema {
    const ref = this.refTo(type);
    return schema['type'] === 'array' ? { ...schema, items: ref } : ref;
  }
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (type === undefined || schema['enum'] !== undefined) return { oneOf: [schema, { type: 'null' }] };
  return { ...schema, type: [...new Set([type, 'null'].flat())] };
}
