import { describe, expect, it } from '@jest/globals';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { renderLabel } from '../src/label/render.ts';
import { DOT, LEGIBLE_PT } from '../src/label/label.ts';
import type { Label } from '../src/label/label.ts';
import { drawnGlyphs } from './label-oracle.ts';
import type { WrittenText } from './label-oracle.ts';
import { abroadLabel, arabicCodLabel, inboundLabel, urduLabel } from './sample-labels.ts';

/*
 * What couriers publish of their labels; docs/labels.md lists each with its source. Texts, sizes and places come from
 * the drawing, bars from the picture that a printer gets.
 */

const LABELS: [string, Label][] = [
  ['domestic, with cash', arabicCodLabel()],
  ['domestic, prepaid', urduLabel()],
  ['to Germany', abroadLabel()],
  ['from Germany', inboundLabel()],
  ['a return', { ...urduLabel(), mark: 'RETURN' }],
];

function writtenOn(label: Label, index = 0): WrittenText[] {
  return drawnGlyphs(label, index).written;
}

function find(written: readonly WrittenText[], text: string): WrittenText {
  const found = written.find((line) => line.text === text);
  if (found === undefined) throw new Error(`no "${text}" among ${written.map((line) => line.text).join(' | ')}`);
  return found;
}

interface Bars {
  widths: number[];
  heightMm: number;
  quietModules: [number, number];
  bottomPt: number;
}

const MM_PER_DOT = 25.4 / 203;

/** The bars as they are printed: measured along the middle of their height, up to the frame on both sides. */
async function printedBars(label: Label): Promise<Bars> {
  const image = await loadImage(await renderLabel(label, 'png'));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const isDark = (x: number, y: number): boolean => (data[(y * image.width + x) * 4] as number) < 128;
  const middle = Math.round(380 / DOT);
  const runs: { dark: boolean; from: number; length: number }[] = [];
  for (let x = 0; x < image.width; x++) {
    const last = runs.at(-1);
    if (last?.dark === isDark(x, middle)) last.length++;
    else runs.push({ dark: isDark(x, middle), from: x, length: 1 });
  }
  // Paper, frame, quiet zone, bars, quiet zone, frame, paper.
  const bars = runs.slice(3, -3);
  const first = (bars[0] as { from: number }).from;
  let [top, bottom] = [middle, middle];
  while (isDark(first, top - 1)) top--;
  while (isDark(first, bottom + 1)) bottom++;
  const module = Math.min(...bars.map(({ length }) => length));
  return {
    widths: bars.map(({ length }) => length),
    heightMm: (bottom - top + 1) * MM_PER_DOT,
    quietModules: [
      (runs[2] as { length: number }).length / module,
      (runs.at(-3) as { length: number }).length / module,
    ],
    bottomPt: bottom * DOT,
  };
}

describe.each(LABELS)('the label of a parcel: %s', (_, label) => {
  const written = writtenOn(label);

  it('has the routing as its largest text, then the codes of the destination', () => {
    const bySize = [...written].sort((a, b) => b.size - a.size);
    expect(bySize.slice(0, 2).map(({ text }) => text)).toEqual([label.routing, label.destination]);
    expect(bySize[0]?.size).toBeGreaterThan(24);
  });

  it('names courier, service, product, origin, date, piece, both weights, waybill and reference', () => {
    const { courier, service, scope, origin, shipDate, totalWeight, packages, awb, reference } = label;
    const texts = [courier, service, scope, origin, `SHIP DATE ${shipDate}`, `1 / ${packages.length}`, totalWeight];
    for (const text of [...texts, packages[0]?.weight as string, awb, `REF ${reference}`]) find(written, text);
    if (label.account !== undefined) find(written, `ACCT ${label.account}`);
    if (label.instructions !== undefined) expect(find(written, label.instructions).weight).toBe('Bold');
  });

  it('has no text that a person cannot read, and the receiver larger than the sender', () => {
    expect(Math.min(...written.map(({ size }) => size))).toBeGreaterThanOrEqual(LEGIBLE_PT);
    expect(find(written, label.to.name).size).toBeGreaterThan(find(written, label.from.name).size);
    for (const text of [label.from.phone, label.to.phone]) find(written, text);
  });

  it('ends with the barcode and its content in letters below it', async () => {
    const barcode = label.packages[0]?.barcode as string;
    const letters = find(written, barcode);
    expect(written.filter(({ y }) => y > letters.y)).toEqual([]);
    const { bottomPt } = await printedBars(label);
    expect(bottomPt).toBeLessThan(letters.y - letters.size * 0.7);
    expect(written.filter((line) => line !== letters && line.y > bottomPt - 72)).toEqual([]);
  });

  it('has bars of one inch, of modules from 0.25 mm up, with ten modules of white on both sides', async () => {
    const { widths, heightMm, quietModules } = await printedBars(label);
    const module = Math.min(...widths);
    expect(widths.every((width) => width % module === 0 && width / module <= 4)).toBe(true);
    expect(module * MM_PER_DOT).toBeGreaterThanOrEqual(0.25);
    expect(heightMm).toBeGreaterThanOrEqual(25.2);
    for (const quiet of quietModules) expect(quiet).toBeGreaterThanOrEqual(10);
  });
});

describe('the label', () => {
  it('shows the cash in white on black, in both languages on one baseline', async () => {
    const label = arabicCodLabel();
    const [amount, arabic] = ['COD 115.00 SAR', 'الدفع عند الاستلام'].map((text) => find(writtenOn(label), text));
    expect(amount?.y).toBe(arabic?.y);
    expect(amount?.size).toBeGreaterThanOrEqual(14);
    expect(await isOnBlack(label, amount as WrittenText)).toBe(true);
  });

  it('says that nothing is collected for the other pieces, and that a parcel is prepaid', async () => {
    expect(find(writtenOn(arabicCodLabel(), 1), 'COD: collect nothing here, see 1 / 2').size).toBeGreaterThan(8);
    expect(await isOnBlack(urduLabel(), find(writtenOn(urduLabel()), 'PREPAID'))).toBe(false);
  });

  it('has duties, kind and value of the goods across a border', () => {
    find(writtenOn(abroadLabel()), 'DDP  MERCHANDISE  VALUE 1250.00 SAR');
    find(writtenOn(abroadLabel()), 'DEST  SA › DE');
    expect(writtenOn(urduLabel()).some(({ text }) => text.includes('VALUE'))).toBe(false);
  });

  it('has both scripts side by side where one country does not read the other', () => {
    for (const label of [abroadLabel(), inboundLabel()]) {
      const written = writtenOn(label);
      const [latin, arabic] = ['Qafila Store warehouse', 'مستودع متجر قافلة'].map((text) => find(written, text));
      expect(latin?.y).toBe(arabic?.y);
      expect((latin as WrittenText).x + (latin as WrittenText).width).toBeLessThan((arabic as WrittenText).x);
    }
  });

  it.each(['RETURN', 'VOID'] as const)('shows %s in white on black', async (mark) => {
    const label = { ...arabicCodLabel(), mark };
    const line = find(writtenOn(label), mark);
    expect(line.size).toBeGreaterThanOrEqual(14);
    expect(await isOnBlack(label, line)).toBe(true);
    expect(writtenOn(label).some(({ text }) => text.startsWith('COD'))).toBe(false);
  });

  it('keeps the city of the sender legible however long the street is', () => {
    const label = abroadLabel();
    label.from.street = ['شارع '.repeat(60)];
    const written = writtenOn(label);
    expect(find(written, 'جدة 23432، السعودية').size).toBeGreaterThanOrEqual(LEGIBLE_PT);
    expect(Math.min(...written.map(({ size }) => size))).toBeGreaterThanOrEqual(LEGIBLE_PT);
    expect(written.some(({ text }) => text.startsWith('شارع') && text.endsWith('…'))).toBe(true);
  });
});

/** What stands before the first letter: the paper, or the black of a box. */
async function isOnBlack(label: Label, { x, y, size }: WrittenText): Promise<boolean> {
  const image = await loadImage(await renderLabel(label, 'png'));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const dots = (points: number): number => Math.round(points / DOT);
  const { data } = context.getImageData(dots(x - 1.5), dots(y - size * 0.7), dots(1), dots(size * 0.7));
  const dark = Array.from({ length: data.length / 4 }, (_, at) => (data[at * 4] as number) < 128);
  expect(new Set(dark).size).toBe(1);
  return dark[0] === true;
}
