/** What a label shows: texts as they appear on it. Drawing knows nothing of states, bodies or rows. */
export interface Label {
  /** `VOID`: it must not be used, so it has no barcodes. */
  mark?: 'RETURN' | 'VOID';
  courier: string;
  service: string;
  scope: 'DOM' | 'INTL';
  /** Of the sender at the courier. */
  account?: string;
  shipDate: string;
  /** By what the courier sorts: the largest text of the label. */
  routing: string;
  /** The courier's codes of both places, else the cities. */
  origin: string;
  destination: string;
  awb: string;
  /** The merchant's. */
  reference: string;
  /** Across a border: who pays duties, what kind of goods it is, and their value. */
  customs?: { incoterm: string; content: string; value: string };
  instructions?: string;
  totalWeight: string;
  to: LabelParty;
  from: LabelParty;
  packages: LabelPackage[];
}

export interface LabelAddress {
  name: string;
  /** Company, street, district. */
  street: string[];
  /** City, postal code, country. */
  place: string[];
}

export interface LabelParty extends LabelAddress {
  phone: string;
  countryCode: string;
  shortAddress?: string;
  /** The same in Latin letters, beside an address in another script that crosses a border. */
  latin?: LabelAddress;
}

export interface LabelPackage {
  /** Content of the barcode, unique to the package. */
  barcode: string;
  weight: string;
  size?: string;
  description: string;
  /** `115.00 SAR` on the package whose driver collects the cash; undefined on others. */
  cod?: string;
  /** On the other packages of a COD shipment: the package that shows the cash. */
  codOnOther?: string;
}

export type LabelFormat = 'pdf' | 'png' | 'zpl';

/** 4 × 6 inches in points, and the resolution of typical thermal printers. */
export const PAGE = { width: 288, height: 432, dpi: 203 } as const;
/** One printer dot in points. Bars are whole dots wide, so that one-bit printing does not change them. */
export const DOT = 72 / PAGE.dpi;
/** No text that a person must read is smaller. */
export const LEGIBLE_PT = 6;
