import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';

export function field(name: string, label: string, attributes: Html): Html {
  return html`<label class="field" for="${name}">${label}</label
    ><input class="text" id="${name}" name="${name}" required ${attributes} />`;
}

/** A text with a value in its place. The value is isolated from the text's direction. */
export function parts(text: string, name: string, value: string): Html {
  const [before = '', after = ''] = text.split(`{${name}}`);
  return html`${before}<bdi>${value}</bdi>${after}`;
}
