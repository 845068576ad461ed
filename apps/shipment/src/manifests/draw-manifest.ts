import { fromMinorUnits } from '@qafila/money/minor-units';
import type { Paper, PaperColumn } from '../label/paper/paper.ts';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { kilograms } from '../shipments/waiting-parcel.ts';
import { findManifest, linesOf } from './manifest-view.ts';
import type { ManifestWithCash } from './manifest-view.ts';
import type { ManifestParcelRow } from './manifest.entity.ts';

const COLUMNS: PaperColumn[] = [
  { title: ['No.', 'م'], part: 0.06, isNumber: true },
  { title: ['Waybill', 'رقم بوليصة الشحن'], part: 0.34, isBarcode: true },
  { title: ['Reference', 'المرجع'], part: 0.2 },
  { title: ['City', 'المدينة'], part: 0.13 },
  { title: ['Pieces', 'القطع'], part: 0.07, isNumber: true },
  { title: ['Weight (kg)', 'الوزن (كجم)'], part: 0.09, isNumber: true },
  { title: ['COD', 'الدفع عند الاستلام'], part: 0.11, isNumber: true },
];

/** The courier's own document, else the list that its driver signs. */
export async function drawManifest(dependencies: ShipmentDependencies, owner: Owner, id: string): Promise<Buffer> {
  const { pool, couriers, labels } = dependencies;
  const manifest = await findManifest(pool, owner.accountId, id);
  if (manifest.has_document) {
    const { rows } = await pool.query<{ document: Buffer }>(
      'SELECT document FROM manifest WHERE account_id = $1 AND id = $2',
      [owner.accountId, id],
    );
    return (rows[0] as { document: Buffer }).document;
  }
  const lines = await linesOf(pool, owner.accountId, id);
  return labels.renderPapers([manifestPaper(manifest, lines, couriers.name(manifest.courier))]);
}

/** Pure. */
export function manifestPaper(manifest: ManifestWithCash, lines: readonly ManifestParcelRow[], courier: string): Paper {
  const { address, number, closed_at: closedAt, id } = manifest;
  const money = (minor: string, currency: string): string => `${fromMinorUnits(BigInt(minor), currency)} ${currency}`;
  return {
    size: 'A4',
    title: ['MANIFEST', 'بيان تسليم الشحنات'],
    parties: [
      {
        title: ['Sender', 'المرسل'],
        lines: [
          address.name,
          [address.buildingNumber, address.addressLine1, address.district].filter(Boolean).join(', '),
          [address.city, address.postalCode, address.shortAddress].filter(Boolean).join(' '),
          address.phone,
        ].filter((line) => line !== ''),
      },
      { title: ['Carrier', 'الناقل'], lines: [courier] },
    ],
    fields: [
      { title: ['Manifest', 'رقم البيان'], value: id },
      { title: ['Closed', 'وقت الإغلاق'], value: `${closedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` },
      { title: ["Carrier's number", 'رقم الناقل'], value: number ?? '–' },
    ],
    columns: COLUMNS,
    rows: lines.map((line, index) => [
      String(index + 1),
      line.awb,
      line.reference,
      line.city,
      String(line.pieces),
      kilograms(BigInt(line.weight_grams)),
      line.cod_minor === '0' ? '' : money(line.cod_minor, line.currency),
    ]),
    totals: [
      { title: ['Shipments', 'عدد الشحنات'], value: String(manifest.parcels) },
      { title: ['Pieces', 'عدد القطع'], value: String(manifest.pieces) },
      { title: ['Weight', 'الوزن'], value: `${kilograms(BigInt(manifest.weight_grams))} kg` },
      ...(manifest.cod ?? []).map(({ currency, minor }) => ({
        title: ['Cash on delivery', 'الدفع عند الاستلام'] as const,
        value: money(minor, currency),
      })),
    ],
    statement: [
      'The driver has received the shipments that are listed here.',
      'استلم المندوب الشحنات المدرجة في هذا البيان.',
    ],
  };
}
