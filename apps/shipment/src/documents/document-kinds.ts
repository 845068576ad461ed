import { DRAWN_DOCUMENTS } from './due-documents.ts';
import type { DrawnDocument } from './due-documents.ts';

/** Documents of couriers that are no labels, as we name them. */
export const COURIER_DOCUMENTS = ['COURIER_INVOICE', 'COURIER_RECEIPT', 'COURIER_MANIFEST'] as const;
export type CourierDocumentKind = (typeof COURIER_DOCUMENTS)[number];

/** Every document that goes with a shipment beside its label. */
export const DOCUMENT_KINDS = [...DRAWN_DOCUMENTS, ...COURIER_DOCUMENTS] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What is behind a signed address beside the label of a shipment. `LABELS`: the labels of several shipments. */
export const FILE_KINDS = [...DOCUMENT_KINDS, 'LABELS'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** As the name of a file begins: `commercial-invoice`. */
export function fileWordOf(kind: FileKind): string {
  return kind.toLowerCase().replaceAll('_', '-');
}

export function kindOfWord(word: string): FileKind | undefined {
  return FILE_KINDS.find((kind) => fileWordOf(kind) === word);
}

export function isDrawn(kind: DocumentKind): kind is DrawnDocument {
  return DRAWN_DOCUMENTS.includes(kind as DrawnDocument);
}
