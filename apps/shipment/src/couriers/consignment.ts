/** What a courier is asked to carry. Amounts are minor units of `currency`; texts are checked and in one form. */
export interface Consignment {
  /** The merchant's own reference. */
  referenceNumber: string;
  shipmentType: 'DOMESTIC' | 'INTERNATIONAL' | 'RETURN';
  paymentMode: 'PREPAID' | 'COD';
  currency: string;
  /** What the driver collects; 0 unless `paymentMode` is COD. */
  codAmount: bigint;
  pricing?: ConsignmentPricing;
  incoterm?: 'DAP' | 'DDP';
  customs?: CustomsDeclaration;
  insuranceAmount?: bigint;
  instructions?: string;
  shipTo: ConsignmentParty;
  shipFrom: ConsignmentParty;
  packages: ConsignmentPackage[];
}

export interface ConsignmentPricing {
  subTotal: bigint;
  discountAmount: bigint;
  taxAmount: bigint;
  shippingAmount: bigint;
  totalAmount: bigint;
}

export interface CustomsDeclaration {
  contentType: string;
  reasonForExport?: string;
  invoiceNumber: string;
  invoiceDate?: string;
  iossNumber?: string;
  eoriNumber?: string;
  vatNumber?: string;
  value: bigint;
}

export interface ConsignmentParty {
  name: string;
  companyName?: string;
  /** E.164. */
  phone: string;
  alternatePhone?: string;
  email?: string;
  addressLine1: string;
  addressLine2?: string;
  district?: string;
  city: string;
  province?: string;
  postalCode?: string;
  countryCode: string;
  shortAddress?: string;
  buildingNumber?: string;
  additionalNumber?: string;
  latitude?: number;
  longitude?: number;
  taxId?: string;
  /** The same in Latin letters. Present across a border unless both countries read the script of the address. */
  latin?: LatinConsignmentParty;
}

export interface LatinConsignmentParty {
  name: string;
  companyName?: string;
  addressLine1: string;
  addressLine2?: string;
  district?: string;
  city: string;
  province?: string;
}

export interface ConsignmentPackage {
  packageReference?: string;
  weightGrams: bigint;
  lengthMm?: bigint;
  widthMm?: bigint;
  heightMm?: bigint;
  description: string;
  declaredValue?: bigint;
  items: ConsignmentItem[];
}

export interface ConsignmentItem {
  sku?: string;
  name: string;
  /** In Latin letters, where the sender gave it. */
  customsDescription?: string;
  quantity: number;
  unitPrice: bigint;
  discountAmount: bigint;
  /** In millionths: 15 % is 150000. */
  taxRate?: bigint;
  taxAmount?: bigint;
  hsCode?: string;
  originCountry?: string;
  unitWeightGrams?: bigint;
}
