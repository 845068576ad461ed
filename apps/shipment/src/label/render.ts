import { PDFDocument, createCanvas } from '@napi-rs/canvas';
import type { Canvas } from '@napi-rs/canvas';
import { drawPage } from './draw.ts';
import { registerFonts } from './fonts.ts';
import { DOT, PAGE } from './label.ts';
import type { Label, LabelFormat } from './label.ts';
import { zplOf } from './zpl.ts';

/** The file of a label. PDF and ZPL have a page for each package, PNG is one package's. The same label gives the same bytes. */
export function renderLabel(label: Label, format: LabelFormat, packageIndex = 0): Buffer {
  registerFonts();
  if (format === 'pdf') return pdf(label);
  if (format === 'png') return raster(label, packageIndex).toBuffer('image/png');
  return Buffer.from(label.packages.map((_, index) => zplOf(raster(label, index))).join('\n'), 'ascii');
}

function pdf(label: Label): Buffer {
  const document = new PDFDocument({ title: `AWB ${label.awb}`, creator: 'Qafila' });
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
