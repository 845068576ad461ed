import { readFileSync } from 'node:fs';
import { PDFDocument } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';
import bidiFactory from 'bidi-js';
import * as hb from 'harfbuzzjs';
import { drawPage } from '../src/label/draw.ts';
import { fontPath, registerFonts } from '../src/label/fonts.ts';
import { PAGE } from '../src/label/label.ts';
import type { Label } from '../src/label/label.ts';

export interface WrittenText {
  text: string;
  x: number;
  y: number;
  width: number;
  rtl: boolean;
  weight: 'Regular' | 'Bold';
  size: number;
}
/** `follows`: the glyph before it in the same text operator; its natural width gives this one's place. */
export interface Glyph {
  id: number;
  x: number;
  y: number;
  follows?: Glyph;
}

/** The texts that the drawing writes, and the glyphs that its PDF really has, in their order on paper. */
export function drawnGlyphs(label: Label, index = 0): { written: WrittenText[]; glyphs: Glyph[] } {
  registerFonts();
  const written: WrittenText[] = [];
  const document = new PDFDocument({ compressionLevel: 0 });
  drawPage(recording(document.beginPage(PAGE.width, PAGE.height) as never, written), label, index);
  document.endPage();
  return { written, glyphs: glyphsOf(document.close().toString('latin1')) };
}

/** A context that records every text before it draws it. */
export function recording(context: SKRSContext2D, written: WrittenText[]): SKRSContext2D {
  return new Proxy(context, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      if (name !== 'fillText') return value.bind(target) as unknown;
      return (text: string, x: number, y: number): void => {
        const [, size = '0', weight = 'Regular'] = /([\d.]+)px "Qafila Cairo (\w+)"/.exec(target.font) ?? [];
        written.push({
          text,
          x,
          y,
          width: target.measureText(text).width,
          rtl: target.direction === 'rtl',
          weight: weight as WrittenText['weight'],
          size: Number(size),
        });
        target.fillText(text, x, y);
      };
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}

/** Reads the text operators of an uncompressed content stream: each glyph with its place. */
function glyphsOf(pdf: string): Glyph[] {
  return [...pdf.matchAll(/BT\n([\s\S]*?)\nET/g)].flatMap(([, block = '']) => {
    let [x, y] = [0, 0];
    return [...block.matchAll(/([-\d.]+) ([-\d.]+) Tm|([-\d.]+) [-\d.]+ Td|<([0-9A-F]+)> Tj/g)].flatMap(
      ([, tx, ty, dx, hex]) => {
        if (tx !== undefined) [x, y] = [Number(tx), Number(ty)];
        if (dx !== undefined) x += Number(dx);
        let follows: Glyph | undefined;
        return (hex?.match(/.{4}/g) ?? []).map((id) => (follows = { id: parseInt(id, 16), x, y, follows }));
      },
    );
  });
}

const fonts = Object.fromEntries(
  (['Regular', 'Bold'] as const).map((weight) => [
    weight,
    new hb.Font(new hb.Face(new hb.Blob(readFileSync(fontPath(weight))))),
  ]),
);
const bidi = bidiFactory();
const UNITS_PER_EM = 1_000;

/**
 * The glyphs that HarfBuzz shapes for a line, laid out by the Unicode bidirectional algorithm. The code that draws
 * labels uses neither of them, so it cannot share their mistakes.
 */
export function expectedGlyphs({
  text,
  rtl,
  weight,
  size,
  x,
}: Pick<WrittenText, 'text' | 'rtl' | 'weight' | 'size' | 'x'>): { id: number; x: number }[] {
  let pen = 0;
  const { levels } = bidi.getEmbeddingLevels(text, rtl ? 'rtl' : 'ltr');
  const runs: { from: number; to: number; level: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = runs.at(-1);
    if (last !== undefined && last.level === levels[at]) last.to = at + 1;
    else runs.push({ from: at, to: at + 1, level: levels[at] as number });
  }
  return inVisualOrder(runs).flatMap(({ from, to, level }) => {
    const buffer = new hb.Buffer();
    buffer.addText(text, from, to - from);
    buffer.guessSegmentProperties();
    buffer.setDirection(level % 2 === 1 ? hb.Direction.RTL : hb.Direction.LTR);
    hb.shape(fonts[weight] as hb.Font, buffer);
    const positions = buffer.getGlyphPositions();
    return buffer.getGlyphInfos().map(({ codepoint }, index) => {
      const { xAdvance, xOffset } = positions[index] as { xAdvance: number; xOffset: number };
      const at = pen + xOffset;
      pen += xAdvance;
      return { id: codepoint, x: x + (at * size) / UNITS_PER_EM };
    });
  });
}

/** Rule L2: from the highest level down to the lowest odd one, it reverses the runs at or above that level. */
function inVisualOrder<Run extends { level: number }>(runs: Run[]): Run[] {
  let ordered = [...runs];
  for (let level = Math.max(...runs.map((run) => run.level)); level >= 1; level--) {
    const next: Run[] = [];
    for (let at = 0; at < ordered.length;) {
      let end = at;
      while (end < ordered.length && (ordered[end] as Run).level >= level) end++;
      next.push(...(end > at ? ordered.slice(at, end).reverse() : [ordered[at] as Run]));
      at = Math.max(end, at + 1);
    }
    ordered = next;
  }
  return ordered;
}

/** The glyphs of the line that are not drawn at their place. Each drawn glyph matches one of them at most. */
export function missing(line: WrittenText, drawn: readonly Glyph[], tolerancePt: number): { id: number; x: number }[] {
  const font = fonts[line.weight] as hb.Font;
  const placeOf = ({ x, follows }: Glyph): number =>
    follows === undefined ? x : placeOf(follows) + (font.glyphHAdvance(follows.id) * line.size) / UNITS_PER_EM;
  const unmatched = drawn.map((glyph) => ({ id: glyph.id, x: placeOf(glyph) }));
  return expectedGlyphs(line).filter((glyph) => {
    const match = unmatched.findIndex(({ id, x }) => id === glyph.id && Math.abs(x - glyph.x) <= tolerancePt);
    if (match >= 0) unmatched.splice(match, 1);
    return match < 0;
  });
}
