import type { SKRSContext2D } from '@napi-rs/canvas';
import { drawQr } from './barcode.ts';
import { fitText, writeRow } from './fit-text.ts';
import { FRAME, INNER, ROWS, SIDE, horizontal, inverse, titled, vertical } from './grid.ts';
import type { Label, LabelPackage } from './label.ts';

/** What the box of the payment says instead. */
const MARKS = { RETURN: ['RETURN', 'مرتجع'], VOID: ['VOID', 'ملغاة'] } as const;

/** White on black where the driver must not overlook it: the cash, a return. One baseline for both scripts. */
export function drawPayment(context: SKRSContext2D, { mark }: Label, { cod, codOnOther }: LabelPackage): void {
  const y = ROWS.payment;
  const row = { x: INNER.x + 2, width: INNER.width - 4, baseline: y + 17, weight: 'Bold' as const };
  const pair = ([english, arabic]: readonly [string, string], sizeMax: number): void => {
    writeRow(context, english, { ...row, width: 180, sizeMax });
    writeRow(context, arabic, { ...row, x: row.x + 184, width: row.width - 184, sizeMax: sizeMax - 3, align: 'end' });
  };
  const box = { x: FRAME.left, y, width: FRAME.right - FRAME.left, height: ROWS.facts - y };
  if (mark !== undefined) return inverse(context, box, () => pair(MARKS[mark], 17));
  if (cod !== undefined) return inverse(context, box, () => pair([`COD ${cod}`, 'الدفع عند الاستلام'], 16));
  if (codOnOther === undefined) return pair(['PREPAID', 'مدفوع'], 13);
  writeRow(context, `COD: collect nothing here, see ${codOnOther}`, { ...row, sizeMax: 11 });
}

export function drawFacts(context: SKRSContext2D, label: Label, index: number): void {
  const parcel = label.packages[index] as LabelPackage;
  const top = ROWS.facts;
  const cells = [
    ['PIECE', `${index + 1} / ${label.packages.length}`],
    ['WEIGHT', parcel.weight],
    ['TOTAL', label.totalWeight],
  ] as const;
  const width = (SIDE - FRAME.left) / cells.length;
  cells.forEach((cell, at) => {
    const x = FRAME.left + at * width;
    if (at > 0) vertical(context, x, { top, bottom: top + CELL_HEIGHT });
    titled(context, cell, { x: x + 4, y: top, width: width - 8, sizeMax: at === 0 ? 13 : 11 });
  });
  horizontal(context, top + CELL_HEIGHT, { left: FRAME.left, right: SIDE });
  vertical(context, SIDE, { top, bottom: ROWS.barcode });
  drawContent(context, label, parcel);
  const waybill = { x: SIDE + 4, width: FRAME.right - SIDE - 8, baseline: ROWS.barcode - 2 };
  writeRow(context, label.awb, { ...waybill, sizeMax: 8, weight: 'Bold', align: 'centre' });
  if (label.mark !== 'VOID') drawQr(context, label.awb, { x: SIDE + 5, y: top + 1, size: 73 });
}

const CELL_HEIGHT = 25;

/** Goods, customs, reference and instructions, as far as there are any. */
function drawContent(context: SKRSContext2D, label: Label, parcel: LabelPackage): void {
  const { customs, instructions } = label;
  const column = { x: INNER.x, width: SIDE - INNER.x - 3 };
  let y = ROWS.facts + CELL_HEIGHT + 2;
  const bottom = ROWS.barcode - 1;
  if (customs !== undefined) {
    const { incoterm, content, value } = customs;
    writeRow(context, `${incoterm}  ${content}  VALUE ${value}`, {
      ...column,
      baseline: y + 7.5,
      sizeMax: 8,
      weight: 'Bold',
    });
    y += 10;
  }
  y += fitText(context, [`REF ${label.reference}`], { ...column, y, height: 12, sizeMax: 8 });
  const goods = [parcel.description, parcel.size].filter(Boolean).join('  ');
  const room = instructions === undefined ? bottom - y : (bottom - y) / 2;
  y += fitText(context, [goods], { ...column, y, height: room, sizeMax: 8, mayCut: true });
  if (instructions !== undefined)
    fitText(context, [instructions], { ...column, y, height: bottom - y, sizeMax: 8.5, weight: 'Bold', mayCut: true });
}
