import { flag, list, number, object, text } from '../couriers/strict-body.mjs';

/** What MyDHL API 3.1.1 documents of the bodies that the adapter sends, and no more. */
const time = text(29, { is: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dGMT[+-]\d\d:\d\d$/ });
const country = text(2, { min: 2 });
const currency = text(3, { min: 3 });
const accounts = list(
  object({ '*typeCode': text(15, { one: ['shipper', 'payer', 'duties-taxes'] }), '*number': text(12) }),
  { min: 1, max: 3 },
);
const address = object({
  '*postalCode': text(12, { min: 0 }),
  '*cityName': text(45),
  '*countryCode': country,
  provinceCode: text(35, { min: 2 }),
  '*addressLine1': text(45),
  addressLine2: text(45),
  addressLine3: text(45),
  countyName: text(45),
  provinceName: text(35),
  countryName: text(35),
});
const contact = object({
  email: text(70),
  '*phone': text(70),
  mobilePhone: text(70),
  '*companyName': text(100),
  '*fullName': text(255),
});
const party = object({
  '*postalAddress': address,
  '*contactInformation': contact,
  registrationNumbers: list(
    object({
      '*typeCode': text(3, { one: ['VAT', 'EOR', 'SDT'] }),
      '*number': text(35),
      '*issuerCountryCode': country,
    }),
    { max: 50 },
  ),
  typeCode: text(20),
});
const dimensions = object({
  '*length': number({ min: 0.001 }),
  '*width': number({ min: 0.001 }),
  '*height': number({ min: 0.001 }),
});
const reference = (codes) => object({ '*value': text(35), typeCode: text(3, { min: 2, one: codes }) });
const weight = number({ min: 0.001 });
const unit = text(8, { one: ['metric', 'imperial'] });

const exportDeclaration = object({
  '*lineItems': list(
    object({
      '*number': number({ min: 1, max: 999, decimals: 0 }),
      '*description': text(512),
      '*price': number(),
      '*quantity': object({
        '*value': number({ min: 1, max: 1000000000, decimals: 0 }),
        '*unitOfMeasurement': text(8, { one: ['PCS', 'EA', 'BOX', 'KG'] }),
      }),
      commodityCodes: list(
        object({ '*typeCode': text(8, { one: ['outbound', 'inbound'] }), '*value': text(18, { min: 2 }) }),
        { max: 2 },
      ),
      exportReasonType: text(),
      '*manufacturerCountry': country,
      '*weight': object({ netValue: number(), grossValue: number() }),
    }),
    { min: 1 },
  ),
  invoice: object({ '*number': text(35), '*date': text(10, { is: /^\d{4}-\d\d-\d\d$/ }) }),
  additionalCharges: list(
    object({ '*value': weight, caption: text(), '*typeCode': text(20, { one: ['freight', 'insurance', 'vat'] }) }),
    { max: 5 },
  ),
  placeOfIncoterm: text(256),
  exportReasonType: text(60, {
    one: [
      'permanent',
      'temporary',
      'return',
      'commercial_purpose_or_sale',
      'personal_belongings_or_personal_use',
      'sample',
      'gift',
      'warranty_replacement',
    ],
  }),
});

export const SHIPMENT = object({
  '*plannedShippingDateAndTime': time,
  '*pickup': object({ '*isRequested': flag() }),
  '*productCode': text(6),
  '*accounts': accounts,
  valueAddedServices: list(object({ '*serviceCode': text(6), value: number(), currency }), { max: 99 }),
  outputImageProperties: object({
    encodingFormat: text(3, { one: ['pdf', 'zpl', 'lp2', 'epl'] }),
    imageOptions: list(
      object({
        '*typeCode': text(20, { one: ['label', 'waybillDoc', 'invoice', 'qr-code', 'shipmentReceipt'] }),
        templateName: text(25),
        isRequested: flag(),
        invoiceType: text(12, { one: ['commercial', 'proforma', 'returns'] }),
        languageCode: text(3),
      }),
      { max: 20 },
    ),
  }),
  customerReferences: list(reference(['CU', 'CO', 'AAO']), { max: 999 }),
  '*customerDetails': object({ '*shipperDetails': party, '*receiverDetails': party }),
  '*content': object({
    '*packages': list(
      object({
        '*weight': weight,
        dimensions,
        customerReferences: list(reference(['CU']), { min: 1, max: 99 }),
        description: text(70),
        referenceNumber: number({ min: 1, max: 999, decimals: 0 }),
      }),
      { min: 1 },
    ),
    '*isCustomsDeclarable': flag(),
    declaredValue: number(),
    declaredValueCurrency: currency,
    exportDeclaration,
    '*description': text(70, { is: /^\S/ }),
    '*incoterm': text(3, { one: ['DAP', 'DDP', 'EXW'] }),
    '*unitOfMeasurement': unit,
  }),
});

const place = object({ '*postalCode': text(12, { min: 0 }), '*cityName': text(45), '*countryCode': country });
export const RATES = object({
  '*customerDetails': object({ '*shipperDetails': place, '*receiverDetails': place }),
  accounts,
  '*plannedShippingDateAndTime': time,
  '*unitOfMeasurement': unit,
  '*isCustomsDeclarable': flag(),
  monetaryAmount: list(
    object({
      '*typeCode': text(13, { one: ['declaredValue', 'insuredValue'] }),
      '*value': number(),
      '*currency': currency,
    }),
  ),
  '*packages': list(object({ '*weight': weight, dimensions }), { min: 1 }),
});

export const PICKUP = object({
  '*plannedPickupDateAndTime': time,
  closeTime: text(5, { is: /^([0-1]\d|2[0-3]):[0-5]\d$/ }),
  locationType: text(9, { one: ['business', 'residence'] }),
  '*accounts': accounts,
  specialInstructions: list(object({ '*value': text(80) }), { max: 4 }),
  '*customerDetails': object({
    '*shipperDetails': object({ '*postalAddress': address, '*contactInformation': contact }),
  }),
  '*shipmentDetails': list(
    object({
      '*productCode': text(6),
      '*isCustomsDeclarable': flag(),
      '*unitOfMeasurement': unit,
      shipmentTrackingNumber: text(),
      '*packages': list(object({ '*weight': weight, dimensions }), { min: 1 }),
    }),
    { min: 1 },
  ),
});
