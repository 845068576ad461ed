import bwip from 'bwip-js/node';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { FRAME } from './grid.ts';
import { DOT } from './label.ts';

/** Modules of white that a scanner needs on either side of the bars. */
const QUIET = 10;
const DOTS_PER_MODULE_MAX = 3;
const QR_QUIET = 4;

/**
 * Code 128 in the middle of the frame. Bars start on a printer dot and are whole dots wide, so one-bit printing does
 * not change them.
 */
export function drawCode128(context: SKRSContext2D, text: string, { y, height }: { y: number; height: number }): void {
  const [{ sbs: widths }] = bwip.raw({ bcid: 'code128', text } as never) as unknown as [{ sbs: number[] }];
  const modules = widths.reduce((sum, width) => sum + width, 0);
  const [left, right] = [Math.ceil((FRAME.left + 1) / DOT), Math.floor((FRAME.right - 1) / DOT)];
  const dots = Math.min(DOTS_PER_MODULE_MAX, Math.floor((right - left) / (modules + 2 * QUIET)));
  if (dots < 1) throw new RangeError(`a barcode of ${text.length} characters is wider than the label`);
  let at = left + Math.floor((right - left - modules * dots) / 2);
  widths.forEach((width, index) => {
    if (index % 2 === 0) context.fillRect(at * DOT, y, width * dots * DOT, height);
    at += width * dots;
  });
}

/** Code 128 in a cell of a page that is printed at a high resolution: its modules are no whole dots. */
export function drawCode128In(
  context: SKRSContext2D,
  text: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const [{ sbs: widths }] = bwip.raw({ bcid: 'code128', text } as never) as unknown as [{ sbs: number[] }];
  const modules = widths.reduce((sum, each) => sum + each, 0);
  const module = width / (modules + 2 * QUIET);
  let at = x + QUIET * module;
  widths.forEach((each, index) => {
    if (index % 2 === 0) context.fillRect(at, y, each * module, height);
    at += each * module;
  });
}

/** QR code with its quiet zone inside the given square; modules are whole dots too. */
export function drawQr(
  context: SKRSContext2D,
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const [{ pixs, pixx }] = bwip.raw({ bcid: 'qrcode', text } as never) as unknown as [{ pixs: number[]; pixx: number }];
  const side = Math.max(1, Math.floor(size / DOT / (pixx + 2 * QR_QUIET))) * DOT;
  const [left, top] = [Math.round(x / DOT) * DOT + QR_QUIET * side, Math.round(y / DOT) * DOT + QR_QUIET * side];
  pixs.forEach((dark, index) => {
    if (dark !== 0) context.fillRect(left + (index % pixx) * side, top + Math.floor(index / pixx) * side, side, side);
  });
}
