// Whole bodies, as the reference shows them; tests send them too.
const CUSTOMER = {
  name: 'نورة عبد الله القحطاني',
  phone: '+966501234567',
  email: 'customer@shop.example',
  addressLine1: 'طريق الملك فهد',
  district: 'العليا',
  city: 'الرياض',
  postalCode: '12333',
  countryCode: 'SA',
  shortAddress: 'RRRD2929',
};
const WAREHOUSE = {
  name: 'مستودع متجر قافلة',
  companyName: 'متجر قافلة',
  phone: '+966112345678',
  addressLine1: 'شارع الأمير سلطان',
  buildingNumber: '2929',
  district: 'الروضة',
  city: 'جدة',
  postalCode: '23432',
  countryCode: 'SA',
};

/** Cash on delivery, in two packages. */
export const DOMESTIC_EXAMPLE = {
  referenceNumber: 'order-1001',
  paymentMode: 'COD',
  currency: 'SAR',
  codAmount: '253.00',
  shipToInfo: CUSTOMER,
  shipFromInfo: WAREHOUSE,
  packagesInfo: [
    {
      packageReference: 'box-1',
      weight: 1.25,
      length: 30,
      width: 20,
      height: 10,
      description: 'قمصان قطنية',
      items: [{ sku: 'SHIRT-M', name: 'قميص قطني', quantity: 2, unitPrice: '50.00', taxRate: 15 }],
    },
    {
      packageReference: 'box-2',
      weight: '0.8',
      description: 'حذاء جلدي',
      items: [
        { sku: 'SHOE-42', name: 'حذاء جلدي', quantity: 1, unitPrice: '120.00', discountAmount: '20.00', taxRate: 15 },
      ],
    },
  ],
  pricing: {
    subTotal: '220.00',
    discountAmount: '20.00',
    taxAmount: '30.00',
    shippingAmount: '23.00',
    totalAmount: '253.00',
  },
  instructions: 'الاتصال قبل التسليم',
  metadata: { channel: 'app' },
};

export const INTERNATIONAL_EXAMPLE = {
  referenceNumber: 'order-1002',
  shipmentType: 'INTERNATIONAL',
  currency: 'AED',
  incoterm: 'DAP',
  shipToInfo: {
    name: 'فاطمة المنصوري',
    phone: '+971501234567',
    addressLine1: 'شارع الوصل ٧',
    city: 'دبي',
    countryCode: 'AE',
    latin: { name: 'Fatima Al Mansoori', addressLine1: 'Al Wasl Road 7', city: 'Dubai' },
  },
  shipFromInfo: {
    ...WAREHOUSE,
    latin: {
      name: 'Qafila Store warehouse',
      companyName: 'Qafila Store',
      addressLine1: 'Prince Sultan Street',
      district: 'Ar Rawdah',
      city: 'Jeddah',
    },
  },
  packagesInfo: [
    {
      weight: '0.5',
      description: 'تمر سكري',
      declaredValue: '200.00',
      items: [
        {
          sku: 'DATES-1',
          name: 'تمر سكري',
          customsDescription: 'Sukkari dates',
          quantity: 4,
          unitPrice: '50.00',
          hsCode: '080410200001',
          originCountry: 'SA',
          unitWeight: '0.125',
        },
      ],
    },
  ],
  pricing: { subTotal: '200.00', totalAmount: '200.00' },
  customs: { contentType: 'MERCHANDISE', invoiceNumber: 'INV-1002', invoiceDate: '2026-11-21' },
};

/** One of the two shirts is returned. */
export const RETURN_EXAMPLE = {
  referenceNumber: 'return-1001',
  shipmentType: 'RETURN',
  currency: 'SAR',
  shipToInfo: WAREHOUSE,
  shipFromInfo: CUSTOMER,
  packagesInfo: [
    {
      packageReference: 'box-1',
      weight: '0.6',
      description: 'قميص قطني',
      items: [{ sku: 'SHIRT-M', name: 'قميص قطني', quantity: 1, unitPrice: '50.00' }],
    },
  ],
};
