import type { SKRSContext2D } from '@napi-rs/canvas';
import { drawCode128 } from './barcode.ts';
import { drawReceiver, drawSender } from './draw-addresses.ts';
import { drawFacts, drawPayment } from './draw-facts.ts';
import { writeRow } from './fit-text.ts';
import { FRAME, INNER, ROWS, SIDE, drawFrame, inverse, titled, vertical } from './grid.ts';
import { PAGE } from './label.ts';
import type { Label, LabelPackage } from './label.ts';

/** One package's page, in points, black on white. The same drawing makes PDF, PNG and ZPL. */
export function drawPage(context: SKRSContext2D, label: Label, index: number): void {
  const parcel = label.packages[index] as LabelPackage;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, PAGE.width, PAGE.height);
  context.fillStyle = '#000';
  drawFrame(context);
  drawHeader(context, label);
  drawSender(context, label);
  drawReceiver(context, label);
  drawRouting(context, label);
  drawPayment(context, label, parcel);
  drawFacts(context, label, index);
  if (label.mark === 'VOID') return drawVoid(context);
  drawCode128(context, parcel.barcode, { y: ROWS.barcode + 4, height: BAR_HEIGHT });
  writeRow(context, parcel.barcode, {
    x: INNER.x,
    baseline: FRAME.bottom - 3.5,
    width: INNER.width,
    sizeMax: 11,
    weight: 'Bold',
    align: 'centre',
  });
}

/** One inch. */
const BAR_HEIGHT = 72;

function drawHeader(context: SKRSContext2D, { courier, service, scope }: Label): void {
  const baseline = ROWS.from - 8;
  const box = { x: FRAME.right - 50, y: FRAME.top, width: 50, height: ROWS.from - FRAME.top };
  writeRow(context, courier, { x: INNER.x, baseline, width: 122, sizeMax: 17, weight: 'Bold' });
  writeRow(context, service, { x: INNER.x + 126, baseline, width: box.x - INNER.x - 130, sizeMax: 12, weight: 'Bold' });
  inverse(context, box, () =>
    writeRow(context, scope, { x: box.x, baseline, width: box.width, sizeMax: 15, weight: 'Bold', align: 'centre' }),
  );
}

/** By what hands and machines sort: the largest text. */
function drawRouting(context: SKRSContext2D, { routing, destination, from, to }: Label): void {
  const y = ROWS.routing;
  const side = { x: SIDE + 4, width: INNER.x + INNER.width - SIDE - 4 };
  writeRow(context, routing, { x: INNER.x, baseline: y + 35, width: SIDE - INNER.x - 6, sizeMax: 36, weight: 'Bold' });
  vertical(context, SIDE, { top: y, bottom: ROWS.payment });
  titled(context, [`DEST  ${from.countryCode} › ${to.countryCode}`, destination], { ...side, y: y + 2, sizeMax: 22 });
}

function drawVoid(context: SKRSContext2D): void {
  const box = { x: INNER.x, y: ROWS.barcode + 4, width: INNER.width, height: BAR_HEIGHT + 8 };
  inverse(context, box, () =>
    writeRow(context, 'VOID  ملغاة', { ...box, baseline: box.y + 55, sizeMax: 44, weight: 'Bold', align: 'centre' }),
  );
}
