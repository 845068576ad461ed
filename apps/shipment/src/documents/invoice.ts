import { fromMinorUnits } from '@qafila/money/minor-units';
import type { Item } from '../body/packages.ts';
import { shownAmount } from '../body/shown-amount.ts';
import type { Paper, PaperColumn, PaperField } from '../label/paper/paper.ts';
import type { DocumentFacts } from './due-documents.ts';
import { field, goodsOf, grossWeight, kilograms, lineWeight, netWeight, paperParty, piecesOf } from './paper-parts.ts';

const COLUMNS: PaperColumn[] = [
  { title: ['No.', 'الرقم'], part: 0.05 },
  { title: ['Description of goods', 'وصف البضاعة'], part: 0.33 },
  { title: ['HS code', 'رمز التعرفة'], part: 0.13 },
  { title: ['Origin', 'المنشأ'], part: 0.07 },
  { title: ['Quantity', 'الكمية'], part: 0.08, isNumber: true },
  { title: ['Weight', 'الوزن'], part: 0.1, isNumber: true },
  { title: ['Unit value', 'سعر الوحدة'], part: 0.12, isNumber: true },
  { title: ['Value', 'القيمة'], part: 0.12, isNumber: true },
];

/** Goods that are not sold are worth what a pro forma says. */
const SOLD = /sale|sold|merchandise|بيع/i;

export function isSale({ request: { customs } }: DocumentFacts): boolean {
  return SOLD.test(customs?.reasonForExport ?? customs?.contentType ?? '');
}

/** Commercial invoice, or pro forma for what is not sold. Every amount is one of the body. Pure. */
export function invoiceOf(facts: DocumentFacts): Paper {
  const { request } = facts;
  const { customs, currency, packages, shipTo, shipFrom } = request;
  const items = packages.flatMap((parcel) => parcel.items);
  const exporter = [
    customs?.vatNumber === undefined ? '' : `VAT ${customs.vatNumber}`,
    customs?.eoriNumber === undefined ? '' : `EORI ${customs.eoriNumber}`,
    customs?.iossNumber === undefined ? '' : `IOSS ${customs.iossNumber}`,
  ];
  return {
    size: 'A4',
    title: isSale(facts) ? ['COMMERCIAL INVOICE', 'فاتورة تجارية'] : ['PRO FORMA INVOICE', 'فاتورة أولية'],
    parties: [
      paperParty(['Seller / exporter', 'البائع / المصدّر'], shipFrom, exporter.filter(Boolean)),
      paperParty(['Buyer / importer', 'المشتري / المستورد'], shipTo),
    ],
    fields: fieldsOf(facts),
    columns: COLUMNS,
    rows: items.map((item, index) => rowOf(item, index, currency)),
    totals: totalsOf(facts),
    statement: [
      'I declare that the information on this invoice is true and correct, and that the goods are of the origin shown.',
      'أقر بأن المعلومات الواردة في هذه الفاتورة صحيحة ودقيقة، وأن البضائع من المنشأ المبيّن.',
    ],
  };
}

function rowOf(item: Item, index: number, currency: string): string[] {
  return [
    String(index + 1),
    goodsOf(item),
    item.hsCode ?? '',
    item.originCountry ?? '',
    String(item.quantity),
    kilograms(lineWeight(item)),
    fromMinorUnits(item.unitPrice, currency),
    fromMinorUnits(BigInt(item.quantity) * item.unitPrice, currency),
  ];
}

function fieldsOf({ request, awb, courier, date }: DocumentFacts): PaperField[] {
  const { customs, incoterm, currency, packages, referenceNumber } = request;
  return [
    ...field(['Invoice number', 'رقم الفاتورة'], customs?.invoiceNumber),
    ...field(['Invoice date', 'تاريخ الفاتورة'], customs?.invoiceDate ?? date),
    ...field(['Waybill', 'رقم بوليصة الشحن'], awb),
    ...field(['Carrier', 'الناقل'], courier),
    ...field(["Sender's reference", 'مرجع المرسل'], referenceNumber),
    ...field(['Reason for export', 'سبب التصدير'], customs?.reasonForExport ?? customs?.contentType),
    ...field(['Terms of delivery (Incoterms)', 'شروط التسليم'], incoterm),
    ...field(['Currency', 'العملة'], currency),
    ...field(['Packages', 'عدد الطرود'], String(packages.length)),
    ...field(['Pieces', 'عدد القطع'], String(piecesOf(packages))),
    ...field(['Gross weight', 'الوزن الإجمالي'], kilograms(grossWeight(packages))),
    ...field(['Net weight', 'الوزن الصافي'], kilograms(netWeight(packages))),
  ];
}

function totalsOf({ request }: DocumentFacts): PaperField[] {
  const { pricing, customs, insuranceAmount, currency } = request;
  const amount = (minor: bigint | undefined): string | undefined =>
    minor === undefined || minor === 0n ? undefined : shownAmount(minor, currency);
  return [
    ...field(['Goods', 'قيمة البضاعة'], amount(pricing?.subTotal)),
    ...field(
      ['Discount', 'الخصم'],
      pricing && pricing.discountAmount > 0n ? `- ${amount(pricing.discountAmount)}` : '',
    ),
    ...field(['Freight', 'الشحن'], amount(pricing?.shippingAmount)),
    ...field(['Tax', 'الضريبة'], amount(pricing?.taxAmount)),
    ...field(['Insured for', 'مبلغ التأمين'], amount(insuranceAmount)),
    ...field(['Value for customs', 'القيمة الجمركية'], amount(customs?.value)),
    ...field(['TOTAL', 'الإجمالي'], shownAmount(pricing?.totalAmount ?? customs?.value ?? 0n, currency)),
  ];
}
