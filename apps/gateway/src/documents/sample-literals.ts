/** How a language writes a JSON value in its source. */
interface Literals {
  text(value: string): string;
  constants: { true: string; false: string; null: string };
  list(items: string[], indent: string): string;
  map(entries: [name: string, value: string][], indent: string): string;
  step: string;
}

/** Lines between brackets, each with a comma. */
const block = (brackets: string, lines: string[], indent: string, step: string): string =>
  `${brackets[0]}\n${lines.map((line) => `${indent}${step}${line},\n`).join('')}${indent}${brackets[1]}`;

/** A JavaScript object literal: JSON, with names without quotes where that is possible. */
const TYPESCRIPT: Literals = {
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  constants: { true: 'true', false: 'false', null: 'null' },
  list: (items, indent) => (items.length === 0 ? '[]' : block('[]', items, indent, '  ')),
  map: (entries, indent) => {
    const lines = entries.map(([name, value]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`}: ${value}`);
    return lines.length === 0 ? '{}' : block('{}', lines, indent, '  ');
  },
  step: '  ',
};

const PHP: Literals = {
  text: (value) => `'${value.replace(/[\\']/g, '\\$&')}'`,
  constants: { true: 'true', false: 'false', null: 'null' },
  list: (items, indent) => (items.length === 0 ? '[]' : block('[]', items, indent, '    ')),
  // An empty array would become [].
  map: (entries, indent) =>
    entries.length === 0
      ? 'new stdClass()'
      : block(
          '[]',
          entries.map(([name, value]) => `${PHP.text(name)} => ${value}`),
          indent,
          '    ',
        ),
  step: '    ',
};

const PYTHON: Literals = {
  text: (value) => JSON.stringify(value),
  constants: { true: 'True', false: 'False', null: 'None' },
  list: (items, indent) => (items.length === 0 ? '[]' : block('[]', items, indent, '    ')),
  map: (entries, indent) =>
    entries.length === 0
      ? '{}'
      : block(
          '{}',
          entries.map(([name, value]) => `${JSON.stringify(name)}: ${value}`),
          indent,
          '    ',
        ),
  step: '    ',
};

function literal(value: unknown, language: Literals, indent: string): string {
  if (typeof value === 'string') return language.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null)
    return language.constants[String(value) as keyof Literals['constants']];
  const inner = indent + language.step;
  if (Array.isArray(value))
    return language.list(
      value.map((item) => literal(item, language, inner)),
      indent,
    );
  const entries = Object.entries(value).map(([name, item]): [string, string] => [name, literal(item, language, inner)]);
  return language.map(entries, indent);
}

export const jsonLines = (value: unknown): string => literal(value, TYPESCRIPT, '');
export const phpLiteral = (value: unknown): string => literal(value, PHP, '');
export const pythonLiteral = (value: unknown): string => literal(value, PYTHON, '');
