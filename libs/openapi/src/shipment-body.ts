import type { JsonSchema } from '@qafila/contracts/event-type';
import { objectSchema, text } from '@qafila/contracts/event-type';

/** Null is as good as absent, and so is an empty text. */
function orNull({ minLength: _, pattern: __, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, ...(schema.type === undefined ? {} : { type: [schema.type, 'null'].flat() }), ...(Array.isArray(schema.enum) ? { enum: [...schema.enum as unknown[], null] } : {}) };
}

/** What no rule asks for is refused: a misspelled field would be a parcel without it. */
function fields(required: Record<string, JsonSchema>, optional: Record<string, JsonSchema>): JsonSchema {
  const nullable = Object.fromEntries(Object.entries(optional).map(([name, schema]) => [name, orNull(schema)]));
  return { ...objectSchema({ ...required, ...nullable }, Object.keys(optional)), additionalProperties: false };
}

const said = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });
/** In major units: a number, or a decimal text where a double is not trusted. */
const amount: JsonSchema = { type: ['number', 'string'], examples: [115.5, '115.50'] };
const number: JsonSchema = { type: ['number', 'string'], examples: [1.25, '1.25'] };
const name: JsonSchema = { ...text, minLength: 1, maxLength: 250 };
const country: JsonSchema = { ...text, pattern: '^[A-Z]{2}$', description: 'ISO 3166, two capitals.', examples: ['SA'] };
const phone: JsonSchema = { ...text, maxLength: 40, examples: ['+966501234567'] };
const FOLDED = 'Digits may be Arabic-Indic.';

const party = fields({
  name, phone: said(phone, `As E.164, or as dialled in the party's own country; with cash on delivery a mobile number. ${FOLDED}`), addressLine1: name, city: name, countryCode: country,
}, {
  companyName: name, alternatePhone: phone, email: text, addressLine2: name, district: name, province: name,
  postalCode: said({ ...text, maxLength: 20 }, 'Checked where its country has a form for it.'),
  shortAddress: said({ ...text, examples: ['RRRD2929'] }, 'In Saudi Arabia the National Address is required: this, or buildingNumber, addressLine1, district, postalCode and city.'),
  buildingNumber: said(text, '4 digits.'), additionalNumber: said(text, '4 digits.'), latitude: number, longitude: number, taxId: { ...text, maxLength: 50 },
});

const item = fields({ name, quantity: said({ type: ['integer', 'string'] }, '1 to 1000000.'), unitPrice: amount }, {
  sku: said(name, 'By which a return knows the piece again; without it, by its name.'), discountAmount: said(amount, 'Off this line.'),
  taxRate: said(number, 'Percent, at most 4 decimals.'), taxAmount: amount,
  hsCode: said(text, 'International: 6 to 12 digits, to a Gulf state 12.'), originCountry: said(country, 'International: where it was made.'),
  unitWeight: said(number, 'kg, at most 3 decimals.'),
});

const parcel = fields({ weight: said(number, 'kg, more than 0, at most 3 decimals.'), description: name }, {
  packageReference: name, length: said(number, 'cm, at most 1 decimal; with width and height.'), width: number, height: number, declaredValue: said(amount, 'International: for customs.'),
  items: said({ type: 'array', maxItems: 500, items: item }, 'International: required, for customs.'),
});

const pricing = fields({ subTotal: said(amount, 'Σ quantity × unitPrice.'), totalAmount: said(amount, 'subTotal − discountAmount + taxAmount + shippingAmount, to the minor unit.') }, {
  discountAmount: said(amount, 'All that is taken off: the lines\' own discounts and the order\'s.'),
  taxAmount: said(amount, 'After discount; rounded once for the document, or line by line.'), shippingAmount: amount,
});

const customs = fields({ contentType: name, invoiceNumber: name }, {
  reasonForExport: name, invoiceDate: said({ ...text, examples: ['2026-11-21'] }, 'A date.'), iossNumber: said(text, 'IM and 10 digits.'),
  eoriNumber: { ...text, maxLength: 20 }, vatNumber: { ...text, maxLength: 20 },
});

const required = {
  referenceNumber: said(name, 'Yours, unique in the company: a second one is 409 `REFERENCE_DUPLICATE`.'), currency: { ...text, pattern: '^[A-Z]{3}$', examples: ['SAR'] },
  shipToInfo: party, shipFromInfo: party, packagesInfo: { type: 'array', minItems: 1, maxItems: 250, items: parcel },
};
const optional = {
  courierId: said(name, 'One of `GET /oe/aggtr/api/v1/shipments/couriers`; without it the first of them.'), serviceCode: { ...text, maxLength: 50 },
  paymentMode: said({ enum: ['PREPAID', 'COD'] }, 'PREPAID unless told.'),
  codAmount: said(amount, 'With COD: more than 0, at most pricing.totalAmount.'), pricing: said(pricing, 'Required with COD, and international.'),
  incoterm: said({ enum: ['DAP', 'DDP'] }, 'International: required.'), customs: said(customs, 'International: required.'),
  insuranceAmount: amount, instructions: { ...text, maxLength: 1_000 }, metadata: { description: 'Yours: any JSON, at most 16384 bytes.' },
};

/** §2.3, §4.3. Rules that join fields stand in descriptions: the service tells all that is wrong at once. */
export const SHIPMENT_BODY: JsonSchema = fields(required, { ...optional, shipmentType: said({ enum: ['DOMESTIC', 'INTERNATIONAL'] }, 'As the two countries say.') });
/** §4.4. */
export const RETURN_BODY: JsonSchema = fields({ ...required, shipmentType: { const: 'RETURN' } }, optional);

const CUSTOMER = {
  name: 'نورة عبد الله القحطاني', phone: '+966501234567', email: 'customer@shop.example', addressLine1: 'طريق الملك فهد', district: 'العليا', city: 'الرياض',
  postalCode: '12333', countryCode: 'SA', shortAddress: 'RRRD2929',
};
const WAREHOUSE = {
  name: 'مستودع متجر قافلة', companyName: 'متجر قافلة', phone: '+966112345678', addressLine1: 'شارع الأمير سلطان', buildingNumber: '2929', district: 'الروضة', city: 'جدة',
  postalCode: '23432', countryCode: 'SA',
};

/** Cash on delivery, in two packages. */
export const DOMESTIC_EXAMPLE = {
  referenceNumber: 'order-1001', paymentMode: 'COD', currency: 'SAR', codAmount: '253.00', shipToInfo: CUSTOMER, shipFromInfo: WAREHOUSE,
  packagesInfo: [
    {
      packageReference: 'box-1', weight: 1.25, length: 30, width: 20, height: 10, description: 'قمصان قطنية',
      items: [{ sku: 'SHIRT-M', name: 'قميص قطني', quantity: 2, unitPrice: '50.00', taxRate: 15 }],
    },
    {
      packageReference: 'box-2', weight: '0.8', description: 'حذاء جلدي',
      items: [{ sku: 'SHOE-42', name: 'حذاء جلدي', quantity: 1, unitPrice: '120.00', discountAmount: '20.00', taxRate: 15 }],
    },
  ],
  pricing: { subTotal: '220.00', discountAmount: '20.00', taxAmount: '30.00', shippingAmount: '23.00', totalAmount: '253.00' },
  instructions: 'الاتصال قبل التسليم', metadata: { channel: 'app' },
};

export const INTERNATIONAL_EXAMPLE = {
  referenceNumber: 'order-1002', shipmentType: 'INTERNATIONAL', currency: 'AED', incoterm: 'DAP',
  shipToInfo: { name: 'فاطمة المنصوري', phone: '+971501234567', addressLine1: 'شارع الوصل ٧', city: 'دبي', countryCode: 'AE' }, shipFromInfo: WAREHOUSE,
  packagesInfo: [{
    weight: '0.5', description: 'تمر سكري', declaredValue: '200.00', items: [{ sku: 'DATES-1', name: 'تمر سكري', quantity: 4, unitPrice: '50.00', hsCode: '080410200001', originCountry: 'SA', unitWeight: '0.125' }],
  }],
  pricing: { subTotal: '200.00', totalAmount: '200.00' }, customs: { contentType: 'MERCHANDISE', invoiceNumber: 'INV-1002', invoiceDate: '2026-11-21' },
};

/** One of the two shirts comes back. */
export const RETURN_EXAMPLE = {
  referenceNumber: 'return-1001', shipmentType: 'RETURN', currency: 'SAR', shipToInfo: WAREHOUSE, shipFromInfo: CUSTOMER,
  packagesInfo: [{ packageReference: 'box-1', weight: '0.6', description: 'قميص قطني', items: [{ sku: 'SHIRT-M', name: 'قميص قطني', quantity: 1, unitPrice: '50.00' }] }],
};
