/** A piece of HTML that is already escaped. Only `html` creates it. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

/**
 * HTML from a template: every value is escaped, except what `html` made itself. Line breaks of the template, with their
 * indentation, stay out of the page where they show nothing.
 */
export function html(template: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(compact(template).reduce((text, part, index) => text + write(values[index - 1]) + part));
}

const compacted = new WeakMap<TemplateStringsArray, readonly string[]>();

function compact(template: TemplateStringsArray): readonly string[] {
  const known = compacted.get(template);
  if (known !== undefined) return known;
  const parts = withoutLineBreaks(template.join(VALUE)).split(VALUE);
  compacted.set(template, parts);
  return parts;
}

/** Stands for a value between two parts; Unicode never assigns it. */
const VALUE = '\uffff';
const LINE_BREAK = /\s*\n\s*/g;

/** Inside a tag a line break is a space. Between tags or values it is nothing, and beside text it is a space. */
function withoutLineBreaks(template: string): string {
  const text = template.replace(/^\s+(?=<)|\s*\n\s*$/g, '');
  return text.replace(LINE_BREAK, (found, index: number) => {
    const [before, after] = [text.charAt(index - 1), text.charAt(index + found.length)];
    const isInTag = text.lastIndexOf('<', index) > text.lastIndexOf('>', index - 1);
    if (isInTag) return after === '>' || after === '/' ? '' : ' ';
    return isEdge(before) && isEdge(after) ? '' : ' ';
  });
}

function isEdge(character: string): boolean {
  return character === '' || character === '<' || character === '>' || character === VALUE;
}

function write(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(write).join('');
  return value === null || value === undefined || value === false ? '' : escape(String(value));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
