/** What a label shows: texts as they appear on it. Drawing knows nothing of states, bodies or rows. */
export interface Label {
  /** `VOID`: it must not be used, so it has no barcodes. */
  mark?: 'RETURN' | 'VOID';
  courier: string;
  service: string;
  awb: string;
  /** The merchant's. */
  reference: string;
  to: LabelParty;
  from: LabelParty;
  packages: LabelPackage[];
}

export interface LabelParty {
  name: string;
  lines: string[];
  phone: string;
  countryCode: string;
  shortAddress?: string;
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
