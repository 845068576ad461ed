import type { SKRSContext2D } from '@napi-rs/canvas';

export type Weight = 'Regular' | 'Bold';
export interface TextBox {
  x: number;
  y: number;
  width: number;
  height: number;
  sizeMax: number;
  weight?: Weight;
  centred?: boolean;
}

/** At this size and below, a word that is too wide is broken. */
const READABLE_PT = 5;
const LINE = 1.35;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LETTER = /\p{L}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Writes paragraphs into a box: each wraps at words, and all shrink together until they fit, so that nothing is cut
 * off. Returns the height used. The first letter of a paragraph decides its direction; the text shaper does the rest.
 */
export function fitText(context: SKRSContext2D, paragraphs: readonly string[], box: TextBox): number {
  for (let size = box.sizeMax; ; size -= 0.5) {
    setFont(context, size, box.weight);
    const lines = paragraphs.flatMap((text) =>
      wrap(context, text, { width: box.width, breakWords: size <= READABLE_PT }),
    );
    const fits = lines.length * size * LINE <= box.height && lines.every(({ width }) => width <= box.width);
    if (!fits && size > 1.5) continue;
    lines.forEach((line, index) => writeLine(context, line, { ...box, y: box.y + index * size * LINE + size * 1.05 }));
    return lines.length * size * LINE;
  }
}

export function setFont(context: SKRSContext2D, size: number, weight: Weight = 'Regular'): void {
  context.font = `${size}px "Qafila Cairo ${weight}"`;
}

interface Line {
  text: string;
  width: number;
  rtl: boolean;
}

function wrap(
  context: SKRSContext2D,
  text: string,
  { width, breakWords }: { width: number; breakWords: boolean },
): Line[] {
  const rtl = isRtl(text);
  const measure = (part: string): number => context.measureText(part).width;
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .flatMap((word) => (breakWords && measure(word) > width ? breakWord(word, measure, width) : [word]));
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length === 0 ? undefined : `${lines.at(-1)} ${word}`;
    if (longer !== undefined && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => ({ text: line, width: measure(line), rtl }));
}

function breakWord(word: string, measure: (part: string) => number, width: number): string[] {
  const parts: string[] = [''];
  for (const { segment } of graphemes.segment(word)) {
    if (parts.at(-1) !== '' && measure(parts.at(-1) + segment) > width) parts.push('');
    parts[parts.length - 1] += segment;
  }
  return parts;
}

function writeLine(
  context: SKRSContext2D,
  line: Line,
  { x, y, width, centred = false }: Pick<TextBox, 'x' | 'y' | 'width' | 'centred'>,
): void {
  context.direction = line.rtl ? 'rtl' : 'ltr';
  // Aligned left even for right-to-left text: every format then computes the same start.
  const left = leftOf(line, { x, width, centred });
  context.textAlign = 'left';
  context.fillText(line.text, left, y);
  context.direction = 'ltr';
}

function leftOf(line: Line, { x, width, centred }: { x: number; width: number; centred: boolean }): number {
  if (centred) return x + (width - line.width) / 2;
  return line.rtl ? x + width - line.width : x;
}

function isRtl(text: string): boolean {
  const first = LETTER.exec(text);
  return first !== null && RTL.test(first[0]);
}
