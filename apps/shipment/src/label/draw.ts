import type { SKRSContext2D } from '@napi-rs/canvas';
import { drawCode128, drawQr } from './barcode.ts';
import { fitText } from './fit-text.ts';
import type { TextBox } from './fit-text.ts';
import { PAGE } from './label.ts';
import type { Label, LabelPackage, LabelParty } from './label.ts';

const MARGIN = 10;
const WIDTH = PAGE.width - 2 * MARGIN;

/** One package's page, in points, black on white. The same drawing makes PDF, PNG and ZPL. */
export function drawPage(context: SKRSContext2D, label: Label, index: number): void {
  const parcel = label.packages[index] as LabelPackage;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, PAGE.width, PAGE.height);
  context.fillStyle = '#000';
  drawHeader(context, label, index);
  drawParty(context, 'FROM  من', label.from, { y: 38, height: 58, sizeMax: 8 });
  drawParty(context, 'TO  إلى', label.to, { y: 100, height: 128, sizeMax: 13 });
  drawFacts(context, label, parcel);
  if (label.mark === 'VOID') return drawBand(context, 'VOID  ملغاة', { y: 346, height: 78, sizeMax: 44 });
  drawCode128(context, parcel.barcode, { y: 346, height: 62 });
  fitText(context, [parcel.barcode], {
    x: MARGIN,
    y: 409,
    width: WIDTH,
    height: 18,
    sizeMax: 11,
    weight: 'Bold',
    centred: true,
  });
}

function drawHeader(context: SKRSContext2D, label: Label, index: number): void {
  fitText(context, [label.courier], { x: MARGIN, y: 6, width: 130, height: 26, sizeMax: 17, weight: 'Bold' });
  fitText(context, [label.service], { x: MARGIN + 135, y: 10, width: 75, height: 20, sizeMax: 10 });
  fitText(context, [`${index + 1} / ${label.packages.length}`], {
    x: PAGE.width - 66,
    y: 6,
    width: 58,
    height: 26,
    sizeMax: 17,
    weight: 'Bold',
  });
  rule(context, 35);
}

function drawParty(
  context: SKRSContext2D,
  title: string,
  party: LabelParty,
  { y, height, sizeMax }: { y: number; height: number; sizeMax: number },
): void {
  fitText(context, [title], { x: MARGIN, y, width: 60, height: 12, sizeMax: 7, weight: 'Bold' });
  const name = {
    x: MARGIN,
    y: y + 9,
    width: WIDTH,
    height: height * 0.3,
    sizeMax: sizeMax + 1,
    weight: 'Bold' as const,
  };
  const used = fitText(context, [party.name], name);
  const below = y + 9 + used;
  const phoneHeight = sizeMax * 1.6;
  fitText(context, party.lines, {
    x: MARGIN,
    y: below,
    width: WIDTH,
    height: y + height - phoneHeight - below,
    sizeMax,
  });
  const foot: TextBox = {
    x: MARGIN,
    y: y + height - phoneHeight,
    width: WIDTH * 0.5,
    height: phoneHeight,
    sizeMax,
    weight: 'Bold',
  };
  fitText(context, [party.phone], foot);
  fitText(context, [[party.shortAddress, party.countryCode].filter(Boolean).join('  ')], {
    ...foot,
    x: MARGIN + WIDTH * 0.55,
    width: WIDTH * 0.45,
  });
  rule(context, y + height + 2);
}

function drawFacts(context: SKRSContext2D, label: Label, parcel: LabelPackage): void {
  const left = { x: MARGIN, width: 176 };
  if (label.mark === undefined) drawPayment(context, parcel);
  else drawBand(context, MARKS[label.mark], { y: 234, height: 28, sizeMax: 18 });
  fitText(context, [`Weight ${parcel.weight}`], {
    ...left,
    width: 96,
    y: 268,
    height: 17,
    sizeMax: 11,
    weight: 'Bold',
  });
  fitText(context, [parcel.size ?? ''], { x: MARGIN + 100, width: 84, y: 270, height: 14, sizeMax: 8 });
  fitText(context, [`Ref ${label.reference}`], { ...left, y: 286, height: 22, sizeMax: 8 });
  fitText(context, [parcel.description], { ...left, y: 310, height: 32, sizeMax: 9 });
  if (label.mark !== 'VOID') drawQr(context, label.awb, { x: 202, y: 262, size: 80 });
}

const MARKS = { RETURN: 'RETURN  مرتجع', VOID: 'VOID  ملغاة' } as const;

/** White on black across the page. */
function drawBand(
  context: SKRSContext2D,
  text: string,
  { y, height, sizeMax }: { y: number; height: number; sizeMax: number },
): void {
  context.fillRect(MARGIN, y, WIDTH, height);
  context.fillStyle = '#fff';
  fitText(context, [text], {
    x: MARGIN,
    y: y + (height - sizeMax * 1.35) / 2,
    width: WIDTH,
    height: sizeMax * 1.35 + 1,
    sizeMax,
    weight: 'Bold',
    centred: true,
  });
  context.fillStyle = '#000';
}

/** White on black, because the driver must not overlook the cash. */
function drawPayment(context: SKRSContext2D, { cod, codOnOther }: LabelPackage): void {
  const box = { x: MARGIN, y: 234, width: WIDTH, height: 28 };
  const text = {
    ...box,
    x: box.x + 6,
    y: box.y + 2,
    width: box.width - 12,
    height: box.height - 3,
    sizeMax: 16,
    weight: 'Bold' as const,
  };
  if (cod === undefined)
    return void fitText(
      context,
      [codOnOther === undefined ? 'PREPAID  مدفوع' : `COD: collect nothing here, see ${codOnOther}`],
      { ...text, sizeMax: 12 },
    );
  context.fillRect(box.x, box.y, box.width, box.height);
  context.fillStyle = '#fff';
  fitText(context, [`COD ${cod}`], { ...text, width: 170 });
  fitText(context, ['الدفع عند الاستلام'], { ...text, x: text.x + 170, width: text.width - 170, sizeMax: 11 });
  context.fillStyle = '#000';
}

function rule(context: SKRSContext2D, y: number): void {
  context.fillRect(MARGIN, y, WIDTH, 0.8);
}
