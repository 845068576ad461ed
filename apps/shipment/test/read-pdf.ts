import { createCanvas, Path2D } from '@napi-rs/canvas';
import { getDocumentProxy } from 'unpdf';

(globalThis as { Path2D?: unknown }).Path2D ??= Path2D;
// The reader calls it; Node.js 20 has none.
const prototype = ArrayBuffer.prototype as { transferToFixedLength?: (bytes?: number) => ArrayBuffer };
prototype.transferToFixedLength ??= function (this: ArrayBuffer, bytes = this.byteLength): ArrayBuffer {
  const to = new Uint8Array(bytes);
  to.set(new Uint8Array(this).subarray(0, bytes));
  return to.buffer;
};

/** A page as PDF.js reads it: nothing of it is in the code that writes our files. */
export interface ReadPage {
  /** In points, as it is shown. */
  width: number;
  height: number;
  /** Each with the place of its lower left corner, from the lower left corner of the page. */
  texts: { text: string; x: number; y: number }[];
}

export async function readPdf(file: Buffer): Promise<ReadPage[]> {
  const document = await getDocumentProxy(Uint8Array.from(file));
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: item.str, x: item.transform[4] as number, y: item.transform[5] as number }]
        : [],
    );
    pages.push({ width: Math.round(width), height: Math.round(height), texts });
  }
  return pages;
}

interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** The page on white paper at 300 dpi. */
export async function pixelsOf(file: Buffer, number: number): Promise<Pixels> {
  const document = await getDocumentProxy(Uint8Array.from(file));
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: 300 / 72 });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
