import type { Rule } from '@qafila/schema/field';
import { contrastWithWhite } from './contrast.ts';

const COLOR = /^#[0-9a-f]{6}$/i;
/**
 * Black on white has a contrast of 21. Below this value, white text on the colour is hard to read (WCAG 2.2, 1.4.3).
 */
const CONTRAST_MIN = 4.5;

/** The colour of a store, on which pages write in white. */
export const colorRule: Rule<string> = {
  expects: 'six hexadecimal digits such as "#0b5d57"',
  schema: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
  read(value, at) {
    if (typeof value !== 'string' || !COLOR.test(value)) return at.fail(`must be ${colorRule.expects}`);
    return contrastWithWhite(value) < CONTRAST_MIN
      ? at.fail(`is too light for white text: the contrast must be at least ${CONTRAST_MIN}`)
      : value.toLowerCase();
  },
};

/** What the documents say of a field with such a colour. */
export const COLOR_FIELD = {
  description: `The colour of buttons and headings. White text on it has a contrast of at least ${CONTRAST_MIN} : 1.`,
  example: '#0b5d57',
};
