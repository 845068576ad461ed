/** What a label shows. Texts come as they are to be read; nothing here knows of states, bodies or rows. */
export interface Label {
  courier: string;
  service: string;
  awb: string;
  reference: string;
  to: LabelParty;
  from: LabelParty;
  packages: LabelPackage[];
}

export interface LabelParty { name: string; lines: string[]; phone: string; countryCode: string; shortAddress?: string }

export interface LabelPackage {
  /** What the bars say: unique to the package. */
  barcode: string;
  weight: string;
  size?: string;
  description: string;
  /** `115.00 SAR` on the one package that is collected for; else undefined. */
  cod?: string;
  /** On the others of a COD shipment: which package is collected for. */
  codOnOther?: string;
}

export type LabelFormat = 'pdf' | 'png' | 'zpl';

/** 4 × 6 inches in points, and the dots of the usual thermal printer. */
export const PAGE = { width: 288, height: 432, dpi: 203 } as const;
/** One printer dot in points: bars are whole dots wide, so that one-bit printing keeps them. */
export const DOT = 72 / PAGE.dpi;
