import type { SKRSContext2D } from '@napi-rs/canvas';
import { LEGIBLE_PT } from './label.ts';

export type Weight = 'Regular' | 'Bold';
export interface TextBox {
  x: number;
  y: number;
  width: number;
  height: number;
  sizeMax: number;
  weight?: Weight;
  /** At the smallest legible size, what does not fit is left out with an ellipsis. Otherwise the text shrinks on. */
  mayCut?: true;
}

/** A line on a baseline, which neighbours of other sizes share. `end`: it ends at the right edge. */
export interface TextRow {
  x: number;
  baseline: number;
  width: number;
  sizeMax: number;
  weight?: Weight;
  align?: 'start' | 'centre' | 'end';
}

const LINE = 1.35;
/** From the top of a line to its baseline, in parts of the size. */
const ASCENT = 1.05;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LETTER = /\p{L}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Writes paragraphs into a box: each wraps at words, and all shrink together until they fit. Returns the height used.
 * The first letter of a paragraph decides its direction; the text shaper does the rest.
 */
export function fitText(context: SKRSContext2D, paragraphs: readonly string[], box: TextBox): number {
  for (let size = box.sizeMax; ; size -= 0.5) {
    setFont(context, size, box.weight);
    const breakWords = size <= LEGIBLE_PT;
    const lines = paragraphs.flatMap((text) => wrap(context, text, { width: box.width, breakWords }));
    const fits = lines.length * size * LINE <= box.height && lines.every(({ width }) => width <= box.width);
    const isLast = box.mayCut === true ? size <= LEGIBLE_PT : size <= 1.5;
    if (!fits && !isLast) continue;
    const shown = fits ? lines : cut(context, lines, { ...box, count: Math.floor(box.height / (size * LINE)) });
    shown.forEach((line, index) =>
      writeLine(context, line, {
        x: line.rtl ? box.x + box.width - line.width : box.x,
        y: box.y + index * size * LINE + size * ASCENT,
      }),
    );
    return shown.length * size * LINE;
  }
}

/** Writes one line, smaller where it is too long; what does not fit at the smallest legible size is left out. */
export function writeRow(context: SKRSContext2D, text: string, row: TextRow): void {
  let size = row.sizeMax;
  setFont(context, size, row.weight);
  while (size > LEGIBLE_PT && context.measureText(text).width > row.width)
    setFont(context, (size = Math.max(LEGIBLE_PT, size - 0.5)), row.weight);
  const line = shortened(context, lineOf(context, text), row.width);
  const space = row.width - line.width;
  const left = { start: 0, centre: space / 2, end: space }[row.align ?? 'start'];
  writeLine(context, line, { x: row.x + left, y: row.baseline });
}

export function setFont(context: SKRSContext2D, size: number, weight: Weight = 'Regular'): void {
  context.font = `${size}px "Qafila Cairo ${weight}"`;
}

export function isRtl(text: string): boolean {
  const first = LETTER.exec(text);
  return first !== null && RTL.test(first[0]);
}

interface Line {
  text: string;
  width: number;
  rtl: boolean;
}

function lineOf(context: SKRSContext2D, text: string, rtl = isRtl(text)): Line {
  return { text, width: context.measureText(text).width, rtl };
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
  return lines.map((line) => lineOf(context, line, rtl));
}

function breakWord(word: string, measure: (part: string) => number, width: number): string[] {
  const parts: string[] = [''];
  for (const { segment } of graphemes.segment(word)) {
    if (parts.at(-1) !== '' && measure(parts.at(-1) + segment) > width) parts.push('');
    parts[parts.length - 1] += segment;
  }
  return parts;
}

/** The lines that have room; the last of them says that there is more. */
function cut(
  context: SKRSContext2D,
  lines: readonly Line[],
  { width, count, mayCut }: TextBox & { count: number },
): readonly Line[] {
  if (mayCut !== true || lines.length <= count) return lines;
  const shown = lines.slice(0, Math.max(1, count));
  const last = shown.pop() as Line;
  return [...shown, shortened(context, { ...last, text: `${last.text} …`, width: Infinity }, width)];
}

function shortened(context: SKRSContext2D, line: Line, width: number): Line {
  const whole = lineOf(context, line.text, line.rtl);
  if (whole.width <= width) return whole;
  const letters = [...graphemes.segment(line.text.replace(/ ?…$/, ''))].map(({ segment }) => segment);
  for (;;) {
    letters.pop();
    const shorter = lineOf(context, `${letters.join('').trimEnd()}…`, line.rtl);
    if (shorter.width <= width || letters.length === 0) return shorter;
  }
}

function writeLine(context: SKRSContext2D, line: Line, { x, y }: { x: number; y: number }): void {
  context.direction = line.rtl ? 'rtl' : 'ltr';
  // Aligned left even for right-to-left text: every format then computes the same start.
  context.textAlign = 'left';
  context.fillText(line.text, x, y);
  context.direction = 'ltr';
}
