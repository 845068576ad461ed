import { PDFDocument, createCanvas } from '@napi-rs/canvas';
import type { Canvas } from '@napi-rs/canvas';
import { drawPage } from './draw.ts';
import { registerFonts } from './fonts.ts';
import { DOT, PAGE } from './label.ts';
import type { Label, LabelFormat } from './label.ts';
import { zplOf } from './zpl.ts';

/**
 * The file of a label. PDF and ZPL have a page for each package; PNG shows one package. The same label gives the same
 * bytes.
 */
export async function renderLabel(label: Label, format: LabelFormat, packageIndex = 0): Promise<Buffer> {
  registerFonts();
  if (format === 'pdf') return drawLabels([label], `AWB ${label.awb}`);
  if (format === 'png') return raster(label, packageIndex).toBuffer('image/png');
  const pages: string[] = [];
  for (const index of label.packages.keys()) {
    pages.push(zplOf(raster(label, index)));
    // A turn of the event loop frees the page's canvas.
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
  return Buffer.from(pages.join('\n'), 'ascii');
}

/** One PDF of all labels: a page for each package. */
export function drawLabels(labels: readonly Label[], title = 'Labels'): Buffer {
  registerFonts();
  const document = new PDFDocument({ title, creator: 'Qafila' });
  for (const label of labels)
    label.packages.forEach((_, index) => {
      drawPage(document.beginPage(PAGE.width, PAGE.height) as never, label, index);
      document.endPage();
    });
  return document.close();
}

function raster(label: Label, index: number): Canvas {
  const canvas = createCanvas(Math.round(PAGE.width / DOT), Math.round(PAGE.height / DOT));
  const context = canvas.getContext('2d');
  context.scale(1 / DOT, 1 / DOT);
  drawPage(context, label, index);
  return canvas;
}
