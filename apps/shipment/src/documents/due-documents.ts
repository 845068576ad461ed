import type { ShipmentRequest } from '../body/create-body.ts';
import type { Paper } from '../label/paper/paper.ts';
import { invoiceOf } from './invoice.ts';
import { packingListOf } from './packing-list.ts';
import { postalDeclarationsOf } from './postal-declaration.ts';

/** Documents that we draw. */
export const DRAWN_DOCUMENTS = ['COMMERCIAL_INVOICE', 'PACKING_LIST', 'CN22', 'CN23'] as const;
export type DrawnDocument = (typeof DRAWN_DOCUMENTS)[number];

/** Of a booked shipment. */
export interface DocumentFacts {
  request: ShipmentRequest;
  awb: string;
  courier: string;
  /** `YYYY-MM-DD`, where the parcel leaves. */
  date: string;
}

const PAPERS: Record<DrawnDocument, (facts: DocumentFacts) => Paper[]> = {
  COMMERCIAL_INVOICE: (facts) => [invoiceOf(facts)],
  PACKING_LIST: (facts) => [packingListOf(facts)],
  CN22: (facts) => postalDeclarationsOf(facts, 'CN22'),
  CN23: (facts) => postalDeclarationsOf(facts, 'CN23'),
};

/** Which documents a shipment needs. Pure. */
export function dueDocuments({ shipTo, shipFrom, customs }: ShipmentRequest): DrawnDocument[] {
  if (shipTo.countryCode === shipFrom.countryCode || customs === undefined) return [];
  return ['COMMERCIAL_INVOICE', 'PACKING_LIST', ...(customs.postalForm === undefined ? [] : [customs.postalForm])];
}

export function papersOf(kind: DrawnDocument, facts: DocumentFacts): Paper[] {
  return PAPERS[kind](facts);
}
