import type { SKRSContext2D } from '@napi-rs/canvas';
import { fitText, isRtl, writeRow } from './fit-text.ts';
import { INNER, ROWS, SIDE, titled, vertical } from './grid.ts';
import { LEGIBLE_PT } from './label.ts';
import type { Label, LabelAddress, LabelParty } from './label.ts';

/** Small but legible, with the codes of the origin beside it. */
export function drawSender(context: SKRSContext2D, { from, origin, shipDate, account }: Label): void {
  const y = ROWS.from;
  const width = SIDE - INNER.x - 4;
  writeRow(context, 'FROM  من', { x: INNER.x, baseline: y + 8, width: 60, sizeMax: LEGIBLE_PT, weight: 'Bold' });
  writeRow(context, from.phone, {
    x: INNER.x + 62,
    baseline: y + 8,
    width: width - 62,
    sizeMax: 7,
    weight: 'Bold',
    align: 'end',
  });
  for (const { address, x, width: of } of columns(from, width)) drawSmall(context, address, { x, y: y + 9, width: of });
  vertical(context, SIDE, { top: y, bottom: ROWS.to });
  const side = { x: SIDE + 4, width: INNER.x + INNER.width - SIDE - 4 };
  titled(context, ['ORIGIN', origin], { ...side, y, sizeMax: 15 });
  writeRow(context, `SHIP DATE ${shipDate}`, { ...side, baseline: y + 36, sizeMax: 7, weight: 'Bold' });
  if (account !== undefined) writeRow(context, `ACCT ${account}`, { ...side, baseline: y + 47, sizeMax: 7 });
}

/** Name, street and place, each on its own lines, so that a long street does not push the city out. */
function drawSmall(
  context: SKRSContext2D,
  { name, street, place }: LabelAddress,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const align = isRtl(name) ? 'end' : 'start';
  writeRow(context, name, { x, baseline: y + 8.5, width, sizeMax: 8, weight: 'Bold', align });
  fitText(context, [joined(street)], { x, y: y + 10.6, width, height: 17.6, sizeMax: 8, mayCut: true });
  fitText(context, [joined(place)], { x, y: y + 28.3, width, height: 16.3, sizeMax: 8, mayCut: true });
}

/** The largest address, in full whatever its length; across a border in both scripts side by side. */
export function drawReceiver(context: SKRSContext2D, { to }: Label): void {
  const y = ROWS.to;
  writeRow(context, 'TO  إلى', { x: INNER.x, baseline: y + 9, width: 60, sizeMax: 7, weight: 'Bold' });
  const sizes = to.latin === undefined ? { name: 14, lines: 12 } : { name: 11, lines: 9.5 };
  for (const { address, ...column } of columns(to, INNER.width)) {
    const nameHeight = fitText(context, [address.name], {
      ...column,
      y: y + 10,
      height: 30,
      sizeMax: sizes.name,
      weight: 'Bold',
    });
    fitText(context, [...address.street, ...address.place], {
      ...column,
      y: y + 10 + nameHeight,
      height: ROWS.routing - 18 - (y + 10 + nameHeight),
      sizeMax: sizes.lines,
    });
  }
  const foot = { baseline: ROWS.routing - 5, sizeMax: 13, weight: 'Bold' as const };
  writeRow(context, to.phone, { ...foot, x: INNER.x, width: INNER.width * 0.52 });
  writeRow(context, [to.shortAddress, to.countryCode].filter(Boolean).join('  '), {
    ...foot,
    x: INNER.x + INNER.width * 0.55,
    width: INNER.width * 0.45,
    align: 'end',
  });
}

interface Column {
  address: LabelAddress;
  x: number;
  width: number;
}

/** Latin letters left, the other script right. */
function columns(party: LabelParty, width: number): Column[] {
  if (party.latin === undefined) return [{ address: party, x: INNER.x, width }];
  const half = (width - 6) / 2;
  return [
    { address: party.latin, x: INNER.x, width: half },
    { address: party, x: INNER.x + half + 6, width: half },
  ];
}

function joined(lines: readonly string[]): string {
  return lines.join(isRtl(lines.join('')) ? '، ' : ', ');
}
