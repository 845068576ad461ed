import { flag, number, object, text } from '../couriers/strict-body.mjs';

/** What SMSA documents of the bodies that the adapter sends, and no more. */
const address = (more = {}) =>
  object({
    '*ContactName': text(150, { min: 5 }),
    '*ContactPhoneNumber': text(20, { is: /^\d{9,15}$/ }),
    '*Country': text(2, { min: 2 }),
    '*City': text(50, { min: 3, is: /^[A-Za-z' -]+$/ }),
    '*AddressLine1': text(100, { min: 10 }),
    AddressLine2: text(100, { min: 0 }),
    District: text(),
    PostalCode: text(20, { min: 0 }),
    Coordinates: text(),
    ...more,
  });

const common = {
  '*ContentDescription': text(),
  '*DeclaredValue': number({ min: 0.1 }),
  '*OrderNumber': text(50),
  '*Parcels': number({ min: 1, decimals: 0 }),
  ServiceCode: text(4, { min: 4 }),
  '*ShipDate': text(19, { is: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/ }),
  '*ShipmentCurrency': text(3, { min: 3 }),
  SMSARetailID: text(),
  WaybillType: text(3, { one: ['PDF', 'ZPL'] }),
  '*Weight': number({ min: 0.001 }),
  '*WeightUnit': text(2, { one: ['KG', 'LB'] }),
};

export const B2C = object({
  ...common,
  '*CODAmount': number(),
  '*ConsigneeAddress': address({ ConsigneeID: text(), ContactPhoneNumber2: text(20), ShortCode: text(8, { min: 8 }) }),
  '*ShipperAddress': address(),
  DutyPaid: flag(),
  VatPaid: flag(),
});
export const C2B = object({ ...common, '*PickupAddress': address(), '*ReturnToAddress': address() });
