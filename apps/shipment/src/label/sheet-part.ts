import type { Label } from './label.ts';

/** `4x6`: a label on each page. `a4`: four on each page, for office printers. */
export const SHEET_LAYOUTS = ['4x6', 'a4'] as const;
export type SheetLayout = (typeof SHEET_LAYOUTS)[number];

/** A label that we draw, or a courier's own as PDF. */
export type SheetPart = { label: Label } | { file: Uint8Array };
