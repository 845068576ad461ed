import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { runLength } from '@qafila/testing/run-length';
import { eventually } from '@qafila/testing/wait';
import { LabelPool } from '../src/label/label-pool.ts';
import type { CancelledLabelJob, LabelJob } from '../src/label/label-pool.ts';
import type { Label } from '../src/label/label.ts';
import { renderLabel } from '../src/label/render.ts';
import { drawnGlyphs, expectedGlyphs, missing } from './label-oracle.ts';
import { abroadLabel, arabicCodLabel, generatedLabel, inboundLabel, longestLabel, urduLabel } from './sample-labels.ts';

interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer },
});

const ADDRESSES = runLength(1_000, 100);
const DECODED_LABELS = runLength(100, 30);

/** The image on a thermal printer: each dot is black or white. */
async function oneBit(png: Buffer): Promise<Pixels> {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  for (let at = 0; at < data.length; at += 4) data.fill((data[at] as number) < 128 ? 0 : 255, at, at + 3);
  return { width: image.width, height: image.height, data };
}

async function decoded(pixels: Pixels): Promise<Record<string, string>> {
  const found = await readBarcodes({ ...pixels, colorSpace: 'srgb' } as never, { formats: ['Code128', 'QRCode'] });
  return Object.fromEntries(found.map(({ format, text }) => [format, text]));
}

/** Unpacks a ZPL graphic as Zebra's manual describes it. */
function unpackZpl(zpl: string): Pixels {
  const [, , , rowBytes = '0', body = ''] = /\^GFA,(\d+),(\d+),(\d+),([^^]*)\^FS/.exec(zpl) ?? [];
  const [bytes, text] = body === '' ? [0, ''] : [Number(rowBytes), body];
  const rows: string[] = [];
  let [row, times] = ['', 0];
  for (const char of text) {
    if (/[G-Y]/.test(char)) times += char.charCodeAt(0) - 0x46;
    else if (/[g-z]/.test(char)) times += 20 * (char.charCodeAt(0) - 0x66);
    else if (char === ':') rows.push(rows.at(-1) as string);
    else {
      row += char === ',' ? '0'.repeat(bytes * 2 - row.length) : char.repeat(Math.max(1, times));
      times = 0;
    }
    if (row.length === bytes * 2) {
      rows.push(row);
      row = '';
    }
  }
  const data = new Uint8ClampedArray(bytes * 8 * rows.length * 4).fill(255);
  rows.forEach((hex, y) =>
    Buffer.from(hex, 'hex').forEach((byte, column) => {
      for (let bit = 0; bit < 8; bit++)
        if (byte & (0x80 >> bit))
          data.fill(0, (y * bytes * 8 + column * 8 + bit) * 4, (y * bytes * 8 + column * 8 + bit) * 4 + 3);
    }),
  );
  return { width: bytes * 8, height: rows.length, data };
}

describe('label', () => {
  // Arabic, Urdu and English addresses; each glyph must stand where the bidi algorithm puts it.
  it(`has the glyphs that HarfBuzz shapes, in the right places, for ${ADDRESSES} addresses`, () => {
    let lines = 0;
    for (let seed = 1; seed <= ADDRESSES; seed++) {
      const { written, glyphs } = drawnGlyphs(generatedLabel(seed));
      let at = 0;
      for (const line of written) {
        const expected = expectedGlyphs(line);
        const missingGlyphs = missing(line, glyphs.slice(at, at + expected.length), 0.05);
        if (missingGlyphs.length > 0)
          expect({ seed, text: line.text, missingGlyphs }).toEqual({ seed, text: line.text, missingGlyphs: [] });
        at += expected.length;
        lines++;
      }
      if (at !== glyphs.length) expect({ seed, glyphs: glyphs.length }).toEqual({ seed, glyphs: at });
    }
    expect(lines).toBeGreaterThan(15 * ADDRESSES);
  }, 300_000);

  it('reads digits from left to right in Arabic and Urdu lines', () => {
    for (const text of ['طريق الملك فهد 13337', 'مکان 114-B، ماڈل ٹاؤن 54000', 'شارع ١٢٣']) {
      const digits = /[\d٠-٩]{3,}/.exec(text)?.[0] as string;
      const { written, glyphs } = drawnGlyphs({ ...arabicCodLabel(), to: { ...arabicCodLabel().to, street: [text] } });
      const line = written.find((drawn) => drawn.text === text);
      const onLine = glyphs
        .filter((glyph) => line !== undefined && Math.abs(glyph.y - line.y) < 0.1)
        .sort((a, b) => a.x - b.x)
        .map((glyph) => glyph.id);
      expect(onLine.join()).toContain(
        expectedGlyphs({ text: digits, rtl: false, weight: 'Regular', size: 1, x: 0 })
          .map((glyph) => glyph.id)
          .join(),
      );
    }
  });

  it('has a Code 128 and a QR code that decode at 203 dpi in one bit, as PNG and as ZPL', async () => {
    for (let seed = 1; seed <= DECODED_LABELS; seed++) {
      const label = generatedLabel(seed);
      const expected = { Code128: label.packages[0]?.barcode, QRCode: label.awb };
      expect(await decoded(await oneBit(await renderLabel(label, 'png')))).toEqual(expected);
      if (seed % 10 === 0)
        expect(await decoded(unpackZpl((await renderLabel(label, 'zpl')).toString()))).toEqual(expected);
    }
  }, 120_000);

  it('has a page with its own barcode for each package, and the cash on one of them', async () => {
    const label = arabicCodLabel();
    expect((await renderLabel(label, 'pdf')).toString('latin1').match(/\/Type \/Page\b/g)?.length).toBe(2);
    expect((await renderLabel(label, 'zpl')).toString().match(/\^XA/g)?.length).toBe(2);
    expect((await decoded(await oneBit(await renderLabel(label, 'png', 1)))).Code128).toBe('FLC0000012345-002');
    const texts = [0, 1].map((index) => drawnGlyphs(label, index).written.map((line) => line.text));
    expect(texts[0]).toEqual(expect.arrayContaining(['COD 115.00 SAR', '1.250 kg', '1.750 kg', '1 / 2']));
    expect(texts[1]?.join(' ')).toContain('COD: collect nothing here, see 1 / 2');
  });

  it('neither cuts texts off nor overlaps them, even at their maximum length', () => {
    for (const label of [
      longestLabel(),
      arabicCodLabel(),
      ...Array.from({ length: 50 }, (_, seed) => generatedLabel(seed + 1)),
    ]) {
      const { written } = drawnGlyphs(label);
      const boxes = written.map(({ x, y, width, size, text }) => ({
        left: x,
        right: x + width,
        top: y - size * 0.75,
        bottom: y + size * 0.2,
        text,
      }));
      for (const box of boxes)
        expect([box.text, box.left >= 0 && box.right <= 288.1 && box.top >= 0 && box.bottom <= 432]).toEqual([
          box.text,
          true,
        ]);
      boxes.forEach((box, index) =>
        boxes.slice(index + 1).forEach((other) => {
          const overlap =
            box.left < other.right - 0.1 &&
            other.left < box.right - 0.1 &&
            box.top < other.bottom - 0.1 &&
            other.top < box.bottom - 0.1;
          if (overlap) expect([box, other]).toEqual('apart');
        }),
      );
      const whole = written
        .map((line) => line.text)
        .join('')
        .replace(/\s/g, '');
      for (const text of [label.to.name, ...label.to.street, ...label.to.place, label.reference])
        expect(whole).toContain(text.replace(/\s/g, ''));
    }
  });

  it('has no barcode that a scanner reads once it is void', async () => {
    expect(await decoded(await oneBit(await renderLabel({ ...arabicCodLabel(), mark: 'VOID' }, 'png')))).toEqual({});
  });

  it('gives the same bytes for the same label', async () => {
    for (const format of ['pdf', 'png', 'zpl'] as const)
      expect((await renderLabel(arabicCodLabel(), format)).equals(await renderLabel(arabicCodLabel(), format))).toBe(
        true,
      );
  });

  it.each<[string, Label, number]>([
    ['arabic-cod', arabicCodLabel(), 0],
    ['second-package', arabicCodLabel(), 1],
    ['urdu-prepaid', urduLabel(), 0],
    ['return', { ...urduLabel(), mark: 'RETURN' }, 0],
    ['abroad', abroadLabel(), 0],
    ['inbound', inboundLabel(), 0],
    ['void', { ...arabicCodLabel(), mark: 'VOID' }, 0],
  ])('looks like the reviewed image: %s', async (name, label, index) => {
    const file = new URL(`golden/${name}.png`, import.meta.url);
    const png = await renderLabel(label, 'png', index);
    if (!existsSync(file)) writeFileSync(file, png);
    const [now, golden] = [await oneBit(png), await oneBit(readFileSync(file))];
    let different = 0;
    for (let at = 0; at < now.data.length; at += 4) if (now.data[at] !== golden.data[at]) different++;
    // Processors may round the edge of a curve differently.
    expect(different).toBeLessThan(now.width * now.height * 0.001);
  });
});

describe('label thread', () => {
  const pool = new LabelPool(new URL('../dist/label/label-worker.js', import.meta.url));
  afterAll(() => pool.stop());

  it('draws the same bytes off the event loop', async () => {
    expect((await pool.render(arabicCodLabel(), 'pdf')).equals(await renderLabel(arabicCodLabel(), 'pdf'))).toBe(true);
  });

  it('reports a label that cannot be drawn, and draws the next one', async () => {
    const bad = { ...arabicCodLabel(), packages: [{ ...arabicCodLabel().packages[0]!, barcode: 'x'.repeat(500) }] };
    await expect(pool.render(bad, 'png')).rejects.toThrow('wider than the label');
    expect((await pool.render(urduLabel(), 'png')).length).toBeGreaterThan(1_000);
  });

  it('gives up a label that takes too long', async () => {
    const slow = new LabelPool(new URL('../dist/label/label-worker.js', import.meta.url), 1);
    await expect(slow.render(longestLabel(), 'pdf')).rejects.toMatchObject({ status: 503 });
    await slow.stop();
  });

  it('skips a cancelled label, so that it does not delay the next one', async () => {
    const worker = new Worker(new URL('../dist/label/label-worker.js', import.meta.url));
    const done: number[] = [];
    const ended = new Promise<void>((resolve) => {
      worker.on('message', ({ id }: { id: number }) => {
        done.push(id);
        if (id === 3) resolve();
      });
    });
    for (const id of [1, 2, 3])
      worker.postMessage({ id, label: arabicCodLabel(), format: 'zpl', packageIndex: 0 } satisfies LabelJob);
    worker.postMessage({ cancelledId: 2 } satisfies CancelledLabelJob);
    await ended;
    await worker.terminate();
    expect(done).toEqual([1, 3]);
  });

  it('cancels at its thread the labels that take too long', async () => {
    const impatient = new LabelPool(new URL('../dist/label/label-worker.js', import.meta.url), 2_000);
    try {
      const long = { ...arabicCodLabel(), packages: Array.from({ length: 100 }, () => arabicCodLabel().packages[0]!) };
      const results = await Promise.allSettled(Array.from({ length: 40 }, () => impatient.render(long, 'zpl')));
      expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { status: 503 } });
      // The label under way is drawn to its end; drawing all of them would take a minute.
      expect(
        (
          await eventually(() => impatient.render(urduLabel(), 'png').catch(() => null), {
            what: 'a label after the cancelled ones',
          })
        ).length,
      ).toBeGreaterThan(1_000);
    } finally {
      await impatient.stop();
    }
  }, 60_000);
});
