import { fromMinorUnits } from '@qafila/money/minor-units';
import type { Item, Package } from '../body/packages.ts';
import { shownAmount } from '../body/shown-amount.ts';
import type { Paper, PaperColumn, PaperField } from '../label/paper/paper.ts';
import type { DocumentFacts } from './due-documents.ts';
import { field, goodsOf, kilograms, lineWeight, paperParty } from './paper-parts.ts';

const COLUMNS: PaperColumn[] = [
  { title: ['Quantity and description', 'الكمية والوصف'], part: 0.4 },
  { title: ['Net weight', 'الوزن'], part: 0.17, isNumber: true },
  { title: ['Value', 'القيمة'], part: 0.16, isNumber: true },
  { title: ['HS code', 'التعرفة'], part: 0.17 },
  { title: ['Origin', 'المنشأ'], part: 0.1 },
];

/** The declarations of the Universal Postal Union, one for each package, because each is an item of its own. Pure. */
export function postalDeclarationsOf(facts: DocumentFacts, form: 'CN22' | 'CN23'): Paper[] {
  const { packages } = facts.request;
  return packages.map((parcel, index) =>
    declarationOf(facts, form, { parcel, number: `${index + 1} / ${packages.length}` }),
  );
}

function declarationOf(
  facts: DocumentFacts,
  form: 'CN22' | 'CN23',
  { parcel, number }: { parcel: Package; number: string },
): Paper {
  const { shipFrom, shipTo, currency } = facts.request;
  return {
    size: form === 'CN22' ? 'A6' : 'A5',
    title: [`CUSTOMS DECLARATION ${form}`, 'بيان جمركي'],
    note: ['May be opened officially', 'يجوز فتحه رسميًا'],
    parties: [paperParty(['From', 'من'], shipFrom), paperParty(['To', 'إلى'], shipTo)],
    fields: fieldsOf(facts, form, { parcel, number }),
    columns: COLUMNS,
    rows: parcel.items.map((item) => rowOf(item, currency)),
    totals: [
      ...field(['Gross weight', 'الوزن الإجمالي'], kilograms(parcel.weightGrams)),
      ...field(['TOTAL VALUE', 'القيمة الإجمالية'], shownAmount(parcel.declaredValue ?? 0n, currency)),
    ],
    statement: [
      'I certify that what is declared here is correct, and that the item has no article that postal or customs ' +
        'rules forbid.',
      'أشهد بأن البيانات المذكورة صحيحة، وأن الإرسالية لا تحتوي على ما تمنعه الأنظمة البريدية أو الجمركية.',
    ],
  };
}

function fieldsOf(
  { request, awb, date }: DocumentFacts,
  form: 'CN22' | 'CN23',
  { parcel, number }: { parcel: Package; number: string },
): PaperField[] {
  const { customs, referenceNumber } = request;
  const own = [
    ...field(['Category', 'نوع الإرسالية'], customs?.reasonForExport ?? customs?.contentType),
    ...field(['Item', 'رقم الإرسالية'], `${awb}  ${number}`),
  ];
  if (form === 'CN22') return own;
  return [
    ...own,
    ...field(["Sender's reference", 'مرجع المرسل'], referenceNumber),
    ...field(['Invoice number', 'رقم الفاتورة'], customs?.invoiceNumber),
    ...field(['Contents', 'المحتويات'], parcel.description),
    ...field(['Date', 'التاريخ'], date),
  ];
}

function rowOf(item: Item, currency: string): string[] {
  return [
    `${item.quantity} × ${goodsOf(item)}`,
    kilograms(lineWeight(item)),
    fromMinorUnits(BigInt(item.quantity) * item.unitPrice - item.discountAmount, currency),
    item.hsCode ?? '',
    item.originCountry ?? '',
  ];
}
