import type { Canvas } from '@napi-rs/canvas';

/** A darker pixel prints as black. */
const BLACK_BELOW = 128;

/** The drawing as a ZPL graphic, so that the printer needs no fonts. Rows are packed by Zebra's ASCII scheme. */
export function zplOf(canvas: Canvas): string {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const rowBytes = Math.ceil(width / 8);
  let last = '';
  const rows = Array.from({ length: height }, (_, y) => {
    const row = packRow(hexRow(data, y * width * 4, { width, rowBytes }));
    const same = row === last;
    last = row;
    return same ? ':' : row;
  });
  const bytes = rowBytes * height;
  return `^XA^PW${width}^LL${height}^FO0,0^GFA,${bytes},${bytes},${rowBytes},${rows.join('')}^FS^XZ`;
}

function hexRow(
  data: Uint8ClampedArray,
  from: number,
  { width, rowBytes }: { width: number; rowBytes: number },
): string {
  const bytes = Buffer.alloc(rowBytes);
  for (let x = 0; x < width; x++) {
    if ((data[from + x * 4] as number) < BLACK_BELOW) bytes[x >> 3] = (bytes[x >> 3] as number) | (0x80 >> (x & 7));
  }
  return bytes.toString('hex').toUpperCase();
}

/** `,` ends a row whose rest is white. Letters before a digit repeat it: G–Y are 1–19, g–z are 20–400 in twenties. */
function packRow(hex: string): string {
  const trimmed = hex.replace(/0+$/, '');
  const packed = trimmed.replace(/(.)\1{2,}/g, (run, digit: string) => countLetters(run.length) + digit);
  return trimmed.length < hex.length ? `${packed},` : packed;
}

function countLetters(length: number): string {
  if (length > 400) return 'z' + countLetters(length - 400);
  const [twenties, ones] = [Math.floor(length / 20), length % 20];
  return (
    (twenties > 0 ? String.fromCharCode(0x66 + twenties) : '') + (ones > 0 ? String.fromCharCode(0x46 + ones) : '')
  );
}
