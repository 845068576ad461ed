import { PAPER_SIZES } from './paper.ts';
import type { Paper } from './paper.ts';

/** Points of the parts of a page; each is written into its height, smaller where it is long. */
export interface Measures {
  width: number;
  height: number;
  margin: number;
  title: number;
  party: number;
  field: number;
  fieldsBeside: number;
  tableHead: number;
  row: number;
  total: number;
  statement: number;
  signature: number;
  text: number;
}

export function measuresOf({ size }: Paper): Measures {
  const isSmall = size === 'A6';
  return {
    ...PAPER_SIZES[size],
    margin: isSmall ? 14 : 34,
    title: isSmall ? 30 : 42,
    party: isSmall ? 62 : 96,
    field: isSmall ? 20 : 25,
    fieldsBeside: size === 'A4' ? 3 : 2,
    tableHead: isSmall ? 20 : 26,
    row: isSmall ? 19 : 24,
    total: isSmall ? 12 : 15,
    statement: isSmall ? 34 : 40,
    signature: isSmall ? 26 : 46,
    text: isSmall ? 7 : 8.5,
  };
}

/** How many rows each page has. The last page also has room for the totals and the signature. */
export function rowsOnPages(paper: Paper): number[] {
  const measures = measuresOf(paper);
  const { height, margin, title, party, field, fieldsBeside, tableHead, row, total, statement, signature } = measures;
  const foot = paper.totals.length * total + statement + signature + 8;
  const top = party + Math.ceil(paper.fields.length / fieldsBeside) * field + 8;
  const pages: number[] = [];
  for (let left = paper.rows.length; ;) {
    // Page numbers stand in the bottom margin.
    const room = height - 2 * margin - title - tableHead - (pages.length === 0 ? top : 0);
    const withFoot = Math.max(0, Math.floor((room - foot) / row));
    if (left <= withFoot) return [...pages, left];
    const here = Math.min(left, Math.max(1, Math.floor(room / row)));
    pages.push(here);
    left -= here;
  }
}
