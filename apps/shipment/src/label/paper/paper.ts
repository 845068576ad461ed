/** A text in English and in Arabic. */
export type Bilingual = readonly [english: string, arabic: string];

/**
 * A document that goes with a parcel: what stands on it, in the order of the page. Drawing knows nothing of customs.
 */
export interface Paper {
  size: keyof typeof PAPER_SIZES;
  title: Bilingual;
  note?: Bilingual;
  parties: readonly PaperParty[];
  fields: readonly PaperField[];
  columns: readonly PaperColumn[];
  /** A line feed begins a paragraph in a cell. */
  rows: readonly (readonly string[])[];
  totals: readonly PaperField[];
  statement: Bilingual;
}

export interface PaperParty {
  title: Bilingual;
  lines: readonly string[];
}

export interface PaperField {
  title: Bilingual;
  value: string;
}

export interface PaperColumn {
  title: Bilingual;
  /** Part of the table's width; all together are 1. */
  part: number;
  isNumber?: true;
  /** The cell has its text as Code 128, and below in letters. */
  isBarcode?: true;
}

/** In points. */
export const PAPER_SIZES = {
  A4: { width: 595, height: 842 },
  A5: { width: 420, height: 595 },
  A6: { width: 298, height: 420 },
} as const;
