import type { Package } from '../body/packages.ts';
import type { Paper, PaperColumn } from '../label/paper/paper.ts';
import type { DocumentFacts } from './due-documents.ts';
import { field, goodsOf, grossWeight, kilograms, lineWeight, netWeight, paperParty, piecesOf } from './paper-parts.ts';

const COLUMNS: PaperColumn[] = [
  { title: ['Package', 'الطرد'], part: 0.12 },
  { title: ['Contents', 'المحتويات'], part: 0.38 },
  { title: ['Quantity', 'الكمية'], part: 0.1, isNumber: true },
  { title: ['Net weight', 'الوزن الصافي'], part: 0.12, isNumber: true },
  { title: ['Gross weight', 'الوزن الإجمالي'], part: 0.13, isNumber: true },
  { title: ['Size (cm)', 'الأبعاد (سم)'], part: 0.15 },
];

/** What is in which package, without prices. Pure. */
export function packingListOf({ request, awb, courier, date }: DocumentFacts): Paper {
  const { packages, shipFrom, shipTo, referenceNumber, customs } = request;
  return {
    size: 'A4',
    title: ['PACKING LIST', 'قائمة التعبئة'],
    parties: [paperParty(['Sender', 'المرسل'], shipFrom), paperParty(['Receiver', 'المستلم'], shipTo)],
    fields: [
      ...field(['Waybill', 'رقم بوليصة الشحن'], awb),
      ...field(['Carrier', 'الناقل'], courier),
      ...field(['Date', 'التاريخ'], date),
      ...field(["Sender's reference", 'مرجع المرسل'], referenceNumber),
      ...field(['Invoice number', 'رقم الفاتورة'], customs?.invoiceNumber),
      ...field(['Packages', 'عدد الطرود'], String(packages.length)),
    ],
    columns: COLUMNS,
    rows: packages.flatMap((parcel, index) => rowsOf(parcel, `${index + 1} / ${packages.length}`)),
    totals: [
      ...field(['Pieces', 'عدد القطع'], String(piecesOf(packages))),
      ...field(['Net weight', 'الوزن الصافي'], kilograms(netWeight(packages))),
      ...field(['GROSS WEIGHT', 'الوزن الإجمالي'], kilograms(grossWeight(packages))),
    ],
    statement: ['The packages contain what is listed here.', 'تحتوي الطرود على ما هو مذكور أعلاه.'],
  };
}

/** The first row of a package has its weight and size. */
function rowsOf(parcel: Package, number: string): string[][] {
  const { items, weightGrams, description, lengthMm, widthMm, heightMm } = parcel;
  const sides = [lengthMm, widthMm, heightMm].map((side) => (side === undefined ? '' : centimetres(side)));
  const own = [kilograms(weightGrams), sides.filter(Boolean).join(' × ')];
  if (items.length === 0) return [[number, description, '', '', ...own]];
  return items.map((item, index) => [
    index === 0 ? number : '',
    goodsOf(item),
    String(item.quantity),
    kilograms(lineWeight(item)),
    ...(index === 0 ? own : ['', '']),
  ]);
}

function centimetres(millimetres: bigint): string {
  const [whole, rest] = [millimetres / 10n, millimetres % 10n];
  return rest === 0n ? String(whole) : `${whole}.${rest}`;
}
