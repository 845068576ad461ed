import type { SKRSContext2D } from '@napi-rs/canvas';
import { writeRow } from './fit-text.ts';
import { PAGE } from './label.ts';

/** The frame around the label, in points. */
export const FRAME = { left: 6, right: PAGE.width - 6, top: 5, bottom: PAGE.height - 4 } as const;
/** Between a rule and the text beside it. */
const PADDING = 4;
export const INNER = { x: FRAME.left + PADDING, width: FRAME.right - FRAME.left - 2 * PADDING } as const;

/** From top to bottom; each begins at the rule above it. */
export const ROWS = {
  header: FRAME.top,
  from: 31,
  to: 84,
  routing: 190,
  payment: 234,
  facts: 257,
  barcode: 338,
} as const;

/** Where the cells at the right begin: codes beside the sender and the routing, and the QR code. */
export const SIDE = 198;

const RULE = 0.9;

export function drawFrame(context: SKRSContext2D): void {
  const { left, right, top, bottom } = FRAME;
  for (const y of [top, bottom - RULE, ...Object.values(ROWS).slice(1)]) horizontal(context, y, { left, right });
  for (const x of [left, right - RULE]) vertical(context, x, { top, bottom });
}

export function horizontal(context: SKRSContext2D, y: number, { left, right }: { left: number; right: number }): void {
  context.fillRect(left, y, right - left, RULE);
}

export function vertical(context: SKRSContext2D, x: number, { top, bottom }: { top: number; bottom: number }): void {
  context.fillRect(x, top, RULE, bottom - top);
}

/** White on black; `paint` writes into it. */
export function inverse(
  context: SKRSContext2D,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  paint: () => void,
): void {
  context.fillRect(x, y, width, height);
  context.fillStyle = '#fff';
  paint();
  context.fillStyle = '#000';
}

/** What a value is, small, above it on one baseline. */
export function titled(
  context: SKRSContext2D,
  [title, value]: readonly [string, string],
  { x, y, width, sizeMax }: { x: number; y: number; width: number; sizeMax: number },
): void {
  writeRow(context, title, { x, baseline: y + 7.5, width, sizeMax: 6 });
  writeRow(context, value, { x, baseline: y + 8 + sizeMax, width, sizeMax, weight: 'Bold' });
}
